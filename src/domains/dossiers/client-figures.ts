// What delivery and billing say of clients: counts and sums, each part one statement for all clients of an answer.
import { sectionRefusal } from '../../access/sections.ts';
import type { TenantContext } from '../../context.ts';
import { loaderOf } from '../../lists/loaders.ts';
import { dayOf } from '../days.ts';
import { formatMoney } from '../money.ts';
import { healthSql } from '../projects/health.ts';
import { OPEN_STATUSES, slaStateSql } from '../support/kind.ts';

/** An amount in one currency. */
export interface CurrencyAmount {
  currency: string;
  amount: string;
}

/** The projects of a client. */
export interface ProjectFigures {
  open: number;
  active: number;
  offTrack: number;
  milestones: number;
}

/** The open tasks of a client. */
export interface TaskFigures {
  open: number;
  overdue: number;
}

/** What a client owes, and what it has to its credit. */
export interface Receivables {
  balances: CurrencyAmount[];
  overdue: CurrencyAmount[];
  credits: CurrencyAmount[];
  invoices: number;
  /** The part of what is owed that is overdue, in the base currency: 0 to 1. */
  overdueShare: number;
}

/** Returns whether the caller may read the records of a list. */
function mayRead(ctx: TenantContext, list: string): boolean {
  return !sectionRefusal(ctx, { name: list, list, isBuilt: true });
}

/**
 * Defines a part of the figures: one statement for all clients of an answer, null for callers who may not read it.
 * @param statement `$1` is the workspace, `$2` the ids of companies, `$3` the day of the workspace,
 *   `$4` the time
 */
function part<Row extends { id: string }, T>(
  list: string,
  statement: string,
  read: (rows: readonly Row[]) => T,
): (ctx: TenantContext, companyId: string) => Promise<T | null> {
  return async (ctx, companyId) => {
    if (!mayRead(ctx, list)) return null;
    return loaderOf<string, T>(ctx, `dossiers.figures.${list}`, async (ids) => {
      const today = dayOf(ctx.now, ctx.principal.timeZone);
      const values = [ctx.tenantId, ids, today, ...(statement.includes('$4') ? [ctx.now] : [])];
      const rows = await ctx.tx.rows<Row>(statement, values);
      const groups = Map.groupBy(rows, ({ id }) => id);
      return ids.map((id) => read(groups.get(id) ?? []));
    }).load(companyId);
  };
}

const PROJECTS = `
  select w.id, p.open, p.active, p."offTrack", m.milestones from unnest($2::uuid[]) w(id)
  cross join lateral (select count(*) filter (where p.status in ('planned', 'active', 'on_hold')) as open,
      count(*) filter (where p.status = 'active') as active,
      count(*) filter (where p.status = 'active' and (${healthSql('p', '$3::date')}) = 'off_track') as "offTrack"
    from projects p where p.tenant_id = $1 and p.company_id = w.id and p.deleted_at is null) p
  cross join lateral (select count(*) as milestones from milestones m join projects o on o.tenant_id = $1 and o.id = m.project_id
    where m.tenant_id = $1 and o.company_id = w.id and o.deleted_at is null and o.status = 'active'
      and m.deleted_at is null and m.status = 'open') m`;

/** Counts the projects of a client, and the open milestones of its active ones. */
export const projectFigures = part<ProjectFigures & { id: string }, ProjectFigures>(
  'ListProjects',
  PROJECTS,
  ([row]) => row!,
);

const TASKS = `
  select w.id, t.open, t.overdue from unnest($2::uuid[]) w(id)
  cross join lateral (select count(*) as open, count(*) filter (where t.due_date < $3::date) as overdue from tasks t
    where t.tenant_id = $1 and t.company_id = w.id and t.deleted_at is null and t.status not in ('done', 'cancelled')) t`;

/** Counts the open tasks of a client and its projects. */
export const taskFigures = part<TaskFigures & { id: string }, TaskFigures>(
  'ListTasks',
  TASKS,
  ([row]) => row!,
);

