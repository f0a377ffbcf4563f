// Reads custom fields from the input of a record: on creation, update, in bulk, and on merge (platform.md §8).
import { setImmediate as nextTurn } from 'node:timers/promises';
import { permissionDenied } from '../../access/check.ts';
import type { CustomFieldDefinition } from '../../access/custom-field-definitions.ts';
import { customFieldsOf, writePermissionOf } from '../../access/custom-fields.ts';
import type { TenantContext } from '../../context.ts';
import { type FieldFault, fail, invalid, ServiceError } from '../../errors.ts';
import { patternsOf } from './pattern.ts';
import { MAX_FIELDS, REFERENCE_TYPES } from './rules.ts';
import { readValue, type ValueContext } from './values.ts';

type Values = Record<string, unknown>;

/** Validation lets other requests run after this time. */
const YIELD_AFTER_MS = 10;

/** Selects the ids that exist among the targets of references, by field type. */
const SELECT_TARGETS: Record<string, string> = {
  user: `select user_id as id from memberships where tenant_id = $1 and status = 'active' and user_id = any ($2)`,
  company: 'select id from companies where tenant_id = $1 and deleted_at is null and id = any ($2)',
  contact: 'select id from contacts where tenant_id = $1 and deleted_at is null and id = any ($2)',
};

/**
 * Returns the custom fields of a record after an input: given fields are set, null clears, others remain.
 * @param before the stored values of the record
 * @returns undefined if nothing changes
 * @throws VALIDATION_ERROR at `custom_fields.<key>`; PERMISSION_DENIED, HUMAN_REQUIRED for a governed field
 */
export async function readCustomFields(
  ctx: TenantContext,
  entity: string,
  input: unknown,
  before: Values = {},
): Promise<Values | undefined> {
  if (input === undefined) return undefined;
  if (input === null)
    throw invalid('custom_fields', 'type', 'Give an object; to clear a field, set it to null.');
  const entries = Object.entries(input as Values);
  if (entries.length > MAX_FIELDS)
    throw invalid('custom_fields', 'max_items', `Give at most ${MAX_FIELDS} custom fields.`);
  const fields = customFieldsOf(ctx.principal, entity);
  const values: Values = { ...before };
  const faults: FieldFault[] = [];
  const patterns = patternsOf(ctx);
  let turnStart = performance.now();
  for (const [key, value] of entries) {
    const context = { path: pathOf(key), before: before[key], timeZone: ctx.principal.timeZone, patterns };
    faults.push(...readInto(values, ctx, entity, fields.get(key), { key, value, place: context }));
    if (performance.now() - turnStart < YIELD_AFTER_MS) continue;
    await nextTurn();
    turnStart = performance.now();
  }
  if (faults.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields: faults });
  const changed = entries.map(([key]) => fields.get(key)!);
  await assertTargets(ctx, changed, values, before);
  return entries.length ? values : undefined;
}

/** Reads one value into the values of a record. @returns its faults; @throws PERMISSION_DENIED, HUMAN_REQUIRED */
function readInto(
  values: Values,
  ctx: TenantContext,
  entity: string,
  field: CustomFieldDefinition | undefined,
  { key, value, place: context }: { key: string; value: unknown; place: ValueContext },
): readonly FieldFault[] {
  try {
    if (!field) throw unknownField(entity, key);
    assertMayWrite(ctx, field);
    const stored = readValue(field, value, context);
    if (stored === null) delete values[key];
    else values[key] = stored;
    return stored === null && field.required ? [missing(field)] : [];
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'VALIDATION_ERROR') throw error;
    return error.extras.fields ?? [];
  }
}

/**
 * Returns the custom fields of a new record: the parsed ones, and defaults for the others.
 * @throws VALIDATION_ERROR for a required field without either
 */
export function completeCustomFields(ctx: TenantContext, entity: string, parsed: unknown): Values {
  const values = { ...(parsed as Values | undefined) };
  const faults: FieldFault[] = [];
  for (const field of customFieldsOf(ctx.principal, entity).values()) {
    if (field.key in values) continue;
    if (field.defaultValue !== null) values[field.key] = field.defaultValue;
    else if (field.required) faults.push(missing(field));
  }
  if (faults.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields: faults });
  return values;
}

function pathOf(key: string): string {
  return `custom_fields.${key}`;
}

function unknownField(entity: string, key: string): ServiceError {
  return invalid(
    pathOf(key),
    'unknown_field',
    `${entity} has no custom field with this key; check its spelling or define it first.`,
  );
}

function missing({ key }: CustomFieldDefinition): FieldFault {
  return { path: pathOf(key), rule: 'required', message: 'This field is required; give a value.' };
}

/** Checks the write permission of governed fields, which agents may not write (crm.md section 5). */
function assertMayWrite(ctx: TenantContext, field: CustomFieldDefinition): void {
  const permission = writePermissionOf(field);
  if (!permission) return;
  if (ctx.principal.kind === 'agent')
    fail('HUMAN_REQUIRED', 'Only a person may write a field with restricted access.');
  if (!ctx.principal.permissions.has(permission)) throw permissionDenied(permission);
}

/** Throws for references to missing records; unchanged references are not checked. @throws VALIDATION_ERROR exists */
async function assertTargets(
  ctx: TenantContext,
  fields: CustomFieldDefinition[],
  values: Values,
  before: Values,
): Promise<void> {
  const references = fields.filter(
    ({ key, type }) => REFERENCE_TYPES.has(type) && values[key] !== undefined && values[key] !== before[key],
  );
  const faults: FieldFault[] = [];
  for (const [type, ofType] of Map.groupBy(references, (field) => field.type)) {
    const ids = ofType.map(({ key }) => values[key] as string);
    const found = await ctx.tx.rows<{ id: string }>(SELECT_TARGETS[type]!, [ctx.tenantId, ids]);
    const existingIds = new Set(found.map(({ id }) => id));
    for (const { key } of ofType)
      if (!existingIds.has(values[key] as string))
        faults.push({ path: pathOf(key), rule: 'exists', message: `There is no such ${type}.` });
  }
  if (faults.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields: faults });
}

/**
 * Returns the values of a record with those of another one for fields that it lacks (service.md part 3).
 * @returns undefined if nothing is filled
 */
export function fillCustomFields(existing: Values, additional: Values | undefined): Values | undefined {
  const added = Object.entries(additional ?? {}).filter(([key]) => !(key in existing));
  return added.length ? { ...existing, ...Object.fromEntries(added) } : undefined;
}

/**
 * Removes values of unique fields that another record has taken, before a record is restored.
 * @returns the remaining values, and the removed keys
 */
export async function withoutTakenValues(
  ctx: TenantContext,
  entity: string,
  record: { id: string; customFields: Values },
): Promise<{ customFields: Values; taken: string[] }> {
  const { id, customFields } = record;
  if (Object.keys(customFields).length === 0) return { customFields, taken: [] };
  const rows = await ctx.tx.rows<{ key: string }>(
    `select f.key from custom_fields f join custom_field_claims c on c.tenant_id = $1 and c.field_id = f.id
       and c.digest = custom_value_digest($3::jsonb -> f.key) and c.record_id <> $4
     where f.tenant_id = $1 and f.entity = $2 and f.is_unique and f.deleted_at is null`,
    [ctx.tenantId, entity, JSON.stringify(customFields), id],
  );
  const taken = rows.map(({ key }) => key);
  return {
    customFields: Object.fromEntries(Object.entries(customFields).filter(([key]) => !taken.includes(key))),
    taken,
  };
}
