// Bills the work of projects: completes the lines for time entries and milestones, and pulls what is unbilled into a draft
// (delivery-commercial.md D7).
import type { TenantContext } from '../../context.ts';
import type { ErrorCode } from '../../error-codes.ts';
import { type FieldFault, fail, invalid, ServiceError } from '../../errors.ts';
import type { DocumentLine } from '../documents/document.ts';
import type { LineInput } from '../documents/line-input.ts';
import { type Profile, profileOf } from '../documents/profile.ts';
import { companyMismatch, liveProject } from '../projects/look-ups.ts';
import {
  type BillableMilestone,
  lockMilestones,
  lockUnbilledMilestones,
  releaseMilestones,
  tieMilestones,
} from '../projects/milestone-billing.ts';
import {
  type BillableTime,
  lockTime,
  lockUnbilledTime,
  releaseTime,
  tieTime,
} from '../time-entries/billing.ts';
import type { InvoiceInput, PullInput } from './input.ts';
import { billedMinutes, descriptionOf, groupTime, timeFault } from './time-lines.ts';

/** The draft whose lines are completed. */
interface Place {
  id: string | null;
  companyId: string | null;
  currency: string;
}

const MAX_LINES = 500;

/**
 * Returns an input whose lines for time and milestones are complete, with those that `pull` adds; locks what they bill.
 * @param before the draft that it changes, with its lines
 * @throws VALIDATION_ERROR exists, unique, same_rate, rate_missing, currency; COMPANY_MISMATCH; TIME_ENTRY_LOCKED;
 *   MILESTONE_BILLED
 */
export async function completeBilling(
  ctx: TenantContext,
  { pull, ...input }: InvoiceInput,
  before?: { id: string; companyId: string; currency: string; lines: readonly DocumentLine[] },
): Promise<InvoiceInput> {
  const stored = before?.lines.filter(isBilling) ?? [];
  const isMoved =
    stored.length > 0 &&
    ((input.currency && input.currency !== before!.currency) ||
      (input.companyId && input.companyId !== before!.companyId));
  if (!pull && !input.lines?.some(isBilling) && !isMoved) return input;
  const profile = await profileOf(ctx);
  const project = pull ? await pulledProject(ctx, pull, input.companyId ?? before?.companyId) : null;
  const place: Place = {
    id: before?.id ?? null,
    companyId: input.companyId ?? before?.companyId ?? null,
    currency: input.currency ?? before?.currency ?? project?.currency ?? profile.currency,
  };
  const given = input.lines ?? before?.lines.map(asInput) ?? [];
  const pulled = pull ? await pulledLines(ctx, pull, place, project!.currency) : [];
  if (input.lines || isMoved || pulled.length > 0) {
    if (given.length + pulled.length > MAX_LINES)
      throw invalid('pull', 'max_items', `An invoice has ${MAX_LINES} lines; group the time or give until.`);
    input.lines = await completeLines(ctx, [...given, ...pulled], place, profile);
  }
  const projectId = input.projectId === undefined && !before ? pull?.projectId : input.projectId;
  return { ...input, currency: input.currency ?? (before ? undefined : place.currency), projectId };
}

function isBilling({ timeEntryIds, milestoneId }: LineInput): boolean {
  return !!timeEntryIds?.length || !!milestoneId;
}

/** Returns a stored line as the input that leaves it as it is. */
function asInput(line: DocumentLine): LineInput {
  const { id, kind, description, sku, quantity, unit, unitPrice, minutes, discount, taxes } = line;
  if (kind !== 'item') return { id, kind, description };
  const { sourceLineId, timeEntryIds, milestoneId } = line;
  const item = { id, kind, description, sku, unit, discount, taxes, sourceLineId, milestoneId };
  if (timeEntryIds.length) return { ...item, timeEntryIds };
  return { ...item, unitPrice, ...(minutes === null ? { quantity } : { minutes }) };
}

async function pulledProject(ctx: TenantContext, { projectId }: PullInput, companyId?: string | null) {
  const project = await liveProject(ctx, projectId);
  if (!project) throw invalid('pull.project_id', 'exists', 'There is no such project.');
  if (companyId && project.companyId !== companyId)
    companyMismatch(['pull.project_id'], 'The project belongs to another company than the document.');
  return project;
}

async function pulledLines(
  ctx: TenantContext,
  { projectId, until, groupBy, milestones }: PullInput,
  place: Place,
  currency: string,
): Promise<LineInput[]> {
  if (place.currency !== currency)
    throw invalid('currency', 'currency', `The project is billed in ${currency}.`);
  const entries = await lockUnbilledTime(ctx, projectId, until ?? null);
  const missing = entries.filter(({ rate }) => rate === null).map(({ id }) => id);
  if (missing.length)
    throw new ServiceError('VALIDATION_ERROR', undefined, {
      fields: [{ path: 'pull', rule: 'rate_missing', message: 'Set the rate of this time first.' }],
      details: { ids: missing },
    });
  const due = milestones === false ? [] : await lockUnbilledMilestones(ctx, projectId);
  return [...groupTime(entries, groupBy ?? 'task'), ...due.map(({ id }) => ({ milestoneId: id }))];
}

/** What the lines of a draft bill, by id. */
interface Billed {
  time: ReadonlyMap<string, BillableTime>;
  milestones: ReadonlyMap<string, BillableMilestone>;
}

