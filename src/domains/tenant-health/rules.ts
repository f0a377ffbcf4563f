// The components of the health of a workspace, and what each is computed from (delivery.md section 1.1 and section 8 of the
// details of the dashboard).
import type { HealthFigures } from './figures.ts';

export type ComponentKey =
  | 'delivery'
  | 'receivables'
  | 'support'
  | 'pipeline'
  | 'relationships'
  | 'integrations';

type Input = keyof HealthFigures;

/** A component of the health of a workspace. */
export interface ComponentRule {
  key: ComponentKey;
  weight: number;
  /** The operations whose access decides who sees it. */
  lists: readonly string[];
  /** The figures that it is computed from, and that it shows. */
  inputs: readonly Input[];
  /** Those that were counted for it; nothing counted is no score. */
  sample: readonly Input[];
  /** The exact score. */
  score: (figures: HealthFigures) => number;
}

const share = (part: number | string, whole: number | string): number => Number(part) / Number(whole);

export const COMPONENTS: readonly ComponentRule[] = [
  {
    key: 'delivery',
    weight: 30,
    lists: ['ListProjects', 'ListTasks'],
    inputs: ['open_tasks', 'overdue_open_tasks', 'active_projects', 'off_track_projects'],
    sample: ['open_tasks', 'active_projects'],
    score: deliveryScore,
  },
  {
    key: 'receivables',
    weight: 20,
    lists: ['ListInvoices'],
    inputs: ['open_balance', 'overdue_balance', 'currency'],
    sample: ['open_invoices'],
    score: (one) => 100 * (1 - share(one.overdue_balance, one.open_balance)),
  },
  {
    key: 'support',
    weight: 15,
    lists: ['ListTickets'],
    inputs: ['open_tickets', 'breached_open', 'at_risk_open'],
    sample: ['open_tickets'],
    score: (one) => 100 * (1 - (one.breached_open + 0.5 * one.at_risk_open) / one.open_tickets),
  },
  {
    key: 'pipeline',
    weight: 15,
    lists: ['ListDeals'],
    inputs: ['open_deals', 'stale_open_deals'],
    sample: ['open_deals'],
    score: (one) => 100 * (1 - share(one.stale_open_deals, one.open_deals)),
  },
  {
    key: 'relationships',
    weight: 10,
    lists: ['ListContacts'],
    inputs: ['contacts_with_cadence', 'within_cadence'],
    sample: ['contacts_with_cadence'],
    score: (one) => 100 * share(one.within_cadence, one.contacts_with_cadence),
  },
  {
    key: 'integrations',
    weight: 10,
    lists: ['ListWebhooks'],
    inputs: ['endpoints', 'failing_endpoints', 'finished_jobs', 'failed_jobs'],
    sample: ['endpoints', 'finished_jobs'],
    score: integrationsScore,
  },
];

/** Tasks count 60 %, projects 40 %; one without records leaves the other alone. */
function deliveryScore(one: HealthFigures): number {
  const tasks = 1 - share(one.overdue_open_tasks, one.open_tasks);
  const projects = 1 - share(one.off_track_projects, one.active_projects);
  if (!one.active_projects) return 100 * tasks;
  return 100 * (one.open_tasks ? (6 * tasks + 4 * projects) / 10 : projects);
}

/** The jobs of the last day count like one more endpoint. */
function integrationsScore(one: HealthFigures): number {
  const jobs = one.finished_jobs ? 1 : 0;
  const failing = one.failing_endpoints + (jobs && share(one.failed_jobs, one.finished_jobs));
  return 100 * (1 - failing / (one.endpoints + jobs));
}

/** Returns how many records a component was computed from. */
export function sampleSizeOf({ sample }: ComponentRule, figures: HealthFigures): number {
  return sample.reduce((sum, name) => sum + Number(figures[name] ?? 0), 0);
}

/** Returns the exact score of a component, 0 to 100; null without records. */
export function scoreOf(component: ComponentRule, figures: HealthFigures): number | null {
  if (sampleSizeOf(component, figures) === 0) return null;
  return Math.min(100, Math.max(0, component.score(figures)));
}
