// Operations on a client (crm.md section 2): reading, updating, its status, its number, deactivation.

import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { assertNumberFree, releaseNumber, reserveNumber } from '../companies/client-numbers.ts';
import { type CompanyInput, clientNumberOf } from '../companies/input.ts';
import { updateCompany } from '../companies/service.ts';
import { partKind } from '../records/kind.ts';
import { lockRecord } from '../records/verbs.ts';
import { clientListing } from './loaders.ts';
import { Client } from './model.ts';
import { type ClientStatus, checkStatusChange } from './rules.ts';

/** Returns a page of clients, which are companies with a client number. */
export function listClients(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Client>> {
  return listPage<Client>(ctx, clientListing, args, lookahead, (query) => {
    query.whereNotNull('companies.client_id');
  });
}

/** Returns a client by the id of its company. @throws NOT_FOUND, also for a company that is not a client */
export async function getClient(ctx: TenantContext, id: string, lookahead: Lookahead): Promise<Client> {
  const client = await Client.read(ctx, id, {
    ...lookahead,
    select: (columns) => lookahead.select([...columns, 'clientId']),
  });
  return client.clientId ? client : fail('NOT_FOUND');
}

const clientKind = partKind<Client>({ model: Client, title: 'name' });

/** Locks a client that the caller may change. @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED */
async function lockClient(ctx: TenantContext, id: string, expectedVersion?: number | null): Promise<Client> {
  const client = await lockRecord(ctx, clientKind, id, { expectedVersion });
  return client.clientId ? client : fail('NOT_FOUND');
}

/** The writable fields of a client. */
export interface ClientUpdate extends CompanyInput {
  clientName?: string | null;
  accountManagerUserId?: string | null;
}

/** Updates the fields of a client, which are those of its company. @throws as `updateCompany` */
export async function updateClient(
  ctx: TenantContext,
  id: string,
  { clientName, accountManagerUserId, ...fields }: ClientUpdate,
  expectedVersion?: number | null,
): Promise<Client> {
  await lockClient(ctx, id, expectedVersion);
  const changed = await updateCompany(ctx, id, {
    ...fields,
    ...(clientName !== undefined && { name: clientName }),
    ...(accountManagerUserId !== undefined && { ownerUserId: accountManagerUserId }),
  });
  return changed as unknown as Client;
}

/**
 * Changes the status of a client; keeping the same status has no effect.
 * @throws INVALID_STATE_TRANSITION to former; VALIDATION_ERROR if a required reason is missing
 */
export async function changeStatus(
  ctx: TenantContext,
  id: string,
  status: ClientStatus,
  reason: string | null | undefined,
  expectedVersion?: number | null,
): Promise<Client> {
  const before = await lockClient(ctx, id, expectedVersion);
  if (status === before.clientStatus) return before;
  const trimmedReason = checkStatusChange(before.clientStatus!, status, reason);
  const after = await before.change(ctx, { clientStatus: status, clientStatusReason: trimmedReason });
  await emitClientEvent(ctx, 'client.status_changed', before, after, {
    from: before.clientStatus,
    to: status,
  });
  return after;
}

/** Makes an onboarding client active, because a project for it became active. */
export async function activateClient(ctx: TenantContext, companyId: string): Promise<void> {
  const before = await Client.lock<Client>(ctx, companyId);
  if (before.clientStatus !== 'onboarding') return;
  const after = await before.change(ctx, { clientStatus: 'active', clientStatusReason: null });
  await emitClientEvent(ctx, 'client.status_changed', before, after, { from: 'onboarding', to: 'active' });
}

/**
 * Changes the number of a client; the former number stays reserved for it.
 * @throws CONFLICT client_number_taken; VALIDATION_ERROR without a number
 */
export async function changeNumber(
  ctx: TenantContext,
  id: string,
  input: { clientId?: string | null; clientNumber?: string | null },
  expectedVersion?: number | null,
): Promise<Client> {
  const number = clientNumberOf(input);
  if (!number) throw invalid('client_number', 'required', 'Give the new client number.');
  const before = await lockClient(ctx, id, expectedVersion);
  if (number === before.clientId) return before;
  await assertNumberFree(ctx, number, id);
  await reserveNumber(ctx, number, id);
  await releaseNumber(ctx, before.clientId!);
  const after = await before.change(ctx, { clientId: number });
  await emitClientEvent(ctx, 'client.number_changed', before, after, { former_number: before.clientId });
  return after;
}

/** Deactivates a client. The company remains, and the number stays reserved for it. @throws NOT_FOUND, CONFLICT */
export async function deactivateClient(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<{ id: string; deletedAt: Date }> {
  const before = await lockClient(ctx, id, expectedVersion);
  await assertNoOpenWork(ctx, id);
  await releaseNumber(ctx, before.clientId!);
  const after = await before.change(ctx, {
    clientId: null,
    clientStatus: 'former',
    clientStatusReason: null,
  });
  await emitClientEvent(ctx, 'client.deactivated', before, after);
  return { id, deletedAt: ctx.now };
}

/** Throws while work for the client goes on. @throws CONFLICT open_invoices, active_projects, running_envelopes with the counts */
async function assertNoOpenWork(ctx: TenantContext, companyId: string): Promise<void> {
  const [counts] = await ctx.tx.rows<Record<keyof typeof OPEN_WORK, number>>(
    `select (select count(*) from invoices where tenant_id = $1 and company_id = $2 and document_type = 'invoice'
         and status in ('issued', 'partially_paid')) as open_invoices,
       (select count(*) from projects where tenant_id = $1 and company_id = $2 and deleted_at is null
         and status in ('active', 'on_hold')) as active_projects,
       (select count(*) from envelopes where tenant_id = $1 and company_id = $2 and deleted_at is null
         and (status = 'completing' or (status in ('sent', 'partially_signed') and (expires_at is null or expires_at > $3)))) as running_envelopes`,
    [ctx.tenantId, companyId, ctx.now],
  );
  const reason = (Object.keys(OPEN_WORK) as (keyof typeof OPEN_WORK)[]).find((name) => counts![name]);
  if (reason) fail('CONFLICT', OPEN_WORK[reason], { details: { reason, counts } });
}

/** Why a client cannot end, the first reason first. */
const OPEN_WORK = {
  open_invoices: 'The client has unpaid invoices; settle, write off or void them first.',
  active_projects: 'Projects for the client are under way; complete or cancel them first.',
  running_envelopes: 'Envelopes of the client are under way; wait for them or void them first.',
};

/** Emits an event of a client. The reason of a status goes to the audit but not into the event. */
export async function emitClientEvent(
  ctx: TenantContext,
  event: Extract<EventType, `client.${string}`>,
  before: Client,
  after: Client,
  data: Record<string, unknown> = {},
): Promise<void> {
  await emit(ctx, event, {
    object: after,
    label: after.name,
    before: before.toJSON(),
    after: after.toJSON(),
    withheld: ['clientStatusReason'],
    links: [{ entity: 'company', id: after.id }],
    data: { client_number: after.clientId ?? before.clientId, ...data },
  });
}
