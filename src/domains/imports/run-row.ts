// Runs one planned row by the operation that a person would use, and names what is wrong with it at its columns.

import { refusal } from '../../access/check.ts';
import type { TenantContext } from '../../context.ts';
import { fromDatabase } from '../../db/sqlstate.ts';
import { type FieldFault, isRetryable, ServiceError } from '../../errors.ts';
import type { PersistedOperation } from '../../operations/catalogue.ts';
import { deriveContext } from '../../operations/derive-context.ts';
import { causeOf } from '../../operations/execute.ts';
import { toVariables, type WireObject } from '../../operations/wire.ts';
import { rowError } from './cells.ts';
import { divideInput, isReadable } from './further-write.ts';
import { LookUps } from './look-ups.ts';
import type { RowError } from './model.ts';
import { addReference, type PlannedRow, type Planner } from './plan.ts';
import type { RowResult } from './row-plan.ts';
import { operationNamed, operationOf, type TargetSpec } from './targets.ts';

const SKIPPED: Omit<RowResult, 'record'> = { outcome: 'skipped', before: null, errors: [] };

/** Runs a row in a savepoint of the transaction of its chunk; a refusal undoes only this row. @throws errors that are retryable */
export async function runRow(ctx: TenantContext, planner: Planner, planned: PlannedRow): Promise<RowResult> {
  try {
    return await ctx.tx.savepoint(() => writeRow(ctx, planner, planned));
  } catch (error) {
    // The whole chunk runs again later.
    if (isRetryable(causeOf(error))) throw error;
    const errors = withValues(errorsOf(ctx, planner.columns, error), planner, planned);
    return { outcome: 'failed', record: null, before: null, errors };
  }
}

/** Returns whether a row may run at the same time as others: it neither refers to a record of its own kind nor looks for one. */
export function isIndependent({ target, mapping }: Planner, { input, late }: PlannedRow): boolean {
  const own = Object.values(target.references).filter(({ kind }) => kind === target.record);
  const isRelated = late.length > 0 || own.some(({ member }) => input[member] != null);
  return Boolean(target.runsTogether) && mapping.on_error !== 'abort' && !isRelated;
}

/** Thrown to undo rows of which one was refused. */
class Undone {}

/**
 * Runs independent rows at the same time in one savepoint.
 * @returns their results; if one is refused, it is left out, and the others are undone
 */
export async function runTogether(
  ctx: TenantContext,
  planner: Planner,
  rows: readonly PlannedRow[],
): Promise<Map<PlannedRow, RowResult>> {
  const results = new Map<PlannedRow, RowResult>();
  const { loaders } = ctx;
  const run = async (planned: PlannedRow): Promise<void> => {
    // Its own context, because that says which operation runs; what one row loads serves the others.
    const result = await writeRow(deriveContext(ctx, { loaders }), planner, planned).catch(() => undefined);
    if (result) results.set(planned, result);
  };
  try {
    await ctx.tx.savepoint(async () => {
      await Promise.all(rows.map(run));
      if (results.size < rows.length) throw new Undone();
    });
  } catch (end) {
    if (!(end instanceof Undone)) throw end;
  }
  return results;
}

async function writeRow(ctx: TenantContext, planner: Planner, planned: PlannedRow): Promise<RowResult> {
  const { action, match } = planned;
  if (action === 'skip')
    return { ...SKIPPED, record: match ? { type: planner.target.record, ...match } : null };
  await resolveLate(ctx, planner, planned);
  return action === 'update' ? update(ctx, planner, planned) : create(ctx, planner, planned);
}

/** Adds to the errors of a row what stands in the cells of their columns. */
function withValues(errors: RowError[], { columns }: Planner, { row }: PlannedRow): RowError[] {
  return errors.map((error) => {
    const column = columns.find(({ mapping }) => mapping.source !== null && mapping.source === error.column);
    const cell = column && row.cells?.[column.at];
    return cell == null ? error : { ...error, value: String(cell).slice(0, 200) };
  });
}

