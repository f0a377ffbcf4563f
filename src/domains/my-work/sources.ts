// Where the items of somebody's work come from: one statement for each kind of record.

import { refusal } from '../../access/check.ts';
import { userIdOf } from '../../access/principal.ts';
import { type Section, sectionRefusal } from '../../access/sections.ts';
import type { TenantContext } from '../../context.ts';
import type { ServiceError } from '../../errors.ts';
import type { Import } from '../imports/model.ts';
import { discardsAt } from '../imports/service.ts';
import { readableEntities } from '../notifications/entities.ts';
import { listFollowUps } from '../relationships/follow-ups.ts';
import { OPEN_STATUSES } from '../support/kind.ts';
import type { Calendar, WorkItem, WorkKind, WorkPriority } from './rules.ts';

/** At most this many items of a kind are read; nobody has more to do. */
const MAX_ITEMS = 2_000;

/** An item as its source knows it. */
export type SourceItem = Pick<WorkItem, 'title' | 'dueAt' | 'company'> & {
  id: string;
  priority: WorkPriority;
  entity: { type: string; id: string; label: string };
  /** The operations on it, where they are not those of its source. */
  actions?: string[];
};

/** Where the items of a kind come from. */
interface Source {
  kind: WorkKind;
  /** The operation whose access decides who sees them. */
  list: string;
  /** The operations on an item. */
  actions: string[];
  /** Reads them; absent while this service has none. */
  read?: (ctx: TenantContext, calendar: Calendar) => Promise<SourceItem[]>;
}

const SOURCES: readonly Source[] = [
  { kind: 'task', list: 'ListTasks', actions: ['UpdateTask', 'MoveTask', 'CreateTimeEntry'], read: tasks },
  { kind: 'action_item', list: 'ListActionItems', actions: ['UpdateActionItem'], read: actionItems },
  { kind: 'milestone', list: 'ListProjects', actions: ['UpdateMilestone'], read: milestones },
  {
    kind: 'approval',
    list: 'ApproveAction',
    actions: ['ApproveAction', 'RejectAction'],
    read: approvals,
  },
  {
    kind: 'followup',
    list: 'ListRelationshipFollowUps',
    actions: ['SnoozeContactFollowUp'],
    read: followUps,
  },
  { kind: 'ticket', list: 'ListTickets', actions: ['UpdateTicket', 'AddTicketMessage'], read: tickets },
  { kind: 'mention', list: 'ListNotifications', actions: ['UpdateNotification'], read: mentions },
  { kind: 'signature', list: 'ListEnvelopes', actions: ['GetEnvelope'], read: signatures },
  { kind: 'time_approval', list: 'ListTimeEntries', actions: ['UpdateTimeEntry'], read: timeApprovals },
  {
    kind: 'import_approval',
    list: 'ApproveImport',
    actions: ['ApproveImport', 'DiscardImport'],
    read: importApprovals,
  },
];

/** Returns the sources, each with the reason why the caller may not see its items. */
export function sourcesFor(ctx: TenantContext): { source: Source; refusal: ServiceError | undefined }[] {
  return SOURCES.map((source) => ({
    source,
    refusal: sectionRefusal(ctx, {
      name: source.kind,
      list: source.list,
      isBuilt: !!source.read,
    } satisfies Omit<Section, 'field'>),
  }));
}

/** Tells whether the caller may call an operation. */
export function mayCall({ services, principal }: TenantContext, name: string): boolean {
  const operation = services.catalogue.byName.get(name);
  return !!operation && !refusal(operation.access, principal);
}

const COMPANY = `case when c.id is not null then jsonb_build_object('id', c.id, 'name', c.name) end as company`;
const joinCompany = (id: string): string =>
  `left join companies c on c.tenant_id = $1 and c.id = ${id} and c.deleted_at is null`;

function entity(type: string, id: string, label: string): string {
  return `jsonb_build_object('type', '${type}', 'id', ${id}, 'label', ${label}) as entity`;
}

function tasks(ctx: TenantContext, { timeZone }: Calendar): Promise<SourceItem[]> {
  return ctx.tx.rows<SourceItem>(
    `select t.id, t.title, t.priority, ${entity('task', 't.id', 't.title')}, ${COMPANY},
       case when t.due_time is null then t.due_date::text
         else to_char(((t.due_date + t.due_time) at time zone $3) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end as "dueAt"
     from tasks t ${joinCompany('t.company_id')}
     where t.tenant_id = $1 and t.assignee_ids @> array[$2::uuid] and t.deleted_at is null
       and t.status not in ('done', 'cancelled')
     order by t.due_date nulls last, t.id limit ${MAX_ITEMS}`,
    [ctx.tenantId, userIdOf(ctx.principal), timeZone],
  );
}

