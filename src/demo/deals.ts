// The deals of a demo workspace and their stages: open, stalled, won, lost, reopened and renewed ones.
import { DEFAULT_STAGES } from '../domains/deals/rules.ts';
import type { CompanyRow, Row } from './companies.ts';
import type { ContactRow } from './methods.ts';
import { daysBefore, type Random } from './random.ts';
import { actor, type Staff } from './staff.ts';
import type { DemoWorkspace } from './workspaces.ts';

/** A row of the table deals, with types for the columns that the rest of the demo reads. */
export interface DealRow {
  id: string;
  name: string;
  company_id: string;
  status: string;
  created_at: Date;
  created_by: unknown;
  [column: string]: unknown;
}

/** Rows of the tables of deals. */
export interface DealRows {
  deals: DealRow[];
  contacts: Row[];
  entries: Row[];
}

const PROJECTS: Readonly<Record<DemoWorkspace['trade'], readonly string[]>> = {
  wholesale: [
    'warehouse rollout',
    'EDI connection',
    'mobile stock-taking',
    'licence extension',
    'webshop interface',
    'second site',
    'move from the old system',
    'training days',
  ],
  studio: ['visual identity', 'signage', 'packaging range', 'annual report', 'exhibition', 'website'],
};
const NEXT_STEPS = [
  'Send the revised offer',
  'Demo with the head of logistics',
  'Wait for the budget round',
  'Visit the site',
  'Reference call',
  'Clarify the interfaces',
];
const ROLES = ['decision_maker', 'champion', 'influencer', 'economic_buyer', 'user', 'blocker'];
const LOST_REASONS = {
  price: 30,
  no_decision: 22,
  competitor: 18,
  no_budget: 12,
  timing: 10,
  lost_contact: 8,
};
const OUTCOMES = { open: 42, stalled: 10, won: 24, lost: 19, reopened: 5 };
const OPEN_STAGES = DEFAULT_STAGES.filter(({ category }) => category === 'open');
const CONTRACT_TERMS = {
  contract_model: 'fixed_price',
  billing_frequency: 'on_completion',
  pricing_basis: 'flat_fee',
  revenue_recognition: 'percentage_of_completion',
  value_basis: 'total_contract',
  has_overages: false,
  includes_pass_through_costs: false,
};

interface Setting {
  workspace: DemoWorkspace;
  staff: Staff;
  pipelineId: string;
  now: Date;
}

/** Draws the deals of a workspace: about one for every two companies. */
export function drawDeals(
  random: Random,
  setting: Setting,
  records: { companies: readonly CompanyRow[]; contacts: readonly ContactRow[] },
): DealRows {
  const rows: DealRows = { deals: [], contacts: [], entries: [] };
  const newest = daysBefore(setting.now, 5);
  const companies = records.companies.filter(
    ({ deleted_at, created_at }) => !deleted_at && created_at < newest,
  );
  const people = Map.groupBy(records.contacts, ({ company_id }) => company_id);
  for (let count = Math.round(setting.workspace.companies / 2); count > 0; count -= 1) {
    const company = random.pick(companies);
    const deal = drawDeal(random, setting, company, rows);
    for (const contact of random.some(people.get(company.id) ?? [], 2))
      rows.contacts.push(participant(random, deal, contact));
  }
  return rows;
}