/** Looks references up again that an earlier row of this import was to make. */
async function resolveLate(ctx: TenantContext, planner: Planner, planned: PlannedRow): Promise<void> {
  for (const { column, kind, by, key } of planned.late) {
    const lookUps = new LookUps();
    lookUps.want(kind, by, key);
    await lookUps.run(ctx);
    const [found] = lookUps.of(kind, by, key);
    // In a dry run the record of an earlier chunk does not exist.
    if (found) addReference(planned.input, column.field, found.id);
    else if (planner.requiresReferences)
      throw new ServiceError('VALIDATION_ERROR', undefined, {
        fields: [
          {
            path: column.field.path.join('.'),
            rule: 'exists',
            message: `There is no ${kind} with this ${by}.`,
          },
        ],
      });
  }
}

async function create(ctx: TenantContext, planner: Planner, planned: PlannedRow): Promise<RowResult> {
  const { own, further } = divideInput(ctx, planner.target, planned.input);
  const { operation, input } = creationOf(ctx, planner, own);
  const takesSource = Boolean(operation.inputSchema.properties?.source);
  const value = await call(ctx, operation, {
    ...input,
    ...(takesSource && { source: 'import' }),
    ...importedDeal(planner, input),
  });
  const record = recordOf(planner, value)!;
  const { version } = await writeFurther(ctx, planner.target, record.id, further, record);
  return { outcome: outcomeOf(value), record: { ...record, version }, before: null, errors: [] };
}

/** Runs the further write of a target, if it has something to write. @returns the record after it */
export async function writeFurther<Written extends { version: number | null }>(
  ctx: TenantContext,
  { furtherWrite }: TargetSpec,
  id: string,
  further: WireObject,
  written: Written,
): Promise<Written> {
  if (Object.keys(further).length === 0) return written;
  return (await call(ctx, operationNamed(ctx, furtherWrite!), { ...further, id })) as Written;
}

/** A deal that is closed already is taken over as imported. */
function importedDeal({ target }: Planner, { closed_at: closedAt }: WireObject): object {
  return target.name === 'deals' && closedAt ? { imported: true } : {};
}

async function update(
  ctx: TenantContext,
  planner: Planner,
  { input, match }: PlannedRow,
): Promise<RowResult> {
  const read = operationOf(ctx, planner.target.read)!;
  const current = (await call(ctx, read, { id: match!.id })) as WireObject;
  const { own, further } = divideInput(ctx, planner.target, input);
  const changed = (await call(ctx, planner.update!, { ...own, id: match!.id })) as { version: number };
  const { version } = await writeFurther(ctx, planner.target, match!.id, further, changed);
  const record = { type: planner.target.record, id: match!.id, version };
  if (version === current.version) return { ...SKIPPED, record };
  return { outcome: 'updated', record, before: formerValues(ctx, current, input), errors: [] };
}

/** Returns the members of the input as they were. */
function formerValues(ctx: TenantContext, current: WireObject, input: WireObject): WireObject {
  const former: WireObject = {};
  for (const name of Object.keys(input)) {
    if (name === 'notes' || !isReadable(ctx, name)) continue;
    const value = current[name] ?? null;
    former[name] = name === 'custom_fields' ? formerMembers(value, input[name]) : value;
  }
  return former;
}

function formerMembers(values: unknown, changed: unknown): WireObject {
  const current = (values ?? {}) as WireObject;
  return Object.fromEntries(Object.keys(changed as object).map((key) => [key, current[key] ?? null]));
}

/** Returns the operation that creates a record, and its input; a note belongs to the record that it refers to. */
function creationOf(
  ctx: TenantContext,
  { target, create: operation }: Planner,
  input: WireObject,
): { operation: PersistedOperation; input: WireObject } {
  if (target.name !== 'notes') return { operation, input };
  const owners = ['company', 'contact', 'deal'].filter((kind) => input[`${kind}_id`]);
  if (owners.length !== 1)
    throw new ServiceError('VALIDATION_ERROR', undefined, {
      fields: [
        { path: 'company_id', rule: 'required', message: 'Name exactly one company, contact or deal.' },
      ],
    });
  const [kind] = owners as [string];
  const { [`${kind}_id`]: id, ...rest } = input;
  const adding = operationOf(ctx, `Add${kind[0]!.toUpperCase()}${kind.slice(1)}Note`)!;
  return { operation: adding, input: { ...rest, id } };
}

function outcomeOf(value: unknown): 'created' | 'updated' {
  const { outcome } = value as { outcome?: string };
  return outcome === undefined || outcome === 'created' ? 'created' : 'updated';
}

