// What each write of the demo would have left behind: a line on the timelines and an entry in the audit log.
import type { ActorRecord } from '../access/principal.ts';
import { type EventType, eventKind } from '../events/catalogue.ts';
import type { CompanyRow, Row } from './companies.ts';
import type { DealRow } from './deals.ts';
import type { ContactRow } from './methods.ts';
import type { Random } from './random.ts';

/** Everything that stands in the tables of timelines and audit. There are no events: nobody was subscribed. */
export interface TraceRows {
  activities: Row[];
  links: Row[];
  audit: Row[];
}

interface Trace {
  event: EventType;
  label: string | null;
  objectId: unknown;
  at: Date;
  actor: unknown;
  links: (readonly [entity: 'company' | 'contact' | 'deal', id: unknown])[];
}

/** The traces of creating these records, and of the deletions among them. */
export function drawTraces(
  random: Random,
  tenantId: string,
  records: {
    companies: readonly CompanyRow[];
    contacts: readonly ContactRow[];
    notes: readonly Row[];
  },
): TraceRows {
  const rows: TraceRows = { activities: [], links: [], audit: [] };
  const traces = [
    ...records.companies.flatMap(ofCompany),
    ...records.contacts.map(ofContact),
    ...records.notes.map(ofNote),
  ];
  for (const trace of traces) leave(random, tenantId, rows, trace);
  return rows;
}

/** The traces of deals and of their moves. */
export function drawDealTraces(
  random: Random,
  tenantId: string,
  records: { deals: readonly DealRow[]; entries: readonly Row[] },
): TraceRows {
  const rows: TraceRows = { activities: [], links: [], audit: [] };
  for (const trace of ofDeals(records.deals, records.entries)) leave(random, tenantId, rows, trace);
  return rows;
}

function ofCompany(company: CompanyRow): Trace[] {
  const { id, name, created_at, created_by, deleted_at, merged_into_id, updated_by } = company;
  // What stood on the timeline of a company that was merged away stands on that of the other one.
  const links = [['company', merged_into_id ?? id] as const];
  const created: Trace = {
    label: name,
    objectId: id,
    links,
    event: 'company.created',
    at: created_at,
    actor: created_by,
  };
  if (!deleted_at) return [created];
  const ended: Pick<Trace, 'event' | 'objectId'> = merged_into_id
    ? { event: 'company.merged', objectId: merged_into_id }
    : { event: 'company.deleted', objectId: id };
  return [created, { ...created, ...ended, at: deleted_at, actor: updated_by }];
}

function ofContact({ id, display_name, company_id, created_at, created_by }: ContactRow): Trace {
  const links: Trace['links'] = [['contact', id], ...(company_id ? [['company', company_id] as const] : [])];
  return {
    event: 'contact.created',
    label: display_name,
    objectId: id,
    at: created_at,
    actor: created_by,
    links,
  };
}

function ofNote({ id, company_id, contact_id, created_at, created_by }: Row): Trace {
  const link = company_id ? (['company', company_id] as const) : (['contact', contact_id] as const);
  return {
    event: 'note.added',
    label: null,
    objectId: id,
    at: created_at as Date,
    actor: created_by,
    links: [link],
  };
}

/** A deal is created in its first stage; each further one is a move. */
function ofDeals(deals: readonly DealRow[], entries: readonly Row[]): Trace[] {
  const steps = Map.groupBy(entries, ({ deal_id }) => deal_id);
  return deals.flatMap(({ id, name, company_id }) =>
    steps.get(id)!.map((entry, index, all): Trace => {
      const former = all[index - 1];
      return {
        event: former ? moveEvent(former, entry) : 'deal.created',
        label: name,
        objectId: id,
        at: entry.entered_at as Date,
        actor: entry.actor,
        links: [
          ['deal', id],
          ['company', company_id],
        ],
      };
    }),
  );
}

function moveEvent(former: Row, { status }: Row): EventType {
  if (status !== 'open') return status === 'won' ? 'deal.won' : 'deal.lost';
  return former.status === 'open' ? 'deal.stage_changed' : 'deal.reopened';
}

function leave(
  random: Random,
  tenantId: string,
  rows: TraceRows,
  { event, label, objectId, at, actor, links }: Trace,
): void {
  const { object, line } = eventKind(event);
  const activityId = random.id(at);
  rows.activities.push({
    tenant_id: tenantId,
    id: activityId,
    type: 'system',
    subject: label ? `${line}: ${label}` : line,
    occurred_at: at,
    actor,
    source: 'system',
    event,
    created_at: at,
  });
  for (const [entity, id] of links) {
    rows.links.push({ tenant_id: tenantId, entity, entity_id: id, occurred_at: at, activity_id: activityId });
  }
  rows.audit.push({
    tenant_id: tenantId,
    id: random.id(at),
    occurred_at: at,
    actor,
    actor_id: (actor as ActorRecord).id,
    action: event,
    surface: 'rest',
    target_type: object,
    target_id: objectId,
    target_label: label,
    outcome: 'success',
    changes: [],
  });
}
