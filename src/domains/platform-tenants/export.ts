// Exports a whole workspace as encrypted JSON lines, for its owner or an authority (platform.md §10).
import { createCipheriv, randomBytes } from 'node:crypto';
import type { TenantContext } from '../../context.ts';
import type { Transaction } from '../../db/transaction.ts';
import { emitInWorkspace } from '../../events/emit-in-workspace.ts';
import { loaderOf } from '../../lists/loaders.ts';
import { writeJobFile } from '../jobs/files.ts';
import { followedJob } from '../jobs/followed.ts';
import { type JobRun, type Outcome, trackedHandler } from '../jobs/run.ts';
import { startJob } from '../jobs/service.ts';
import type { TenantDataExport } from './model.ts';
import { lockExistingTenant } from './writing.ts';

const PAGE = 500;
const SHOWN_EXPORTS = 10;
const PURPOSE = 'tenant-export';

/** Tables whose rows are credentials, or follow from those of others. */
const LEFT_OUT =
  /^(data_keys|sso_logins|search_|idempotency_|file_parts|webhook_outbox|webhook_lanes|audit_unsealed|batch_work|platform_)/;
/** Columns that hold a credential or its digest. */
const CREDENTIALS = /secret|token_hash|code_hash|sealed|password|^hash$|digest|salt/;

/**
 * Starts the export and returns the key of its file, which is shown once.
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for a deleted workspace
 */
export async function exportTenantData(
  ctx: TenantContext,
  id: string,
): Promise<{ jobId: string; algorithm: string; key: string; secretShown: boolean }> {
  await lockExistingTenant(ctx, id);
  const key = randomBytes(32).toString('base64');
  ctx.shownOnce.add(key);
  const sealedKey = ctx.services.keys.seal(key, PURPOSE);
  const job = await startJob(ctx, {
    kind: 'export',
    handler: 'export_tenant',
    input: { workspaceId: id, sealedKey },
    repeatable: true,
  });
  await emitInWorkspace(ctx, id, 'tenant.exported', {
    object: { id },
    after: { reason: ctx.operatorReason ?? null },
    links: [],
  });
  return { jobId: job.id, algorithm: 'aes-256-gcm', key, secretShown: true };
}

interface Input {
  workspaceId: string;
  sealedKey: string;
}

/** A table of workspaces: its columns without credentials, and those of its key after the workspace, with their types. */
interface Table {
  name: string;
  columns: string[];
  key: { name: string; type: string }[];
}

async function runExport(run: JobRun, { workspaceId, sealedKey }: Input): Promise<Outcome> {
  const { services } = run;
  const key = Buffer.from(services.keys.open(sealedKey, PURPOSE), 'base64');
  const inside = <T>(work: (tx: Transaction) => Promise<T>) =>
    services.database.read({ tenantId: workspaceId }, work);
  const tables = await inside(tablesOf);
  let rows = 0;
  async function* lines(): AsyncGenerator<string> {
    for (const table of tables)
      for await (const page of pagesOf(table, workspaceId, inside)) {
        yield page.map((row) => `${JSON.stringify({ table: table.name, row })}\n`).join('');
        rows += page.length;
        await run.progress(rows);
      }
    for await (const page of pagesOf(FILES, workspaceId, inside))
      for (const { id } of page) {
        const file = await services.files.find({ tenantId: workspaceId, id: id as string });
        if (!file) continue;
        for await (const part of services.files.read(file))
          yield `${JSON.stringify({ file: id, content: part.toString('base64') })}\n`;
      }
  }
  const facts = { name: `workspace-${workspaceId}.jsonl.aes`, mime: 'application/octet-stream' };
  const file = await writeJobFile(run, facts, encrypted(lines(), key));
  return { result: { rows, file } };
}

const FILES: Table = { name: 'files', columns: ['id'], key: [{ name: 'id', type: 'uuid' }] };

/** Yields 12 bytes of nonce, the encrypted text, and 16 bytes of authentication tag. */
export async function* encrypted(text: AsyncIterable<string>, key: Buffer): AsyncGenerator<Buffer> {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  yield nonce;
  for await (const chunk of text) yield cipher.update(chunk, 'utf8');
  yield cipher.final();
  yield cipher.getAuthTag();
}

async function tablesOf(tx: Transaction): Promise<Table[]> {
  const rows = await tx.rows<Table>(
    `select c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
       (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by k.at)
        from unnest(i.indkey::int[]) with ordinality as k(attnum, at)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum where a.attname <> 'tenant_id') as key
     from pg_class c join pg_index i on i.indrelid = c.oid and i.indisprimary
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and has_table_privilege(c.oid, 'select')
       and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') order by 1`,
    [],
  );
  return rows
    .filter(({ name }) => !LEFT_OUT.test(name))
    .map((table) => ({
      ...table,
      columns: table.columns.filter((column) => !CREDENTIALS.test(column)),
      key: table.key ?? [],
    }));
}

/** Yields the rows of a table page by page, each read in a transaction of its own. */
async function* pagesOf(
  { name, columns, key }: Table,
  tenantId: string,
  inside: <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>,
): AsyncGenerator<Record<string, unknown>[]> {
  const quoted = columns.map((column) => `"${column}"`).join(', ');
  const keys = key.map((column) => `"${column.name}"`).join(', ');
  const places = key.map(({ type }, index) => `$${index + 2}::text::${type}`).join(', ');
  const texts = key.map((column) => `"${column.name}"::text`).join(', ');
  for (let after: string[] | undefined; ; ) {
    const rows: { row: Record<string, unknown>; at: string[] }[] = await inside((tx) =>
      tx.rows(
        `select (select row_to_json(r) from (select ${quoted}) r) as row, array[${texts}]::text[] as at from ${name}
         where tenant_id = $1 ${after ? `and (${keys}) > (${places})` : ''} ${keys && `order by ${keys}`} limit ${PAGE}`,
        [tenantId, ...(after ?? [])],
      ),
    );
    if (rows.length) yield rows.map(({ row }) => row);
    if (rows.length < PAGE || !keys) return;
    after = rows.at(-1)!.at;
  }
}

export const exportJobs = { export_tenant: trackedHandler(runExport) };

/** Loads the last exports of a workspace; who started one finds the link to its file there. */
export function exportsOf(ctx: TenantContext, workspaceId: string): Promise<TenantDataExport[]> {
  return loaderOf<string, TenantDataExport[]>(ctx, 'platform_tenants.exports', async (ids) => {
    const found = await ctx.tx.rows<{ id: string; workspaceId: string }>(
      `select j.id, w.id as "workspaceId" from unnest($2::uuid[]) as w(id) cross join lateral (
         select id, created_at from jobs where tenant_id = $1 and kind = 'export' and work ->> 'handler' = 'export_tenant'
           and work -> 'input' ->> 'workspaceId' = w.id::text order by created_at desc limit ${SHOWN_EXPORTS}) j
       order by j.created_at desc`,
      [ctx.tenantId, ids],
    );
    const jobs = await Promise.all(found.map(({ id }) => followedJob(ctx, id)));
    return ids.map(
      (id) => jobs.filter((job, index) => job && found[index]!.workspaceId === id) as TenantDataExport[],
    );
  }).load(workspaceId);
}
