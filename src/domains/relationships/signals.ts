// What the history of a contact says of the relationship, worked out when it is read (service.md 2.7; crm.md section 5).
import { createHash } from 'node:crypto';
import type { FieldGovernance } from '../../access/governance.ts';
import { mayRead } from '../../access/redaction.ts';
import type { TenantContext } from '../../context.ts';
import { loaderOf } from '../../lists/loaders.ts';
import type { RecencyBand } from './model.ts';
import { bandOf } from './rules.ts';

/** The channels that interactions are counted by. */
const CHANNELS = ['email', 'phone', 'sms', 'chat', 'video', 'inPerson', 'social', 'room'] as const;
/** What an agent must not make of what it reads (service.md 4.1). */
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

/** The rows `l` and `a` of the interactions with contact `c`, in the order that the index of interactions holds them. */
const OF_CONTACT = `l.tenant_id = $1 and l.entity = 'contact' and l.entity_id = c.id and l.live`;
export const INTERACTIONS = `activity_links l join activities a on a.tenant_id = l.tenant_id and a.id = l.activity_id
  where ${OF_CONTACT} and l.is_interaction`;

/** The last meaningful touch of contact `c`; `$2` is now. The index alone answers it. */
export const LAST_TOUCH = `
  select l.activity_id as id, l.occurred_at as at from activity_links l
  where ${OF_CONTACT} and l.is_interaction and l.is_touch and l.occurred_at <= $2
  order by l.occurred_at desc, l.activity_id desc limit 1`;

/** The next planned interaction with contact `c`. */
export const NEXT_TOUCH = `
  select a.id, l.occurred_at as at from ${INTERACTIONS} and l.occurred_at > $2 and a.status = 'planned'
  order by l.occurred_at, l.activity_id limit 1`;

/** How often contact `c` and we met, by channel; a call without one was by phone, a meeting in person. */
const COUNTS = `
  select coalesce(json_object_agg(channel, n), '{}') as by_channel from (
    select case a.type when 'email' then 'email' when 'room' then 'room' else coalesce(a.channel,
      case a.type when 'call' then 'phone' when 'message' then 'chat' else 'in_person' end) end as channel, count(*) as n
    from ${INTERACTIONS} and l.occurred_at <= $2 and coalesce(a.status, 'held') = 'held'
      and a.direction is distinct from 'internal'
    group by 1) counted`;

/** The open action items on the activities of contact `c`. */
const STEPS = `
  select count(*) as n, string_agg(i.id || ' ' || i.version, ',' order by i.id) as rows
  from activity_links l join action_items i on i.tenant_id = l.tenant_id and i.activity_id = l.activity_id
  where ${OF_CONTACT} and i.status = 'open' and i.deleted_at is null`;

/** A further source of interactions joins the fragments above, and nothing else. */
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

/** The signals of a contact; one statement for all contacts of a page. */
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

/** A name for a state of the evidence: of ids, times and numbers, never of text (crm.md section 5). */
export function evidenceVersion(parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}

/** The fields of the context that no class binds further. */
const ORDINARY = ['desired_cadence_days', 'preferred_channel', 'steward_user_id'];
const GOVERNED = {
  relationship_intent: 'relationshipIntent',
  interests: 'interests',
  context_notes: 'contextNotes',
};

/** The rules that bind whoever reads the summary of a contact (crm.md section 5, Governance). */
export async function governanceOf(ctx: TenantContext, contactId: string): Promise<RelationshipGovernance> {
  const { principal, services, now } = ctx;
  const governed = Object.entries(GOVERNED).map(
    ([name, field]) => [name, services.governed.get(field)!] as const,
  );
  const { evidenceVersion: version } = await signalsOf(ctx, contactId);
  return {
    policyVersion: '1',
    classifications: Object.fromEntries([
      ...ORDINARY.map((name) => [name, 'ordinary_crm'] as const),
      ...governed.map(([name, governance]) => [name, governance.class] as const),
    ]),
    redactedFields: governed.filter(([, one]) => !mayRead(one, principal)).map(([name]) => name),
    principalType: principal.kind,
    generatedAt: now,
    evidenceVersion: version,
    agentLimits: AGENT_LIMITS,
    source: 'derived',
  };
}