async function completeLines(
  ctx: TenantContext,
  lines: readonly LineInput[],
  place: Place,
  profile: Profile,
): Promise<LineInput[]> {
  const timeIds = lines.flatMap(({ timeEntryIds }) => timeEntryIds ?? []).map((id) => id.toLowerCase());
  const milestoneIds = lines.flatMap(({ milestoneId }) => milestoneId?.toLowerCase() ?? []);
  const time = timeIds.length ? await lockTime(ctx, timeIds) : [];
  const milestones = milestoneIds.length ? await lockMilestones(ctx, milestoneIds) : [];
  const billed = {
    time: new Map(time.map((entry) => [entry.id, entry])),
    milestones: new Map(milestones.map((milestone) => [milestone.id, milestone])),
  };
  assertUnbilled('TIME_ENTRY_LOCKED', time, place);
  assertUnbilled('MILESTONE_BILLED', milestones, place);
  const faults: FieldFault[] = [];
  const mismatched: string[] = [];
  const used = new Set<string>();
  const complete = lines.map((line, index) => {
    const check = {
      place,
      used,
      fault: faultsOf(faults, index),
      mismatch: (member: string) => mismatched.push(`lines[${index}].${member}`),
    };
    if (line.timeEntryIds?.length) return timeLine(line, billed, check, profile);
    return line.milestoneId ? milestoneLine(line, billed, check) : line;
  });
  if (faults.length) throw new ServiceError('VALIDATION_ERROR', faults[0]!.message, { fields: faults });
  if (mismatched.length) companyMismatch(mismatched, 'It belongs to another company than the document.');
  return complete;
}

interface Check {
  place: Place;
  /** The ids that former lines bill. */
  used: Set<string>;
  fault(member: string, rule: string, message: string): void;
  mismatch(member: string): void;
}

function faultsOf(faults: FieldFault[], index: number): Check['fault'] {
  return (member, rule, message) => faults.push({ path: `lines[${index}].${member}`, rule, message });
}

/** Refuses what another live invoice bills. */
function assertUnbilled(
  code: ErrorCode,
  records: readonly { id: string; invoiceId: string | null }[],
  place: Place,
): void {
  const ids = records.filter(({ invoiceId }) => invoiceId && invoiceId !== place.id).map(({ id }) => id);
  if (ids.length) fail(code, 'Another invoice bills it already.', { details: { ids } });
}

function timeLine(line: LineInput, { time }: Billed, check: Check, profile: Profile): LineInput {
  const { place, used, fault, mismatch } = check;
  for (const member of ['quantity', 'minutes', 'milestoneId'] as const)
    if (line[member] != null)
      fault(
        member === 'milestoneId' ? 'milestone_id' : member,
        'exclusive',
        'A line for time entries takes its hours from them; leave this out.',
      );
  const entries = line.timeEntryIds!.flatMap((given, index) => {
    const id = given.toLowerCase();
    const member = `time_entry_ids[${index}]`;
    const entry = time.get(id);
    if (!entry) fault(member, 'exists', 'There is no such time entry.');
    else if (used.has(id)) fault(member, 'unique', 'A time entry is billed once.');
    else if (place.companyId && entry.companyId !== place.companyId) mismatch(member);
    used.add(id);
    return entry ? [entry] : [];
  });
  if (entries.length < line.timeEntryIds!.length) return { ...line, unitPrice: '0', description: '-' };
  const wrong = timeFault(entries, place.currency);
  if (wrong) fault('time_entry_ids', wrong.rule, wrong.message);
  const rate = entries[0]!.rate ?? '0';
  if (line.unitPrice != null && Number(line.unitPrice) !== Number(rate))
    fault('unit_price', 'same_rate', 'The price is the rate of the time entries; leave it out.');
  return {
    ...line,
    description: line.description ?? descriptionOf(entries),
    timeEntryIds: entries.map(({ id }) => id),
    unitPrice: rate,
    minutes: billedMinutes(entries, profile.commercial.timeRounding),
  };
}

function milestoneLine(line: LineInput, { milestones }: Billed, check: Check): LineInput {
  const { place, used, fault, mismatch } = check;
  const id = line.milestoneId!.toLowerCase();
  const milestone = milestones.get(id);
  if (!milestone) fault('milestone_id', 'exists', 'There is no such milestone.');
  else if (used.has(id)) fault('milestone_id', 'unique', 'A milestone is billed once.');
  else if (place.companyId && milestone.companyId !== place.companyId) mismatch('milestone_id');
  else if (milestone.amount === null)
    fault('milestone_id', 'billing_amount', 'The milestone has neither billing_amount nor billing_percent.');
  else if (milestone.currency !== place.currency)
    fault('milestone_id', 'currency', `The milestone is billed in ${milestone.currency}.`);
  used.add(id);
  return {
    ...line,
    milestoneId: id,
    description: line.description ?? milestone?.name ?? '-',
    unitPrice: line.unitPrice ?? milestone?.amount ?? '0',
  };
}

/** Ties time and milestones to the lines of a draft as they are stored now. */
export async function tieBilled(ctx: TenantContext, invoiceId: string): Promise<void> {
  await tieTime(ctx, invoiceId);
  await tieMilestones(ctx, invoiceId);
}

/** Frees the time and milestones of an invoice that is deleted or voided. */
export async function releaseBilled(ctx: TenantContext, invoiceId: string): Promise<void> {
  await releaseTime(ctx, invoiceId);
  await releaseMilestones(ctx, invoiceId);
}

/** Returns whether the lines of a draft bill time or milestones. */
export function billsWork(lines: readonly LineInput[]): boolean {
  return lines.some(isBilling);
}