/** The tickets assigned to the caller that are not resolved; due when the first of their clocks ends. */
function tickets(ctx: TenantContext): Promise<SourceItem[]> {
  return ctx.tx.rows<SourceItem>(
    `select k.id, k.subject as title, k.priority, ${entity('ticket', 'k.id', 'k.subject')}, ${COMPANY},
       to_char(k.breach_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "dueAt"
     from support_tickets k ${joinCompany('k.company_id')}
     where k.tenant_id = $1 and k.assignee_user_id = $2 and k.deleted_at is null and k.status in ${OPEN_STATUSES}
     order by k.breach_at nulls last, k.id limit ${MAX_ITEMS}`,
    [ctx.tenantId, userIdOf(ctx.principal)],
  );
}

function actionItems(ctx: TenantContext): Promise<SourceItem[]> {
  return ctx.tx.rows<SourceItem>(
    `select i.id, i.title, 'normal' as priority, i.due_on::text as "dueAt", null as company,
       ${entity('action_item', 'i.id', 'i.title')}
     from action_items i
     where i.tenant_id = $1 and i.assignee_user_id = $2 and i.deleted_at is null and i.status = 'open'
     order by i.due_on nulls last, i.id limit ${MAX_ITEMS}`,
    [ctx.tenantId, userIdOf(ctx.principal)],
  );
}

function milestones(ctx: TenantContext): Promise<SourceItem[]> {
  return ctx.tx.rows<SourceItem>(
    `select m.id, m.name as title, 'normal' as priority, m.due_date::text as "dueAt", ${COMPANY},
       ${entity('project', 'p.id', 'p.name')}
     from projects p join milestones m on m.tenant_id = $1 and m.project_id = p.id ${joinCompany('p.company_id')}
     where p.tenant_id = $1 and p.deleted_at is null and p.status = 'active' and m.status = 'open' and m.deleted_at is null
       and (p.owner_user_id = $2 or exists (select from project_members pm
         where pm.tenant_id = $1 and pm.project_id = p.id and pm.user_id = $2 and pm.role = 'manager'))
     order by m.due_date nulls last, m.id limit ${MAX_ITEMS}`,
    [ctx.tenantId, userIdOf(ctx.principal)],
  );
}

/** The queued calls of agents that the caller may make, and may approve as a second person where the policy wants one. */
async function approvals(ctx: TenantContext): Promise<SourceItem[]> {
  const proposals = await ctx.tx.rows<SourceItem & { operation: string }>(
    `select p.id, p.operation, p.title, 'high' as priority, null as company, ${entity('proposal', 'p.id', 'p.title')},
       to_char(p.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "dueAt"
     from action_proposals p join automation_policies a on a.tenant_id = $1
     where p.tenant_id = $1 and p.state = 'queued' and p.expires_at > $2
       and not (p.on_behalf_of_user_id is not distinct from $3 and p.risk_class = any(a.four_eyes))
     order by p.expires_at, p.id limit ${MAX_ITEMS}`,
    [ctx.tenantId, ctx.now, ctx.principal.id],
  );
  return proposals.flatMap(({ operation, ...item }) => (mayCall(ctx, operation) ? [item] : []));
}

async function followUps(ctx: TenantContext, { today }: Calendar): Promise<SourceItem[]> {
  const { nodes } = await listFollowUps(ctx, {
    stewardUserId: userIdOf(ctx.principal),
    pageSize: MAX_ITEMS,
    maxPageSize: MAX_ITEMS,
  });
  return nodes.map(({ contactId, displayName, companyId, companyName, priority, overdueDays }) => ({
    id: contactId,
    title: displayName,
    priority: priority as WorkPriority,
    dueAt: new Date(Date.parse(today) - overdueDays * 86_400_000).toISOString().slice(0, 10),
    entity: { type: 'contact', id: contactId, label: displayName },
    company: companyId ? { id: companyId, name: companyName! } : null,
  }));
}

