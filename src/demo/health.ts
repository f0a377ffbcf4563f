// The history of the health of a demo workspace: a snapshot a day, whose shares of late work wander.
import type { HealthFigures } from '../domains/tenant-health/figures.ts';
import type { Row } from './companies.ts';
import { daysBefore, type Random } from './random.ts';

const DAYS = 90;
/** How far a share moves from one day to the next. */
const STEP = 0.04;
const CENTS = 100;

/** The numbers of records that the snapshots speak of. */
interface Sizes {
  tasks: number;
  projects: number;
  deals: number;
  contacts: number;
}

/** Draws the snapshots of the days before today. */
export function drawHealth(
  random: Random,
  { tenantId, currency, sizes }: { tenantId: string; currency: string; sizes: Sizes },
  now: Date,
): Row[] {
  const shares = { tasks: 0.25, projects: 0.2, balance: 0.3, deals: 0.35, contacts: 0.4 };
  return Array.from({ length: DAYS }, (_, index) => {
    for (const name of Object.keys(shares) as (keyof typeof shares)[])
      shares[name] = Math.min(0.8, Math.max(0, shares[name] + (2 * random.next() - 1) * STEP));
    const at = daysBefore(now, DAYS - index);
    return {
      tenant_id: tenantId,
      id: random.id(at),
      date: at.toISOString().slice(0, 10),
      figures: figuresOf(random, { shares, sizes, currency }),
      created_at: at,
      updated_at: at,
    };
  });
}

function figuresOf(
  random: Random,
  {
    shares,
    sizes,
    currency,
  }: { shares: Record<keyof Sizes | 'balance', number>; sizes: Sizes; currency: string },
): HealthFigures {
  const part = (name: keyof Sizes) => Math.round(shares[name] * sizes[name]);
  const openInvoices = random.int(8, 14);
  const openBalance = openInvoices * random.int(900, 2400) * CENTS;
  const overdueBalance = Math.round(shares.balance * openBalance);
  return {
    open_tasks: sizes.tasks,
    overdue_open_tasks: part('tasks'),
    active_projects: sizes.projects,
    off_track_projects: part('projects'),
    unbilled_entries: random.int(0, 12),
    open_invoices: openInvoices,
    overdue_invoices: Math.round(shares.balance * openInvoices),
    open_balance: (openBalance / CENTS).toFixed(4),
    overdue_balance: (overdueBalance / CENTS).toFixed(4),
    currency,
    expiring_quotes: random.int(0, 3),
    open_tickets: random.int(8, 14),
    breached_open: random.int(0, 2),
    at_risk_open: random.int(0, 3),
    open_deals: sizes.deals,
    stale_open_deals: part('deals'),
    contacts_with_cadence: sizes.contacts,
    within_cadence: sizes.contacts - part('contacts'),
    endpoints: 1,
    failing_endpoints: 0,
    finished_jobs: random.int(0, 6),
    failed_jobs: 0,
    expiring_envelopes: random.int(0, 2),
  };
}
