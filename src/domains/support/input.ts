// Validates the input of a ticket and turns it into columns.
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { readCustomFields } from '../custom-fields/record-values.ts';
import { assertMember } from '../members/look-ups.ts';
import { companyMismatch } from '../projects/look-ups.ts';
import { normalizeTags } from '../tags.ts';
import type { Audience, Ticket, TicketChannel } from './model.ts';
import type { TicketPriority, TicketStatus } from './sla-rules.ts';

/** The writable fields of a ticket; an absent field is left unchanged, null clears it. */
export interface TicketInput {
  audience?: Audience | null;
  subject?: string | null;
  body?: string | null;
  status?: TicketStatus | null;
  priority?: TicketPriority | null;
  channel?: TicketChannel | null;
  companyId?: string | null;
  contactId?: string | null;
  projectId?: string | null;
  assigneeUserId?: string | null;
  satisfaction?: number | null;
  tags?: string[] | null;
  customFields?: Record<string, unknown> | null;
}

/** Returns the columns that an input sets, except status and audience. @throws VALIDATION_ERROR, COMPANY_MISMATCH */
export async function readFields(
  ctx: TenantContext,
  input: TicketInput,
  audience: Audience,
  before?: Ticket,
): Promise<Partial<Ticket>> {
  const fields: Partial<Ticket> = {};
  if (input.subject !== undefined || !before) fields.subject = readSubject(input.subject);
  if (input.priority !== undefined) fields.priority = input.priority ?? 'normal';
  if (input.channel !== undefined) fields.channel = input.channel ?? 'api';
  if (input.satisfaction !== undefined) fields.satisfaction = input.satisfaction;
  if (input.tags !== undefined) fields.tags = normalizeTags(input.tags ?? []);
  if (input.assigneeUserId !== undefined) fields.assigneeUserId = input.assigneeUserId;
  if (input.assigneeUserId && input.assigneeUserId !== before?.assigneeUserId)
    await assertMember(ctx, input.assigneeUserId, 'assignee_user_id');
  Object.assign(fields, await readLinks(ctx, input, audience, before));
  const values = await readCustomFields(ctx, 'support_tickets', input.customFields, before?.customFields);
  if (values) fields.customFields = values;
  return fields;
}

function readSubject(subject: string | null | undefined): string {
  const text = subject?.normalize('NFC').replace(/\s+/gu, ' ').trim();
  if (!text) throw invalid('subject', 'required', 'Give the ticket a subject.');
  return text;
}

/** Returns the company, contact and project after the change; the company of a project is that of the ticket. */
async function readLinks(
  ctx: TenantContext,
  input: TicketInput,
  audience: Audience,
  before?: Ticket,
): Promise<Partial<Ticket>> {
  const given = {
    ...(input.companyId !== undefined && { companyId: input.companyId }),
    ...(input.contactId !== undefined && { contactId: input.contactId }),
    ...(input.projectId !== undefined && { projectId: input.projectId }),
  };
  if (Object.keys(given).length === 0) return {};
  const ids = { companyId: null, contactId: null, projectId: null, ...pick(before), ...given };
  if (audience === 'platform') {
    const path = (['company_id', 'contact_id', 'project_id'] as const).find(
      (_, at) => Object.values(ids)[at],
    );
    if (path) throw invalid(path, 'audience', 'A ticket to the platform is about no client; leave this out.');
    return given;
  }
  const [row] = await ctx.tx.rows<{
    company: boolean;
    contact: boolean;
    project: boolean;
    ofProject: string | null;
    fits: boolean;
  }>(
    `select exists (select from companies c where c.tenant_id = $1 and c.id = $2 and c.deleted_at is null) as company,
       exists (select from contacts k where k.tenant_id = $1 and k.id = $3 and k.deleted_at is null) as contact,
       exists (select from projects p where p.tenant_id = $1 and p.id = $4 and p.deleted_at is null) as project,
       (select p.company_id from projects p where p.tenant_id = $1 and p.id = $4) as "ofProject",
       exists (select from contacts k where k.tenant_id = $1 and k.id = $3 and (k.company_id = coalesce($2, k.company_id)
         or exists (select from contact_companies l where l.tenant_id = $1 and l.contact_id = k.id and l.company_id = $2))) as fits`,
    [ctx.tenantId, ids.companyId, ids.contactId, ids.projectId],
  );
  const found = { companyId: row!.company, contactId: row!.contact, projectId: row!.project };
  for (const [name, path] of [
    ['companyId', 'company_id'],
    ['contactId', 'contact_id'],
    ['projectId', 'project_id'],
  ] as const)
    if (given[name] && !found[name]) throw invalid(path, 'exists', `There is no such ${path.slice(0, -3)}.`);
  const companyId = ids.companyId ?? (ids.projectId ? row!.ofProject : null);
  const foreign = [
    ...(ids.projectId && row!.ofProject !== companyId ? ['project_id'] : []),
    ...(ids.contactId && ids.companyId && !row!.fits ? ['contact_id'] : []),
  ];
  if (foreign.length) companyMismatch(foreign, 'It belongs to another company than the ticket.');
  return { ...given, ...(companyId !== (before?.companyId ?? null) && { companyId }) };
}

function pick(ticket?: Ticket) {
  if (!ticket) return {};
  const { companyId, contactId, projectId } = ticket;
  return { companyId, contactId, projectId };
}