function mentions(ctx: TenantContext): Promise<SourceItem[]> {
  return ctx.tx.rows<SourceItem>(
    `select n.id, n.title, 'normal' as priority, null as "dueAt", null as company,
       jsonb_build_object('type', n.entity_type, 'id', n.entity_id, 'label', n.title) as entity
     from notifications n
     where n.tenant_id = $1 and n.user_id = $2 and n.state = 'unread' and n.category = 'mention' and n.in_app
       and ${readableEntities(ctx.principal, 'n')}
     order by n.updated_at desc, n.id limit ${MAX_ITEMS}`,
    [ctx.tenantId, userIdOf(ctx.principal)],
  );
}

/** SQL condition: a recipient has done their part. */
const isDone = (one: string): string =>
  `case ${one}.role when 'viewer' then ${one}.viewed_at is not null else ${one}.status in ('signed', 'approved', 'declined') end`;

/** The envelopes whose turn is a recipient with the verified address of the caller. */
function signatures(ctx: TenantContext): Promise<SourceItem[]> {
  return ctx.tx.rows<SourceItem>(
    `select v.id, v.title, 'normal' as priority, ${entity('envelope', 'v.id', 'v.title')}, ${COMPANY},
       to_char(v.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "dueAt"
     from envelopes v ${joinCompany('v.company_id')}
     where v.tenant_id = $1 and v.deleted_at is null and v.status in ('sent', 'partially_signed') and v.expires_at > $3
       and v.id in (select r.envelope_id from envelope_recipients r
         where r.tenant_id = $1 and r.email = (select u.email from users u where u.id = $2 and u.email_verified_at is not null)
           and r.role <> 'cc' and r.status in ('sent', 'viewed') and not (${isDone('r')})
           and (v.routing = 'parallel' or not exists (select from envelope_recipients o
             where o.tenant_id = $1 and o.envelope_id = r.envelope_id and o.role <> 'cc'
               and o.routing_order < r.routing_order and not (${isDone('o')}))))
     order by v.expires_at, v.id limit ${MAX_ITEMS}`,
    [ctx.tenantId, userIdOf(ctx.principal), ctx.now],
  );
}

/** The imports that the caller may approve; they are due when they would be discarded. */
async function importApprovals(ctx: TenantContext): Promise<SourceItem[]> {
  const imports = await ctx.tx.rows<Pick<Import, 'id' | 'kind' | 'fileName' | 'status' | 'updatedAt'>>(
    `select i.id, i.kind, i.file_name as "fileName", i.status, i.updated_at as "updatedAt" from imports i
     join tenants t on t.id = $1
     where i.tenant_id = $1 and i.status = 'validated' and (i.counts ->> 'pending')::int > 0
       and not (i.mapping ->> 'on_error' = 'abort' and (i.counts ->> 'invalid')::int > 0)
       and not (t.imports_four_eyes and (i.creator_id = $2 or exists (
         select from api_tokens a where a.tenant_id = $1 and a.id = i.creator_id and a.owner_user_id = $2)))
     order by i.updated_at, i.id limit ${MAX_ITEMS}`,
    [ctx.tenantId, ctx.principal.id],
  );
  return imports.map(({ id, kind, fileName, ...one }) => ({
    ...{ id, title: fileName.slice(0, 255), priority: 'normal', company: null },
    ...(kind === 'pm' && { actions: ['ApprovePmImport', 'DiscardImport'] }),
    entity: { type: 'import', id, label: fileName },
    dueAt: discardsAt(one as Import)!.toISOString(),
  }));
}

/** The submitted time that the caller may approve: with four eyes only that of others. */
async function timeApprovals(ctx: TenantContext): Promise<SourceItem[]> {
  if (!ctx.principal.permissions.has('time_entries.approve')) return [];
  return ctx.tx.rows<SourceItem>(
    `select e.id, left(u.name || ', ' || e.minutes || ' minutes, ' || t.title, 255) as title, 'normal' as priority,
       null as "dueAt", ${COMPANY}, ${entity('time_entry', 'e.id', 't.title')}
     from time_entries e join users u on u.id = e.user_id join tasks t on t.tenant_id = $1 and t.id = e.task_id
     join tenants w on w.id = $1 ${joinCompany('e.company_id')}
     where e.tenant_id = $1 and e.status = 'submitted' and e.deleted_at is null
       and not (coalesce((w.delivery ->> 'timeFourEyes')::boolean, false) and e.user_id = $2)
     order by e.work_date, e.id limit ${MAX_ITEMS}`,
    [ctx.tenantId, ctx.principal.id],
  );
}
