// Pure computation of the health of a client from its components (delivery.md section 1.1).
import { bandOfComponents, type HealthBand } from '../health-bands.ts';
import type { RecencyBand } from '../relationships/model.ts';

/** The weight of each component. */
const WEIGHTS = { delivery: 40, receivables: 25, support: 20, engagement: 15 };
const ENGAGEMENT_SCORES: Record<RecencyBand, number> = { fresh: 100, stable: 75, stale: 40, dormant: 0 };
export interface HealthComponent {
  key: keyof typeof WEIGHTS;
  /** 0 to 100. */
  score: number;
  sampleSize: number;
}

export interface ClientHealth {
  score: number | null;
  band: HealthBand;
  partial: boolean;
  components: (HealthComponent & { weight: number })[];
}

/** Returns the engagement component; none if the client has no contacts. */
export function engagementOf({ band, contacts }: { band: RecencyBand; contacts: number }): HealthComponent[] {
  return contacts ? [{ key: 'engagement', score: ENGAGEMENT_SCORES[band], sampleSize: contacts }] : [];
}

/** The share of the tasks in the delivery component; the rest is that of the projects. */
const TASK_SHARE = 0.6;

/**
 * Returns the delivery component: the shares of open tasks that are not overdue and of active projects that are not off
 * track. A part without records, or one that the caller may not read, leaves the other alone.
 */
export function deliveryOf(
  tasks: { open: number; overdue: number } | null,
  projects: { active: number; offTrack: number } | null,
): HealthComponent[] {
  const parts = [
    ...(tasks?.open ? [{ weight: TASK_SHARE, share: 1 - tasks.overdue / tasks.open }] : []),
    ...(projects?.active ? [{ weight: 1 - TASK_SHARE, share: 1 - projects.offTrack / projects.active }] : []),
  ];
  if (parts.length === 0) return [];
  const weights = parts.reduce((sum, { weight }) => sum + weight, 0);
  const mean = parts.reduce((sum, { weight, share }) => sum + weight * share, 0) / weights;
  const sampleSize = (tasks?.open ?? 0) + (projects?.active ?? 0);
  return [{ key: 'delivery', score: Math.round(100 * mean), sampleSize }];
}

/** Returns the receivables component: the share of what is owed that is not overdue; none if nothing is owed. */
export function receivablesOf(owed: { invoices: number; overdueShare: number }): HealthComponent[] {
  if (owed.invoices === 0) return [];
  return [
    { key: 'receivables', score: Math.round(100 * (1 - owed.overdueShare)), sampleSize: owed.invoices },
  ];
}

/** Returns the support component: breached open tickets count in full, those at risk by half; none without open ones. */
export function supportOf(tickets: { open: number; breached: number; atRisk: number }): HealthComponent[] {
  const { open, breached, atRisk } = tickets;
  if (open === 0) return [];
  return [
    { key: 'support', score: Math.round(100 * (1 - (breached + 0.5 * atRisk) / open)), sampleSize: open },
  ];
}

/** Returns the weighted mean of the known components; unknown with fewer than two. */
export function healthOf(available: readonly HealthComponent[]): ClientHealth {
  const components = available.map((component) => ({ ...component, weight: WEIGHTS[component.key] }));
  const partial = components.length < Object.keys(WEIGHTS).length;
  return { ...bandOfComponents(components), partial, components };
}
