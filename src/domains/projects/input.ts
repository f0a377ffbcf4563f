// Validates the input of a project and turns it into columns (delivery.md section 2.2).
import type { TenantContext } from '../../context.ts';
import { invalid, ServiceError } from '../../errors.ts';
import { readCustomFields } from '../custom-fields/record-values.ts';
import { assertMember } from '../members/look-ups.ts';
import { assertCurrency } from '../money.ts';
import { normalizeTags } from '../tags.ts';
import { DEFAULT_CALENDAR } from '../working-days.ts';
import type { Project } from './model.ts';
import type { MemberInput, PartnerInput, ProjectContactInput } from './people.ts';
import { assertMayWriteRates, readAmount } from './rates.ts';
import { assertDates, type ProjectHealth, type ProjectStatus, readCalendar } from './rules.ts';

/** The writable fields of a project; an absent field is left unchanged, null clears it. */
export interface ProjectInput {
  name?: string | null;
  companyId?: string | null;
  description?: string | null;
  status?: ProjectStatus | null;
  reason?: string | null;
  openTasks?: 'cancel' | 'leave' | null;
  shiftDates?: boolean | null;
  healthOverride?: ProjectHealth | null;
  healthReason?: string | null;
  startDate?: string | null;
  dueDate?: string | null;
  ownerUserId?: string | null;
  billingType?: Project['billingType'] | null;
  budgetAmount?: string | null;
  budgetMinutes?: number | null;
  billRate?: string | null;
  currency?: string | null;
  workingCalendar?: { weekdays?: unknown; holidays?: unknown } | null;
  autoSchedule?: boolean | null;
  enforceDependencies?: Project['enforceDependencies'] | null;
  contacts?: ProjectContactInput[] | null;
  partners?: PartnerInput[] | null;
  members?: (MemberInput & { userId: string })[] | null;
  dealIds?: string[] | null;
  tags?: string[] | null;
  customFields?: Record<string, unknown> | null;
}

type Fields = Record<string, unknown>;

/** Returns the columns that an input sets, except status and company; `before` is the project that it changes. */
export async function readFields(ctx: TenantContext, input: ProjectInput, before?: Project): Promise<Fields> {
  const fields: Fields = {};
  if (input.name !== undefined || !before) fields.name = readName(input.name);
  if (input.description !== undefined) fields.description = input.description;
  if (input.startDate !== undefined) fields.startDate = input.startDate;
  if (input.dueDate !== undefined) fields.dueDate = input.dueDate;
  const dates = { ...before, ...fields } as Partial<Project>;
  assertDates(dates.startDate ?? null, dates.dueDate ?? null);
  if (input.workingCalendar !== undefined || !before)
    fields.workingCalendar = input.workingCalendar
      ? readCalendar(input.workingCalendar, 'working_calendar')
      : DEFAULT_CALENDAR;
  if (input.autoSchedule !== undefined) fields.autoSchedule = input.autoSchedule ?? true;
  if (input.enforceDependencies !== undefined)
    fields.enforceDependencies = input.enforceDependencies ?? 'warn';
  if (input.tags !== undefined) fields.tags = normalizeTags(input.tags ?? []);
  Object.assign(fields, readHealth(input, before), await readBudget(ctx, input, before));
  if (input.ownerUserId !== undefined) fields.ownerUserId = input.ownerUserId;
  if (input.ownerUserId && input.ownerUserId !== before?.ownerUserId)
    await assertMember(ctx, input.ownerUserId, 'owner_user_id');
  const customValues = await readCustomFields(ctx, 'projects', input.customFields, before?.customFields);
  if (customValues) fields.customFields = customValues;
  return fields;
}

function readName(name: string | null | undefined): string {
  const text = name?.normalize('NFC').replace(/\s+/gu, ' ').trim();
  if (!text) throw invalid('name', 'required', 'Give the project a name.');
  return text;
}

function readHealth({ healthOverride, healthReason }: ProjectInput, before?: Project): Fields {
  if (healthOverride === undefined && healthReason === undefined) return {};
  if (healthOverride === null) return { healthOverride: null, healthReason: null };
  const override = healthOverride ?? before?.healthOverride ?? null;
  const reason = healthReason === undefined ? before?.healthReason : healthReason?.trim();
  if (!override) return {};
  if (!reason || (healthOverride && !healthReason?.trim()))
    throw invalid('health_reason', 'required', 'Give the reason for this health.');
  return { healthOverride: override, healthReason: reason };
}

/** Returns the columns of budget, rate, currency and billing. */
async function readBudget(ctx: TenantContext, input: ProjectInput, before?: Project): Promise<Fields> {
  const fields: Fields = {};
  if (input.currency) assertCurrency(input.currency, 'currency');
  const currency = input.currency || before?.currency || (await workspaceCurrency(ctx));
  if (!before || input.currency) fields.currency = currency;
  if (input.billRate !== undefined) assertMayWriteRates(ctx);
  const rateOf = input.billRate === undefined && input.currency ? before?.billRate : input.billRate;
  const amountOf =
    input.budgetAmount === undefined && input.currency ? before?.budgetAmount : input.budgetAmount;
  fields.budgetAmount = readAmount(amountOf, currency, 'budget_amount');
  fields.billRate = readAmount(rateOf, currency, 'bill_rate');
  if (input.budgetMinutes !== undefined) fields.budgetMinutes = input.budgetMinutes;
  if (input.billingType !== undefined) fields.billingType = input.billingType ?? 'none';
  const { billingType, budgetMinutes } = { ...before, ...fields } as Partial<Project>;
  if (billingType === 'hours_cap' && budgetMinutes == null)
    throw invalid('budget_minutes', 'required', 'A project with capped hours needs budget_minutes.');
  for (const name of ['budgetAmount', 'billRate']) if (fields[name] === undefined) delete fields[name];
  return fields;
}

/** Returns the currency of the workspace. */
export async function workspaceCurrency(ctx: TenantContext): Promise<string> {
  const tenant = await ctx.db('tenants').where({ id: ctx.tenantId }).first('currency');
  return tenant.currency as string;
}

/**
 * Checks the company of a project.
 * @throws VALIDATION_ERROR exists; COMPANY_NOT_A_CLIENT
 */
export async function assertClient(
  ctx: TenantContext,
  companyId: string,
): Promise<{ clientId: string; name: string }> {
  const [company] = await ctx.tx.rows<{ clientId: string | null; name: string }>(
    'select client_id as "clientId", name from companies where tenant_id = $1 and id = $2 and deleted_at is null',
    [ctx.tenantId, companyId],
  );
  if (!company) throw invalid('company_id', 'exists', 'There is no such company.');
  if (company.clientId) return { clientId: company.clientId, name: company.name };
  const message = 'The company is no client; make it one by POST /api/clients first.';
  throw new ServiceError('COMPANY_NOT_A_CLIENT', message, {
    fields: [{ path: 'company_id', rule: 'client', message }],
  });
}
