// The hand-off of a won deal to delivery: creates its project, and makes its company a client (crm.md section 6).
import type { Access } from '../../access/access.ts';
import { permissionDenied, refusal } from '../../access/check.ts';
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { nextNumber } from '../companies/client-numbers.ts';
import { updateCompany } from '../companies/service.ts';
import { contractWarning } from '../deals/contract-rules.ts';
import { dealKind } from '../deals/kind.ts';
import { contactsOfDeal } from '../deals/loaders.ts';
import type { Deal } from '../deals/model.ts';
import { lockRecord } from '../records/verbs.ts';
import type { ProjectContactInput } from './people.ts';
import { createProject } from './service.ts';

/** What a hand-off requires besides the access of its operation. */
const CREATES_PROJECT: Access = {
  module: 'delivery',
  permission: 'projects.create',
  principals: 'tenant',
  risk: 'write',
};

/** The role in a project of a contact with a role in a deal. */
const ROLES: Record<string, string> = {
  decision_maker: 'decision_maker',
  champion: 'sponsor',
  economic_buyer: 'sponsor',
};

/**
 * Creates the project of a won deal; a second call returns the deal as it is.
 * @throws NOT_FOUND, PRECONDITION_FAILED, FEATURE_DISABLED, PERMISSION_DENIED; INVALID_STATE_TRANSITION for a deal that is not won;
 *   CONTRACT_STRUCTURE_INCOMPLETE unless `allowIncomplete`
 */
export async function handOffDeal(
  ctx: TenantContext,
  id: string,
  allowIncomplete: boolean,
  expectedVersion?: number | null,
): Promise<Deal> {
  const deal = await lockRecord(ctx, dealKind, id, { expectedVersion: expectedVersion ?? null });
  if (deal.projectId) return deal;
  if (deal.status !== 'won')
    fail('INVALID_STATE_TRANSITION', 'Only a won deal is handed off; close it as won first.', {
      details: { from: deal.stage, to: 'handed_off', allowed: [] },
    });
  const warning = contractWarning(deal);
  if (warning && !allowIncomplete)
    fail('CONTRACT_STRUCTURE_INCOMPLETE', undefined, { details: { ...warning } });
  const refused = refusal(CREATES_PROJECT, ctx.principal);
  if (refused) throw refused;
  const companyId = deal.companyId!;
  await becomeClient(ctx, companyId);
  const contacts = await projectContacts(ctx, deal, companyId);
  const project = await createProject(ctx, {
    name: deal.name.slice(0, 200),
    companyId,
    contacts,
    dealIds: [id],
    currency: deal.currency,
  });
  const after = await dealKind.model.find(ctx, id);
  await emit(ctx, 'deal.handed_off', {
    object: after,
    label: deal.name,
    links: [
      { entity: 'deal', id },
      { entity: 'company', id: companyId },
      { entity: 'project', id: project.id },
    ],
    data: { project_id: project.id },
  });
  return after as unknown as Deal;
}

/** Makes the company of the deal a client, unless it is one. @throws PERMISSION_DENIED without clients.create */
async function becomeClient(ctx: TenantContext, companyId: string): Promise<void> {
  const [company] = await ctx.tx.rows<{ clientId: string | null }>(
    'select client_id as "clientId" from companies where tenant_id = $1 and id = $2 for update',
    [ctx.tenantId, companyId],
  );
  if (company?.clientId) return;
  if (!ctx.principal.permissions.has('clients.create')) throw permissionDenied('clients.create');
  await updateCompany(ctx, companyId, { clientId: await nextNumber(ctx, companyId) });
}

/** Returns the contacts of the deal that fit its company, the first of them who works there as the primary one. */
async function projectContacts(
  ctx: TenantContext,
  deal: Deal,
  companyId: string,
): Promise<ProjectContactInput[]> {
  const contacts = await contactsOfDeal(ctx, deal.id);
  const rows = await ctx.tx.rows<{ id: string; isOwn: boolean }>(
    `select c.id, c.company_id is not distinct from $3::uuid as "isOwn" from contacts c
     where c.tenant_id = $1 and c.id = any($2) and c.deleted_at is null and c.status <> 'erased'
       and (c.company_id = $3 or exists (select from contact_companies l
         where l.tenant_id = $1 and l.contact_id = c.id and l.company_id = $3))`,
    [ctx.tenantId, contacts.map(({ contactId }) => contactId), companyId],
  );
  const fitting = new Map(rows.map(({ id, isOwn }) => [id, isOwn]));
  const chosen = contacts.filter(({ contactId }) => fitting.has(contactId)).slice(0, 50);
  const primary = chosen.find(({ contactId }) => fitting.get(contactId));
  return chosen.map(({ contactId, role }) => ({
    contactId,
    role: ROLES[role ?? ''] ?? 'stakeholder',
    isPrimary: contactId === primary?.contactId,
  }));
}