/** The open tickets of a client. */
export interface TicketFigures {
  open: number;
  breached: number;
  atRisk: number;
}

const TICKETS = `
  select w.id, t.open, t.breached, t."atRisk" from unnest($2::uuid[]) w(id)
  cross join lateral (select count(*)::int as open, (count(*) filter (where s.state = 'breached'))::int as breached,
      (count(*) filter (where s.state = 'at_risk'))::int as "atRisk" from support_tickets k
    cross join lateral (select ${slaStateSql('k', '$4::timestamptz')} as state) s
    where k.tenant_id = $1 and k.company_id = w.id and k.deleted_at is null and k.status in ${OPEN_STATUSES}) t
  where $3::date is not null`;

/** Counts the open tickets of a client, and those at risk of missing their service level. */
export const ticketFigures = part<TicketFigures & { id: string }, TicketFigures>(
  'ListTickets',
  TICKETS,
  ([row]) => row!,
);

const UNBILLED = `
  select e.company_id as id, e.currency, sum(e.minutes)::int as minutes, round(sum(e.minutes * coalesce(e.rate, 0)) / 60, 8)::text as amount
  from time_entries e where e.tenant_id = $1 and e.company_id = any($2) and $3::date is not null and e.deleted_at is null
    and e.billable and not e.running and e.status <> 'rejected' and e.invoice_id is null
  group by 1, 2 order by 2`;

/** The billable time of a client that no document bills: by currency, with exact amounts. */
export const unbilledTime = part<
  CurrencyAmount & { id: string; minutes: number },
  readonly (CurrencyAmount & { minutes: number })[]
>('ListTimeEntries', UNBILLED, (rows) => rows);

const RECEIVABLES = `
  select i.company_id as id, 'balance' as kind, i.currency, sum(i.balance)::text as amount,
    coalesce(sum(i.balance) filter (where i.due_date < $3::date), 0)::text as overdue, count(*)::int as invoices,
    coalesce(sum(i.balance * coalesce(i.exchange_rate, 1)), 0)::float as base,
    coalesce(sum(i.balance * coalesce(i.exchange_rate, 1)) filter (where i.due_date < $3::date), 0)::float as late
  from invoices i where i.tenant_id = $1 and i.company_id = any($2) and i.document_type = 'invoice'
    and i.status in ('issued', 'partially_paid') and i.balance > 0 group by 1, 3
  union all
  select c.id, 'credit', c.currency, sum(c.amount)::text, '0', 0, 0, 0 from (
    select n.company_id as id, n.currency, n.credit_remaining as amount from invoices n
    where n.tenant_id = $1 and n.company_id = any($2) and n.document_type = 'credit_note' and n.status = 'issued'
    union all
    select k.company_id, k.currency, k.amount from client_credits k where k.tenant_id = $1 and k.company_id = any($2)) c
  group by 1, 3 having sum(c.amount) > 0 order by 3`;

interface ReceivableRow extends CurrencyAmount {
  id: string;
  kind: 'balance' | 'credit';
  overdue: string;
  invoices: number;
  base: number;
  late: number;
}

/** What a client owes and has to its credit, by currency; currencies with nothing are left out. */
export const receivables = part<ReceivableRow, Receivables>('ListInvoices', RECEIVABLES, (rows) => {
  const amounts = (kind: ReceivableRow['kind']) =>
    rows
      .filter((row) => row.kind === kind)
      .map(({ currency, amount }) => ({ currency, amount: formatMoney(amount, currency) }));
  const sum = (name: 'invoices' | 'base' | 'late') => rows.reduce((total, row) => total + row[name], 0);
  return {
    balances: amounts('balance'),
    overdue: rows
      .filter(({ overdue }) => Number(overdue) > 0)
      .map(({ currency, overdue }) => ({ currency, amount: formatMoney(overdue, currency) })),
    credits: amounts('credit'),
    invoices: sum('invoices'),
    overdueShare: sum('base') ? sum('late') / sum('base') : 0,
  };
});
