// The history of the demo's records: timeline entries and audit entries for each creation, move and deletion.
import type { ActorRecord } from '../access/principal.ts';
import { type EventType, eventKind } from '../events/catalogue.ts';
import type { CompanyRow, Row } from './companies.ts';
import type { DealRow } from './deals.ts';
import type { ContactRow } from './methods.ts';
import type { Random } from './random.ts';

/** Rows of the tables of timelines and audit. There are no events, because nothing was subscribed to them. */
export interface HistoryRows {
  activities: Row[];
  links: Row[];
  audit: Row[];
}

interface HistoryEntry {
  event: EventType;
  label: string | null;
  objectId: unknown;
  at: Date;
  actor: unknown;
  links: (readonly [entity: 'company' | 'contact' | 'deal', id: unknown])[];
}

/** Draws the history of records: their creation, and the deletion of companies. */
export function drawHistory(
  random: Random,
  tenantId: string,
  records: {
    companies: readonly CompanyRow[];
    contacts: readonly ContactRow[];
    notes: readonly Row[];
  },
): HistoryRows {
  const rows: HistoryRows = { activities: [], links: [], audit: [] };
  const entries = [
    ...records.companies.flatMap(companyHistory),
    ...records.contacts.map(contactHistory),
    ...records.notes.map(noteHistory),
  ];
  for (const entry of entries) addEntry(random, tenantId, rows, entry);
  return rows;
}

/** Draws the history of deals: their creation and their moves. */
export function drawDealHistory(
  random: Random,
  tenantId: string,
  records: { deals: readonly DealRow[]; entries: readonly Row[] },
): HistoryRows {
  const rows: HistoryRows = { activities: [], links: [], audit: [] };
  for (const entry of dealHistory(records.deals, records.entries)) addEntry(random, tenantId, rows, entry);
  return rows;
}

function companyHistory(company: CompanyRow): HistoryEntry[] {
  const { id, name, created_at, created_by, deleted_at, merged_into_id, updated_by } = company;
  // The timeline of a merged company is part of that of the remaining one.
  const links = [['company', merged_into_id ?? id] as const];
  const created: HistoryEntry = {
    label: name,
    objectId: id,
    links,
    event: 'company.created',
    at: created_at,
    actor: created_by,
  };
  if (!deleted_at) return [created];
  const ended: Pick<HistoryEntry, 'event' | 'objectId'> = merged_into_id
    ? { event: 'company.merged', objectId: merged_into_id }
    : { event: 'company.deleted', objectId: id };
  return [created, { ...created, ...ended, at: deleted_at, actor: updated_by }];
}

function contactHistory({ id, display_name, company_id, created_at, created_by }: ContactRow): HistoryEntry {
  const links: HistoryEntry['links'] = [
    ['contact', id],
    ...(company_id ? [['company', company_id] as const] : []),
  ];
  return {
    event: 'contact.created',
    label: display_name,
    objectId: id,
    at: created_at,
    actor: created_by,
    links,
  };
}

function noteHistory({ id, company_id, contact_id, created_at, created_by }: Row): HistoryEntry {
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

/** Returns the creation of each deal in its first stage, and a move for each further stage. */
function dealHistory(deals: readonly DealRow[], entries: readonly Row[]): HistoryEntry[] {
  const steps = Map.groupBy(entries, ({ deal_id }) => deal_id);
  return deals.flatMap(({ id, name, company_id }) =>
    steps.get(id)!.map((entry, index, all): HistoryEntry => {
      const previous = all[index - 1];
      return {
        event: previous ? moveEvent(previous, entry) : 'deal.created',
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

function moveEvent(previous: Row, { status }: Row): EventType {
  if (status !== 'open') return status === 'won' ? 'deal.won' : 'deal.lost';
  return previous.status === 'open' ? 'deal.stage_changed' : 'deal.reopened';
}

function addEntry(
  random: Random,
  tenantId: string,
  rows: HistoryRows,
  { event, label, objectId, at, actor, links }: HistoryEntry,
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
