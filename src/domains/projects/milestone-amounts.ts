// What a milestone would bill: its amount, or its share of the budget of the project.
import type { TenantContext } from '../../context.ts';
import { formatMoney, roundMoney } from '../money.ts';
import { projectById } from './loaders.ts';
import type { Milestone } from './model.ts';

/** Returns what would be billed for a milestone, rounded once; null for one without billing. */
export async function milestoneAmount(
  ctx: TenantContext,
  {
    projectId,
    billingAmount,
    billingPercent,
  }: Pick<Milestone, 'projectId' | 'billingAmount' | 'billingPercent'>,
): Promise<string | null> {
  if (billingAmount === null && billingPercent === null) return null;
  const project = await projectById(ctx, projectId);
  if (!project) return null;
  if (billingAmount !== null) return formatMoney(billingAmount, project.currency);
  return (
    project.budgetAmount && roundMoney(percentOf(project.budgetAmount, billingPercent!), project.currency)
  );
}

const SCALE = 4;

/** Returns a share of an amount as an exact decimal; both have at most four decimal places. */
function percentOf(amount: string, percent: string): string {
  const scaled = (text: string) => {
    const [whole, fraction = ''] = text.split('.');
    return BigInt(whole! + fraction.padEnd(SCALE, '0'));
  };
  const digits = String(scaled(amount) * scaled(percent)).padStart(2 * SCALE + 3, '0');
  const point = digits.length - 2 * SCALE - 2;
  return `${digits.slice(0, point)}.${digits.slice(point)}`;
}
