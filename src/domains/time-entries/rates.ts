// Where the hourly rate of time comes from: the member of the project, the project, the workspace.
import type { TenantContext } from '../../context.ts';
import type { Project } from '../projects/model.ts';

/** The rate of new time, its currency, and whether it is billable unless said otherwise. */
export interface RateSource {
  rate: string | null;
  currency: string;
  billable: boolean;
}

/** The settings of a workspace that concern time. */
export interface DeliverySettings {
  billRate: string | null;
  timeFourEyes: boolean;
}

/** Returns the settings of the workspace that concern time. */
export async function settingsOf(ctx: TenantContext): Promise<DeliverySettings & { currency: string }> {
  const [row] = await ctx.tx.rows<{ settings: Partial<DeliverySettings>; currency: string }>(
    'select delivery as settings, currency from tenants where id = $1',
    [ctx.tenantId],
  );
  const { settings, currency } = row!;
  return { billRate: settings.billRate ?? null, timeFourEyes: settings.timeFourEyes ?? false, currency };
}

/** Returns the rate for the time of a person in a project, or outside of projects. */
export async function readRateSource(
  ctx: TenantContext,
  userId: string,
  project: Project | null,
): Promise<RateSource> {
  const { billRate, currency: usual } = await settingsOf(ctx);
  const currency = project?.currency ?? usual;
  const ofWorkspace = currency === usual ? billRate : null;
  if (!project) return { rate: ofWorkspace, currency, billable: true };
  const [member] = await ctx.tx.rows<{ rate: string | null }>(
    'select bill_rate as rate from project_members where tenant_id = $1 and project_id = $2 and user_id = $3',
    [ctx.tenantId, project.id, userId],
  );
  const billable = project.billingType === 'time_and_materials' || project.billingType === 'hours_cap';
  return { rate: member?.rate ?? project.billRate ?? ofWorkspace, currency, billable };
}