function drawDeal(random: Random, setting: Setting, company: CompanyRow, rows: DealRows): DealRow {
  const { workspace, staff, pipelineId, now } = setting;
  const since = new Date(Math.max(company.created_at.getTime(), daysBefore(now, 540).getTime()));
  const createdAt = random.workday(since, daysBefore(now, 3));
  const seller = staff.seller(random);
  const steps = drawSteps(random, createdAt, now);
  const last = steps.at(-1)!;
  const stage = DEFAULT_STAGES.find(({ key }) => key === last.stage)!;
  const closedAt = stage.category === 'open' ? null : last.at;
  const predecessor = rows.deals.find(
    ({ company_id, status, created_at }) =>
      company_id === company.id && status === 'won' && created_at < createdAt,
  );
  const probability = stage.category === 'open' && random.chance(0.1) ? random.int(5, 95) : undefined;
  const amount = random.int(8, 900) * (workspace.currency === 'SEK' ? 1000 : 100);
  const author = actor(seller);
  const deal: DealRow = {
    tenant_id: staff.tenantId,
    id: random.id(createdAt),
    version: steps.length,
    name: `${company.name}: ${random.pick(PROJECTS[workspace.trade])}`,
    company_id: company.id,
    value: stage.category === 'won' || random.chance(0.92) ? String(amount) : null,
    currency: random.chance(0.08) ? 'USD' : workspace.currency,
    pipeline_id: pipelineId,
    stage: stage.key,
    status: stage.category,
    probability: probability ?? stage.probability,
    probability_override: probability !== undefined,
    kind: predecessor ? 'renewal' : random.weighted({ new_business: 75, expansion: 20, other: 5 }),
    expected_close_on: day(new Date((closedAt ?? now).getTime() + random.int(-15, 110) * 86_400_000)),
    stage_entered_at: last.at,
    closed_at: closedAt,
    lost_reason: last.lostReason,
    lost_note: null,
    next_step: stage.category === 'open' && random.chance(0.6) ? random.pick(NEXT_STEPS) : null,
    owner_user_id: seller.id,
    source: random.weighted({ manual: 85, api: 10, import: 5 }),
    predecessor_deal_id: predecessor?.id ?? null,
    ...Object.fromEntries(Object.keys(CONTRACT_TERMS).map((field) => [field, null])),
    ...(stage.category === 'won' && random.chance(0.6) && CONTRACT_TERMS),
    tags: random.chance(0.15) ? ['fair 2025'] : [],
    custom_fields: {},
    created_at: createdAt,
    updated_at: last.at,
    created_by: author,
    updated_by: author,
  };
  rows.deals.push(deal);
  rows.entries.push(...entriesOf(random, deal, steps));
  return deal;
}

interface Step {
  stage: string;
  at: Date;
  lostReason: string | null;
  reason: string | null;
}

/** Draws the stages that a deal goes through from its creation; a stalled deal last moved months ago. */
function drawSteps(random: Random, createdAt: Date, now: Date): Step[] {
  const outcome = random.weighted(OUTCOMES);
  const stages = OPEN_STAGES.slice(0, random.int(1, OPEN_STAGES.length)).map(({ key }) => key);
  if (outcome === 'won') stages.push('closed_won');
  if (outcome === 'lost' || outcome === 'reopened') stages.push('closed_lost');
  if (outcome === 'reopened') stages.push('proposal');
  const span = (now.getTime() - createdAt.getTime()) * (outcome === 'stalled' ? 0.3 : 0.95);
  return stages.map((stage, index) => ({
    stage,
    at: new Date(createdAt.getTime() + Math.floor((span * index) / stages.length)),
    lostReason: stage === 'closed_lost' ? random.weighted(LOST_REASONS) : null,
    reason: index > 0 && stages[index - 1] === 'closed_lost' ? 'They came back with a new budget.' : null,
  }));
}

function entriesOf(random: Random, deal: DealRow, steps: Step[]): Row[] {
  return steps.map(({ stage, at, reason, lostReason }, index) => {
    const { label, category } = DEFAULT_STAGES.find(({ key }) => key === stage)!;
    return {
      tenant_id: deal.tenant_id,
      id: random.id(at),
      deal_id: deal.id,
      pipeline_id: deal.pipeline_id,
      stage,
      label,
      status: category,
      entered_at: at,
      left_at: steps[index + 1]?.at ?? null,
      actor: deal.created_by,
      reason,
      lost_reason: lostReason,
      lost_note: null,
      created_at: at,
      updated_at: steps[index + 1]?.at ?? at,
    };
  });
}

function participant(random: Random, deal: DealRow, contact: ContactRow): Row {
  return {
    tenant_id: deal.tenant_id,
    id: random.id(deal.created_at),
    deal_id: deal.id,
    contact_id: contact.id,
    role: random.pick(ROLES),
    created_at: deal.created_at,
    updated_at: deal.created_at,
  };
}

function day(at: Date): string {
  return at.toISOString().slice(0, 10);
}