function recordOf({ target }: Planner, value: unknown): RowResult['record'] {
  const answer = value as WireObject;
  const record = (answer.id ? answer : (answer.company ?? answer.client ?? answer)) as {
    id: string;
    version?: number;
  };
  return { type: target.record, id: record.id, version: record.version ?? null };
}

/** @throws the refusal of an operation that the caller may not use */
export function assertCallable({ principal }: TenantContext, { access }: PersistedOperation): void {
  const refused = refusal(access, principal);
  if (refused) throw refused;
}

/** Runs an operation with checked access and input. @throws ServiceError */
export async function call(
  ctx: TenantContext,
  operation: PersistedOperation,
  input: WireObject,
): Promise<unknown> {
  assertCallable(ctx, operation);
  const fields = ctx.services.validator.faults(operation.inputSchema, input);
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields });
  ctx.loaders.clear();
  return (await ctx.services.runner.run(operation, ctx, toVariables(operation, input))).value;
}

const CODES: Record<string, string> = {
  ...{ required: 'REQUIRED', type: 'INVALID_TYPE', maxLength: 'TOO_LONG', max_length: 'TOO_LONG' },
  ...{ maximum: 'OUT_OF_RANGE', minimum: 'OUT_OF_RANGE', range: 'OUT_OF_RANGE', max_items: 'OUT_OF_RANGE' },
  ...{ exists: 'UNKNOWN_REFERENCE', personal_email_domain: 'PERSONAL_DOMAIN', min_length: 'REQUIRED' },
};

const CODE_OF_ERROR: Record<string, string> = {
  ...{ PERMISSION_DENIED: 'PERMISSION', SCOPE_MISSING: 'PERMISSION', FEATURE_DISABLED: 'PERMISSION' },
  HUMAN_REQUIRED: 'PERMISSION',
  ...{
    COMPANY_MISMATCH: 'COMPANY_MISMATCH',
    PLAN_LIMIT_EXCEEDED: 'LIMIT_REACHED',
    LIMIT_REACHED: 'LIMIT_REACHED',
  },
  ...{ PRECONDITION_FAILED: 'CHANGED_SINCE_VALIDATION', NOT_FOUND: 'CHANGED_SINCE_VALIDATION' },
};

/** Returns the errors of a row for what its operation has thrown. */
export function errorsOf(ctx: TenantContext, columns: Planner['columns'], thrown: unknown): RowError[] {
  const cause = causeOf(thrown);
  const refused = cause instanceof ServiceError ? cause : fromDatabase(cause);
  if (!refused) {
    ctx.log.error({ err: cause, request_id: ctx.requestId }, 'a row of an import failed');
    return [
      rowError(null, null, { code: 'INTERNAL', message: 'The row could not be written; try it again.' }),
    ];
  }
  const faults = refused.extras.fields ?? [];
  if (refused.code === 'VALIDATION_ERROR' && faults.length)
    return faults.map((fault) => faultOf(columns, fault));
  const { reason, field } = (refused.extras.details ?? {}) as { reason?: string; field?: string };
  const code = CODE_OF_ERROR[refused.code] ?? conflictCode(refused.code, reason);
  const member = field ?? (reason?.endsWith('_taken') ? reason.replace(/_taken$/, '') : undefined);
  const column = columns.find(({ field: own }) => own.path[0] === member);
  return [
    rowError(column?.mapping.source ?? null, column?.field.key ?? null, { code, message: refused.message }),
  ];
}

function conflictCode(code: string, reason: string | undefined): string {
  if (reason?.endsWith('_taken')) return 'DUPLICATE_EXISTING';
  if (reason === 'multiple_matches' || reason === 'ambiguous_match' || /AMBIGUOUS/.test(code))
    return 'AMBIGUOUS_MATCH';
  return code === 'CONFLICT' ? 'DUPLICATE_EXISTING' : 'INVALID_FORMAT';
}

function faultOf(columns: Planner['columns'], { path, rule, message }: FieldFault): RowError {
  const column = columns.find(({ field }) => {
    const own = field.path.join('.');
    return (
      path === own || path.startsWith(`${own}.`) || path.startsWith(`${own}[`) || own.startsWith(`${path}.`)
    );
  });
  const code = CODES[rule] ?? (/unique|taken/.test(rule) ? 'DUPLICATE_EXISTING' : 'INVALID_FORMAT');
  return rowError(column?.mapping.source ?? null, column?.field.key ?? path, { code, message });
}
