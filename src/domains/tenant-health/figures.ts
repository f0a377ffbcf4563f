// The figures of the health of a workspace: one statement for each module, over all of its live records.
import type { TenantContext } from '../../context.ts';
import { settleAll } from '../../db/transaction.ts';
import { dayOf } from '../days.ts';
import { healthSql } from '../projects/health.ts';
import { LAST_TOUCH } from '../relationships/signals.ts';
import { OPEN_STATUSES, slaStateSql } from '../support/kind.ts';

/** What the components and the checks count, in wire form. Amounts are exact decimals. */
export interface HealthFigures {
  open_tasks: number;
  overdue_open_tasks: number;
  active_projects: number;
  off_track_projects: number;
  unbilled_entries: number;
  open_invoices: number;
  overdue_invoices: number;
  open_balance: string;
  overdue_balance: string;
  currency: string;
  expiring_quotes: number;
  open_tickets: number;
  breached_open: number;
  at_risk_open: number;
  open_deals: number;
  stale_open_deals: number;
  contacts_with_cadence: number;
  within_cadence: number;
  endpoints: number;
  failing_endpoints: number;
  finished_jobs: number;
  failed_jobs: number;
  expiring_envelopes: number;
}

/** SQL times: since when an open deal without activity is stale (14 days), and a day ago; in hours, because days depend on a time zone. */
const STALE_SINCE = `$2::timestamptz - interval '336 hours'`;
const DAY_AGO = `$2::timestamptz - interval '24 hours'`;

/** Gives the parameters their types, also those that a statement does not use: the workspace, now, and its day. */
const PARAMETERS = 'with parameters as (select $1::uuid, $2::timestamptz, $3::date)';

const DELIVERY = `
  select t.*, p.*, e.* from
    (select count(*)::int as open_tasks, (count(*) filter (where t.due_date < $3::date))::int as overdue_open_tasks
      from tasks t where t.tenant_id = $1 and t.deleted_at is null and t.status not in ('done', 'cancelled')) t,
    (select count(*)::int as active_projects, (count(*) filter (where (${healthSql('p', '$3::date')}) = 'off_track'))::int as off_track_projects
      from projects p where p.tenant_id = $1 and p.deleted_at is null and p.status = 'active') p,
    (select count(*)::int as unbilled_entries from time_entries e
      where e.tenant_id = $1 and e.deleted_at is null and e.status = 'approved' and e.billable and e.invoice_id is null
        and e.work_date < $3::date - 30) e`;

const COMMERCIAL = `
  select i.*, q.*, (select currency from tenants where id = $1) as currency from
    (select count(*)::int as open_invoices, (count(*) filter (where i.due_date < $3::date))::int as overdue_invoices,
        coalesce(sum(i.balance * coalesce(i.exchange_rate, 1)), 0)::text as open_balance,
        coalesce(sum(i.balance * coalesce(i.exchange_rate, 1)) filter (where i.due_date < $3::date), 0)::text as overdue_balance
      from invoices i where i.tenant_id = $1 and i.deleted_at is null and i.document_type = 'invoice'
        and i.status in ('issued', 'partially_paid') and i.balance > 0) i,
    (select count(*)::int as expiring_quotes from quotes q where q.tenant_id = $1 and q.deleted_at is null and q.status = 'sent'
      and q.valid_until between $3::date and $3::date + 7) q`;

const DEALS = `
  select count(*)::int as open_deals, (count(*) filter (where d.expected_close_on < $3::date
      or (greatest(d.created_at, d.stage_entered_at) <= ${STALE_SINCE}
        and not exists (select from activity_links l join activities a on a.tenant_id = $1 and a.id = l.activity_id
          where l.tenant_id = $1 and l.entity = 'deal' and l.entity_id = d.id and l.live
            and l.occurred_at > ${STALE_SINCE} and l.occurred_at <= $2 and a.type not in ('system', 'field_change')))))::int as stale_open_deals
  from deals d where d.tenant_id = $1 and d.deleted_at is null and d.status = 'open'`;

const CONTACTS = `
  select count(*)::int as contacts_with_cadence, (count(*) filter (
      where floor(extract(epoch from $2::timestamptz - touch.at) / 86400) <= c.desired_cadence_days))::int as within_cadence
  from contacts c left join lateral (${LAST_TOUCH}) touch on true
  where c.tenant_id = $1 and c.deleted_at is null and c.status = 'active' and c.desired_cadence_days is not null`;

const INTEGRATIONS = `
  select w.endpoints + k.endpoints as endpoints, w.failing + k.failing as failing_endpoints, j.* from
    (select count(*)::int as endpoints, (count(*) filter (where starts_with(h.status, 'disabled_') or a.failed * 2 > a.attempts))::int as failing
      from webhooks h cross join lateral (select count(*) as attempts, count(a.error) as failed from webhook_attempts a
        where a.tenant_id = $1 and a.webhook_id = h.id and a.at > ${DAY_AGO} and a.at <= $2) a
      where h.tenant_id = $1 and h.deleted_at is null and h.status <> 'paused') w,
    (select count(*)::int as endpoints, (count(*) filter (where k.status = 'invalid'))::int as failing
      from provider_keys k where k.tenant_id = $1 and k.deleted_at is null and k.status <> 'disabled') k,
    (select count(*)::int as finished_jobs, (count(*) filter (where j.state = 'failed'))::int as failed_jobs
      from jobs j where j.tenant_id = $1 and j.finished_at > ${DAY_AGO} and j.finished_at <= $2) j`;

const ENVELOPES = `
  select count(*)::int as expiring_envelopes from envelopes v where v.tenant_id = $1 and v.deleted_at is null
    and v.status in ('sent', 'partially_signed') and v.expires_at > $2 and v.expires_at <= $2::timestamptz + interval '168 hours'`;

const TICKETS = `
  select count(*)::int as open_tickets, (count(*) filter (where s.state = 'breached'))::int as breached_open,
    (count(*) filter (where s.state = 'at_risk'))::int as at_risk_open
  from support_tickets k cross join lateral (select ${slaStateSql('k', '$2::timestamptz')} as state) s
  where k.tenant_id = $1 and k.deleted_at is null and k.status in ${OPEN_STATUSES} and k.audience = 'client'`;

const STATEMENTS = [TICKETS, DELIVERY, COMMERCIAL, DEALS, CONTACTS, INTEGRATIONS, ENVELOPES];

/** Counts everything that the health of a workspace depends on. @param timeZone that of the workspace */
export async function readFigures(ctx: TenantContext, timeZone: string): Promise<HealthFigures> {
  const values = [ctx.tenantId, ctx.now, dayOf(ctx.now, timeZone)];
  const parts = await settleAll(
    STATEMENTS.map((statement) => ctx.tx.rows<object>(`${PARAMETERS} ${statement}`, values)),
  );
  return Object.assign({}, ...parts.map(([row]) => row)) as HealthFigures;
}
