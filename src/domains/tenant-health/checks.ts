// The checks of the health of a workspace: what somebody should look at.
import type { HealthFigures } from './figures.ts';
import { COMPONENTS, type ComponentKey } from './rules.ts';

export interface HealthCheck {
  key: string;
  severity: 'critical' | 'warning' | 'info';
  component: ComponentKey | null;
  /** One sentence that says what to do. */
  hint: string;
}

/** A check before anybody asks for it. */
export interface CheckRule extends HealthCheck {
  /** The operations whose access decides who sees it. */
  lists: readonly string[];
  count: (figures: HealthFigures) => number;
}

const listsOf = (component: ComponentKey): readonly string[] =>
  COMPONENTS.find(({ key }) => key === component)!.lists;

export const CHECKS: readonly CheckRule[] = [
  {
    key: 'overdue_tasks',
    severity: 'warning',
    component: 'delivery',
    lists: listsOf('delivery'),
    count: (one) => one.overdue_open_tasks,
    hint: 'Finish the open tasks whose due date has passed, or give them a new date.',
  },
  {
    key: 'off_track_projects',
    severity: 'critical',
    component: 'delivery',
    lists: listsOf('delivery'),
    count: (one) => one.off_track_projects,
    hint: 'Agree on new dates or budgets for the active projects that are off track.',
  },
  {
    key: 'overdue_invoices',
    severity: 'critical',
    component: 'receivables',
    lists: listsOf('receivables'),
    count: (one) => one.overdue_invoices,
    hint: 'Remind the clients of the invoices that are past their due date.',
  },
  {
    key: 'sla_breaches',
    severity: 'critical',
    component: 'support',
    lists: listsOf('support'),
    count: (one) => one.breached_open,
    hint: 'Answer the open tickets that are past the time of their service level.',
  },
  {
    key: 'stale_deals',
    severity: 'warning',
    component: 'pipeline',
    lists: listsOf('pipeline'),
    count: (one) => one.stale_open_deals,
    hint: 'Follow up on the open deals without activity for 14 days, and move expected closing dates in the past.',
  },
  {
    key: 'cadence_missed',
    severity: 'warning',
    component: 'relationships',
    lists: listsOf('relationships'),
    count: (one) => one.contacts_with_cadence - one.within_cadence,
    hint: 'Get in touch with the contacts who have waited longer than their cadence.',
  },
  {
    key: 'failing_webhooks',
    severity: 'critical',
    component: 'integrations',
    lists: listsOf('integrations'),
    count: (one) => one.failing_endpoints,
    hint: 'Mend the webhooks and provider keys that are disabled, invalid or failing.',
  },
  {
    key: 'failed_jobs',
    severity: 'warning',
    component: 'integrations',
    lists: listsOf('integrations'),
    count: (one) => one.failed_jobs,
    hint: 'Look into the jobs that failed in the last 24 hours, and run them again.',
  },
  {
    key: 'expiring_quotes',
    severity: 'warning',
    component: 'pipeline',
    lists: ['ListQuotes'],
    count: (one) => one.expiring_quotes,
    hint: 'Ask for a decision on the quotes that expire in the next 7 days.',
  },
  {
    key: 'expiring_envelopes',
    severity: 'warning',
    component: null,
    lists: ['ListEnvelopes'],
    count: (one) => one.expiring_envelopes,
    hint: 'Remind the recipients of the envelopes that expire in the next 7 days.',
  },
  {
    key: 'unbilled_time_30d',
    severity: 'info',
    component: 'receivables',
    // The entries themselves are time, which not everybody who reads invoices may see.
    lists: [...listsOf('receivables'), 'ListTimeEntries'],
    count: (one) => one.unbilled_entries,
    hint: 'Invoice the approved billable time that is older than 30 days.',
  },
];
