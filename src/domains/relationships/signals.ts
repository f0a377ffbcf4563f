// Relationship signals, computed from the history of a contact at read time (service.md 2.7; crm.md section 5).
import { createHash } from 'node:crypto';
import type { FieldGovernance } from '../../access/governance.ts';
import { mayRead } from '../../access/redaction.ts';
import type { TenantContext } from '../../context.ts';
import { loaderOf } from '../../lists/loaders.ts';
import { noteRelationshipRead } from './agent-outreach.ts';
import type { RecencyBand } from './model.ts';
import { bandOf } from './rules.ts';

/** The channels by which interactions are counted. */
const CHANNELS = ['email', 'phone', 'sms', 'chat', 'video', 'inPerson', 'social', 'room'] as const;
/** What agents must not do on the basis of signals (service.md 4.1). */
const AGENT_LIMITS = ['no_send', 'no_schedule', 'no_recipient_selection', 'no_disposition'];

export interface RelationshipSignals {
  lastMeaningfulTouchAt: Date | null;
  nextScheduledTouchAt: Date | null;
  unresolvedNextSteps: number;
  recencyBand: RecencyBand;
  interactionCounts: Record<(typeof CHANNELS)[number], number>;
  evidenceVersion: string;
}

export interface RelationshipGovernance {
  policyVersion: string;
  classifications: Record<string, FieldGovernance['class']>;
  redactedFields: string[];
  principalType: string;
  generatedAt: Date;
  evidenceVersion: string;
  agentLimits: string[];
  source: 'derived';
}

/**
 * SQL conditions and sources for the interactions with contact `c`, as rows `l` and `a`; the interactions index
 * serves them.
 */
const OF_CONTACT = `l.tenant_id = $1 and l.entity = 'contact' and l.entity_id = c.id and l.live`;
export const INTERACTIONS = `activity_links l join activities a on a.tenant_id = l.tenant_id and a.id = l.activity_id
  where ${OF_CONTACT} and l.is_interaction`;

/** SQL query: the last meaningful touch of contact `c`, with `$2` as now; an index-only scan. */
export const LAST_TOUCH = `
  select l.activity_id as id, l.occurred_at as at from activity_links l
  where ${OF_CONTACT} and l.is_interaction and l.is_touch and l.occurred_at <= $2
  order by l.occurred_at desc, l.activity_id desc limit 1`;

/** SQL query: the next planned interaction with contact `c`. */
export const NEXT_TOUCH = `
  select a.id, l.occurred_at as at from ${INTERACTIONS} and l.occurred_at > $2 and a.status = 'planned'
  order by l.occurred_at, l.activity_id limit 1`;

/**
 * SQL query: the number of interactions with contact `c` by channel; by default calls are phone and meetings in
 * person.
 */
const COUNTS = `
  select coalesce(json_object_agg(channel, n), '{}') as by_channel from (
    select case a.type when 'email' then 'email' when 'room' then 'room' else coalesce(a.channel,
      case a.type when 'call' then 'phone' when 'message' then 'chat' else 'in_person' end) end as channel, count(*) as n
    from ${INTERACTIONS} and l.occurred_at <= $2 and coalesce(a.status, 'held') = 'held'
      and a.direction is distinct from 'internal'
    group by 1) counted`;

/** SQL query: the open action items of the activities with contact `c`. */
const STEPS = `
  select count(*) as n, string_agg(i.id || ' ' || i.version, ',' order by i.id) as rows
  from activity_links l join action_items i on i.tenant_id = l.tenant_id and i.activity_id = l.activity_id
  where ${OF_CONTACT} and i.status = 'open' and i.deleted_at is null`;

/** SQL statement of all signals. To add a source of interactions, extend the fragments above. */
const SIGNALS = `
  select c.id, touch.id as touch_id, touch.at as touch_at, next.id as next_id, next.at as next_at,
    steps.n as steps, steps.rows as step_rows, counts.by_channel
  from unnest($3::uuid[]) as c(id)
  left join lateral (${LAST_TOUCH}) touch on true
  left join lateral (${NEXT_TOUCH}) next on true
  cross join lateral (${STEPS}) steps
  cross join lateral (${COUNTS}) counts`;

interface SignalRow {
  id: string;
  touch_id: string | null;
  touch_at: Date | null;
  next_id: string | null;
  next_at: Date | null;
  steps: number;
  step_rows: string | null;
  by_channel: Record<string, number>;
}

/** Loads the signals of a contact, with one statement for all contacts of a page. */
export function signalsOf(ctx: TenantContext, contactId: string): Promise<RelationshipSignals> {
  return loaderOf<string, RelationshipSignals>(ctx, 'relationships.signals', async (ids) => {
    const rows = await ctx.tx.rows<SignalRow>(SIGNALS, [ctx.tenantId, ctx.now, ids]);
    const found = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => toSignals(found.get(id)!, ctx.now));
  }).load(contactId);
}

function toSignals(row: SignalRow, now: Date): RelationshipSignals {
  const { touch_id, touch_at, next_id, next_at, steps, step_rows, by_channel } = row;
  const counted = { ...by_channel, inPerson: by_channel.in_person };
  return {
    lastMeaningfulTouchAt: touch_at,
    nextScheduledTouchAt: next_at,
    unresolvedNextSteps: steps,
    recencyBand: bandOf(touch_at, now),
    interactionCounts: Object.fromEntries(
      CHANNELS.map((channel) => [channel, (counted as Record<string, number>)[channel] ?? 0]),
    ) as RelationshipSignals['interactionCounts'],
    evidenceVersion: evidenceVersion([touch_id, touch_at, next_id, next_at, step_rows, by_channel]),
  };
}

/** Returns a hash of the evidence: ids, times and numbers, never text (crm.md section 5). */
export function evidenceVersion(parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** The fields of the context that are not governed. */
const UNGOVERNED = ['desired_cadence_days', 'preferred_channel', 'steward_user_id'];
const GOVERNED = {
  relationship_intent: 'relationshipIntent',
  interests: 'interests',
  context_notes: 'contextNotes',
};

/** Returns the governance that applies to readers of a contact's summary (crm.md section 5, Governance). */
export async function governanceOf(ctx: TenantContext, contactId: string): Promise<RelationshipGovernance> {
  const { principal, services, now } = ctx;
  const governed = Object.entries(GOVERNED).map(
    ([name, field]) => [name, services.governed.get(field)!] as const,
  );
  const { evidenceVersion: version } = await signalsOf(ctx, contactId);
  return {
    policyVersion: '1',
    classifications: Object.fromEntries([
      ...UNGOVERNED.map((name) => [name, 'ordinary_crm'] as const),
      ...governed.map(([name, governance]) => [name, governance.class] as const),
    ]),
    redactedFields: governed
      .filter(([, governance]) => !mayRead(governance, principal))
      .map(([name]) => name),
    principalType: principal.kind,
    generatedAt: now,
    evidenceVersion: version,
    agentLimits: AGENT_LIMITS,
    source: 'derived',
  };
}

/** Returns the signals of a contact to a caller, and notes that an agent has read them. */
export function readSignals(ctx: TenantContext, contactId: string): ReturnType<typeof signalsOf> {
  noteRelationshipRead(ctx, contactId);
  return signalsOf(ctx, contactId);
}
