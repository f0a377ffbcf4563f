// Custom fields as they are written with their record: on creation, on a change, in bulk (platform.md §8).
import { setImmediate as nextTurn } from 'node:timers/promises';
import { permissionDenied } from '../../access/check.ts';
import type { CustomFieldDefinition } from '../../access/custom-field-definitions.ts';
import { customFieldsOf, writePermissionOf } from '../../access/custom-fields.ts';
import type { TenantContext } from '../../context.ts';
import { type FieldFault, fail, invalid, ServiceError } from '../../errors.ts';
import { patternsOf } from './pattern.ts';
import { MAX_FIELDS, REFERENCES } from './rules.ts';
import { type Place, readValue } from './values.ts';

type Values = Record<string, unknown>;

/** Checking values yields to other requests after so long. */
const TURN_MS = 10;

/** The records that a field can refer to, and what it takes for one to be there. */
const TARGETS: Record<string, string> = {
  user: `select user_id as id from memberships where tenant_id = $1 and status = 'active' and user_id = any ($2)`,
  company: 'select id from companies where tenant_id = $1 and deleted_at is null and id = any ($2)',
  contact: 'select id from contacts where tenant_id = $1 and deleted_at is null and id = any ($2)',
};

/**
 * The custom fields of a record from an input: what is given is written, null clears, the rest stays.
 * @param before what stands on the record that changes
 * @returns undefined where nothing changes
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
    throw invalid('custom_fields', 'type', 'Give an object; a field in it is cleared by null.');
  const given = Object.entries(input as Values);
  if (given.length > MAX_FIELDS)
    throw invalid('custom_fields', 'max_items', `Give at most ${MAX_FIELDS} custom fields.`);
  const fields = customFieldsOf(ctx.principal, entity);
  const values: Values = { ...before };
  const faults: FieldFault[] = [];
  const patterns = patternsOf(ctx);
  let turn = performance.now();
  for (const [key, value] of given) {
    const place = { path: pathOf(key), before: before[key], timeZone: ctx.principal.timeZone, patterns };
    faults.push(...readInto(values, ctx, entity, fields.get(key), { key, value, place }));
    if (performance.now() - turn < TURN_MS) continue;
    await nextTurn();
    turn = performance.now();
  }
  if (faults.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields: faults });
  const changed = given.map(([key]) => fields.get(key)!);
  await assertTargets(ctx, changed, values, before);
  return given.length ? values : undefined;
}

/** Reads one value into the values of a record. @returns what is wrong with it; @throws PERMISSION_DENIED, HUMAN_REQUIRED */
function readInto(
  values: Values,
  ctx: TenantContext,
  entity: string,
  field: CustomFieldDefinition | undefined,
  { key, value, place }: { key: string; value: unknown; place: Place },
): readonly FieldFault[] {
  try {
    if (!field) throw unknownField(entity, key);
    assertMayWrite(ctx, field);
    const read = readValue(field, value, place);
    if (read === null) delete values[key];
    else values[key] = read;
    return read === null && field.required ? [missing(field)] : [];
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'VALIDATION_ERROR') throw error;
    return error.extras.fields ?? [];
  }
}

/**
 * The custom fields of a new record: what was read of its input, and the defaults of the rest.
 * @throws VALIDATION_ERROR for what is required and has neither
 */
export function completeCustomFields(ctx: TenantContext, entity: string, read: unknown): Values {
  const values = { ...(read as Values | undefined) };
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
    `There is no custom field of this name on ${entity}; check its spelling, or define it first.`,
  );
}

function missing({ key }: CustomFieldDefinition): FieldFault {
  return { path: pathOf(key), rule: 'required', message: 'This field is required; give a value.' };
}

/** Governed fields are written by people, by their own permission (crm.md section 5). */
function assertMayWrite(ctx: TenantContext, field: CustomFieldDefinition): void {
  const permission = writePermissionOf(field);
  if (!permission) return;
  if (ctx.principal.kind === 'agent')
    fail('HUMAN_REQUIRED', 'Only a person may write a field that not everybody may read.');
  if (!ctx.principal.permissions.has(permission)) throw permissionDenied(permission);
}

/** Refuses references to what is not there; one that stood before may stay. @throws VALIDATION_ERROR exists */
async function assertTargets(
  ctx: TenantContext,
  fields: CustomFieldDefinition[],
  values: Values,
  before: Values,
): Promise<void> {
  const references = fields.filter(
    ({ key, type }) => REFERENCES.has(type) && values[key] !== undefined && values[key] !== before[key],
  );
  const faults: FieldFault[] = [];
  for (const [type, own] of Map.groupBy(references, (field) => field.type)) {
    const ids = own.map(({ key }) => values[key] as string);
    const found = await ctx.tx.rows<{ id: string }>(TARGETS[type]!, [ctx.tenantId, ids]);
    const known = new Set(found.map(({ id }) => id));
    for (const { key } of own)
      if (!known.has(values[key] as string))
        faults.push({ path: pathOf(key), rule: 'exists', message: `There is no such ${type}.` });
  }
  if (faults.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields: faults });
}

/**
 * The values of a record that another one gives it, where it has none of its own (service.md part 3).
 * @returns undefined where nothing is filled
 */
export function fillCustomFields(ours: Values, theirs: Values | undefined): Values | undefined {
  const added = Object.entries(theirs ?? {}).filter(([key]) => !(key in ours));
  return added.length ? { ...ours, ...Object.fromEntries(added) } : undefined;
}

/**
 * What a record that comes back can no longer have: values of unique fields that another one holds now.
 * @returns its values without these, and their keys
 */
export async function withoutTaken(
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
