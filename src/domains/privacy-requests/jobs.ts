// Finds and executes requests of persons in the background, one workspace after the other.
import { PLATFORM_WORKSPACE } from '../../access/operators.ts';
import type { TenantContext } from '../../context.ts';
import type { Transaction } from '../../db/transaction.ts';
import type { JobContext } from '../../jobs/job.ts';
import type { Services } from '../../services.ts';
import { eraseContact } from '../contacts/erase.ts';
import { inWorkspace } from '../in-workspace.ts';
import { writeJobFile } from '../jobs/files.ts';
import { type JobRun, type Outcome, trackedHandler } from '../jobs/run.ts';
import { changeRecord, lockRecord } from '../records/verbs.ts';
import { type PrivacyHold, PrivacyRequest } from './model.ts';
import { MAX_HOLDS, type Scope, scopeIn, summed } from './scope.ts';
import { privacyKind } from './service.ts';

interface Input {
  requestId: string;
}

/** Finds what concerns a person in all workspaces. */
async function findScope(job: JobContext, { requestId }: Input): Promise<void> {
  const { services } = job;
  const request = await readRequest(services, requestId);
  if (request?.state !== 'received') return;
  const scopes: Scope[] = [];
  for (const id of await workspacesOf(services, request)) {
    if (job.signal.aborted) throw new Error('the process stops');
    scopes.push(await services.database.read({ tenantId: id }, (tx) => scopeIn(tx, id, request)));
  }
  await inWorkspace({ ...job, tenantId: PLATFORM_WORKSPACE }, async (ctx) => {
    const before = await lockRecord(ctx, privacyKind, requestId);
    await changeRecord(ctx, privacyKind, before, {
      state: 'scoped',
      scopeFound: summed(scopes.map(({ counts }) => counts)),
      holds: scopes.flatMap(({ holds }) => holds).slice(0, MAX_HOLDS),
    });
  });
}

function readRequest({ database }: Services, id: string): Promise<PrivacyRequest | undefined> {
  return database.read({ tenantId: PLATFORM_WORKSPACE }, async (tx) => {
    const ctx = { db: tx.db, tenantId: PLATFORM_WORKSPACE } as TenantContext;
    return (await PrivacyRequest.live(ctx).where({ id }).first()) as PrivacyRequest | undefined;
  });
}

/** Returns the workspace of a request, or all that are not deleted. */
async function workspacesOf({ database }: Services, { workspaceId }: PrivacyRequest): Promise<string[]> {
  if (workspaceId) return [workspaceId];
  const rows = await database.read({}, (tx) =>
    tx.rows<{ id: string }>(
      `select id from tenants where status not in ('platform', 'deleted') order by id`,
      [],
    ),
  );
  return rows.map(({ id }) => id);
}

/** Executes a request; it may run again from its beginning, because what is erased is not found again. */
async function execute(run: JobRun, { requestId }: Input): Promise<Outcome> {
  const request = await readRequest(run.services, requestId);
  if (!request) throw new Error('the request does not exist');
  const { result, manifest, holds } =
    request.type === 'erasure' ? await eraseAll(run, request) : await exportAll(run, request);
  return {
    result,
    inFinalTransaction: async (ctx) => {
      const before = await lockRecord(ctx, privacyKind, requestId);
      await changeRecord(ctx, privacyKind, before, {
        state: 'completed',
        completedAt: ctx.now,
        resultManifest: manifest,
        holds,
        ...(request.type === 'erasure' && { email: null }),
      });
    },
  };
}

interface Executed {
  result: Record<string, unknown>;
  manifest: Record<string, number>;
  holds: PrivacyHold[];
}

async function eraseAll(run: JobRun, request: PrivacyRequest): Promise<Executed> {
  const { services } = run;
  const holds: PrivacyHold[] = [];
  let erased = 0;
  for (const tenantId of await workspacesOf(services, request)) {
    const scope = await services.database.read({ tenantId }, (tx) => scopeIn(tx, tenantId, request));
    holds.push(...scope.holds);
    const origin = { services, log: run.log, tenantId, requestId: request.id };
    for (const id of scope.contactIds) {
      await inWorkspace(origin, (ctx) => eraseContact(ctx, id));
      erased += 1;
      await run.progress(erased);
    }
  }
  const manifest = { contacts_erased: erased, kept: holds.length };
  return { result: manifest, manifest, holds: holds.slice(0, MAX_HOLDS) };
}

/** What of a person an export contains, by table; each is SQL on the contacts $2 and the address $3 in the workspace $1. */
const EXPORTED: Record<string, string> = {
  contacts: 'select t.* from contacts t where t.tenant_id = $1 and t.id = any ($2)',
  contact_methods: 'select t.* from contact_methods t where t.tenant_id = $1 and t.contact_id = any ($2)',
  contact_companies:
    'select t.*, t.company_id as id from contact_companies t where t.tenant_id = $1 and t.contact_id = any ($2)',
  communications: `select t.* from communications t where t.tenant_id = $1 and t.id in (
    select p.communication_id from communication_participants p
    where p.tenant_id = $1 and (p.contact_id = any ($2) or p.address = $3))`,
  envelope_recipients: `select t.id, t.envelope_id, t.role, t.name, t.email, t.status from envelope_recipients t
    where t.tenant_id = $1 and (t.contact_id = any ($2) or lower(t.email) = $3)`,
};
const PAGE = 200;

async function exportAll(run: JobRun, request: PrivacyRequest): Promise<Executed> {
  const { services } = run;
  const manifest: Record<string, number> = {};
  async function* lines(): AsyncGenerator<string> {
    for (const tenantId of await workspacesOf(services, request)) {
      const inside = <T>(work: (tx: Transaction) => Promise<T>) => services.database.read({ tenantId }, work);
      const { contactIds } = await inside((tx) => scopeIn(tx, tenantId, request));
      for (const [table, sql] of Object.entries(EXPORTED)) {
        for (let after: string | null = null, more = true; more; ) {
          const rows: { id: string; row: object }[] = await inside((tx) =>
            tx.rows(
              `select r.id, row_to_json(r) as row from (${sql}) r, (select $3::text) as address where $4::uuid is null or r.id > $4 order by r.id limit ${PAGE}`,
              [tenantId, contactIds, request.email, after],
            ),
          );
          manifest[table] = (manifest[table] ?? 0) + rows.length;
          yield rows.map(({ row }) => `${JSON.stringify({ table, row })}\n`).join('');
          after = rows.at(-1)?.id ?? null;
          more = rows.length === PAGE;
        }
      }
      await run.progress(Object.values(manifest).reduce((sum, count) => sum + count, 0));
    }
  }
  const facts = { name: `privacy-request-${request.id}.jsonl`, mime: 'application/jsonl; charset=utf-8' };
  const file = await writeJobFile(run, facts, lines());
  return { result: { ...manifest, file }, manifest, holds: request.holds };
}

export const privacyJobs = {
  scope_privacy_request: findScope,
  execute_privacy_request: trackedHandler(execute),
};
