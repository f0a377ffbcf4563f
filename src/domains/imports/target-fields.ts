// The fields that files can set, read from the operations that write the records of a target.

import { refusal } from '../../access/check.ts';
import type { CustomFieldDefinition } from '../../access/custom-field-definitions.ts';
import { customFieldsOf, mayReadCustomField, writePermissionOf } from '../../access/custom-fields.ts';
import { mayRead } from '../../access/redaction.ts';
import type { TenantContext } from '../../context.ts';
import { camelCase } from '../../naming.ts';
import type { PersistedOperation } from '../../operations/catalogue.ts';
import type { JsonSchema } from '../../operations/json-schema.ts';
import { operationOf, type ReferenceSpec, type TargetSpec } from './targets.ts';

/** A field that a column can be mapped to. */
export interface TargetField {
  key: string;
  label: string;
  type:
    | 'text'
    | 'integer'
    | 'number'
    | 'boolean'
    | 'date'
    | 'datetime'
    | 'select'
    | 'list'
    | 'json'
    | 'reference';
  required: boolean;
  list: boolean;
  maxLength: number | null;
  options: string[] | null;
  classification: string | null;
  example: string | null;
  /** Where its value stands in the input of the operation. */
  path: string[];
  reference?: { kind: ReferenceSpec['kind']; by: string; isList: boolean; itemMember?: string };
  custom?: CustomFieldDefinition;
  /** Whether the further write of the target sets it, and not the create or update. */
  isFurther?: true;
}

const fieldsByTarget = new WeakMap<object, Map<string, TargetField[]>>();

/** Returns the fields of a target, whether the caller may write them or not; required are those of its create operation. */
export function allFieldsOf(ctx: TenantContext, target: TargetSpec): TargetField[] {
  const { catalogue } = ctx.services;
  const known = fieldsByTarget.get(catalogue) ?? new Map<string, TargetField[]>();
  fieldsByTarget.set(catalogue, known);
  const own =
    known.get(target.name) ??
    [...plainFields(ctx, target), ...furtherFields(ctx, target), ...referenceFields(target)].map((field) =>
      target.demands?.includes(field.key) ? { ...field, required: true } : field,
    );
  known.set(target.name, own);
  const custom = target.customFields ? customFieldsOf(ctx.principal, target.customFields).values() : [];
  return [...own, ...[...custom].map(customField)];
}

/** Returns the fields of a target that the caller may write. */
export function fieldsOf(ctx: TenantContext, target: TargetSpec): TargetField[] {
  const further = operationOf(ctx, target.furtherWrite);
  const takesFurther = further !== undefined && !refusal(further.access, ctx.principal);
  return allFieldsOf(ctx, target).filter(
    (field) => (!field.isFurther || takesFurther) && mayWrite(ctx, field),
  );
}

/** Returns whether the caller may write a field, which if governed needs a permission of its own. */
function mayWrite({ principal, services }: TenantContext, { key, custom, isFurther }: TargetField): boolean {
  const governance = isFurther ? services.governed.get(camelCase(key)) : undefined;
  const permission = custom ? writePermissionOf(custom) : governance?.read.replace(/read$/, 'update');
  return permission === undefined || principal.permissions.has(permission);
}

/** Returns the fields of the further write of a target. */
function furtherFields(ctx: TenantContext, target: TargetSpec): TargetField[] {
  const further = operationOf(ctx, target.furtherWrite);
  if (!further) return [];
  const { governed } = ctx.services;
  return membersOf(ctx, target, further).map((field) => ({
    ...field,
    required: false,
    isFurther: true,
    classification: governed.get(camelCase(field.key))?.class ?? null,
  }));
}

function plainFields(ctx: TenantContext, target: TargetSpec): TargetField[] {
  const fields = membersOf(ctx, target, operationOf(ctx, target.create));
  if (target.matchKeys.some(({ key }) => key === 'id'))
    fields.unshift(plainField('id', { type: 'string' }, ['id']));
  return fields;
}

function membersOf(
  ctx: TenantContext,
  target: TargetSpec,
  operation: PersistedOperation | undefined,
): TargetField[] {
  const schema = operation?.inputSchema;
  const { definitions } = ctx.services.catalogue;
  const members = new Set(Object.values(target.references).map(({ member }) => member));
  const fields: TargetField[] = [];
  for (const [name, member] of Object.entries(schema?.properties ?? {})) {
    const isLeftOut = members.has(name) || target.omits?.includes(name);
    if (isLeftOut || name === 'custom_fields' || name === 'id') continue;
    const nested = nestedOf(member, definitions);
    const isRequired = (schema?.required as string[] | undefined)?.includes(name) ?? false;
    if (!nested) fields.push(plainField(name, member, [name], isRequired));
    else
      for (const [part, of] of Object.entries(nested.properties ?? {}))
        fields.push(plainField(`${name}.${part}`, of, [name, part]));
  }
  return fields;
}

function nestedOf(member: JsonSchema, definitions: Record<string, JsonSchema>): JsonSchema | undefined {
  const ref = (member.anyOf as JsonSchema[] | undefined)?.find((one) => one.$ref)?.$ref as string | undefined;
  return ref ? definitions[ref.split('/').at(-1)!] : undefined;
}

function plainField(key: string, schema: JsonSchema, path: string[], required = false): TargetField {
  const options = (schema.enum as (string | null)[] | undefined)?.filter((one) => one !== null) as string[];
  const type = typeOf(schema);
  return {
    ...{ key, path, type, required, list: type === 'list', label: labelOf(key) },
    maxLength: (schema.maxLength as number | undefined) ?? null,
    options: options ?? null,
    classification: null,
    example: schema.examples ? String((schema.examples as unknown[])[0]) : null,
  };
}

function typeOf(schema: JsonSchema): TargetField['type'] {
  const types = [schema.type].flat();
  if (schema.enum) return 'select';
  if (types.includes('array')) return 'list';
  if (types.includes('integer')) return 'integer';
  if (types.includes('boolean')) return 'boolean';
  if (types.includes('number')) return 'number';
  if (schema.format === 'date') return 'date';
  return schema.format === 'date-time' ? 'datetime' : 'text';
}

function labelOf(key: string): string {
  const words = key.replace(/[._]/g, ' ');
  return words[0]!.toUpperCase() + words.slice(1);
}

function referenceFields({ references }: TargetSpec): TargetField[] {
  return Object.entries(references).flatMap(([relation, reference]) => {
    const { kind, by, member, isList = false, itemMember, isFurther } = reference;
    return by.map((value): TargetField => {
      const key = isList ? relation : `${relation}.${value}`;
      return {
        ...{ key, label: labelOf(key), type: 'reference', required: false, list: isList, maxLength: null },
        ...{ options: null, classification: null, example: null, path: [member] },
        reference: { kind, by: value, isList, ...(itemMember && { itemMember }) },
        ...(isFurther && { isFurther }),
      };
    });
  });
}

const CUSTOM_TYPES: Partial<Record<CustomFieldDefinition['type'], TargetField['type']>> = {
  ...{ integer: 'integer', number: 'number', percent: 'number', date: 'date', datetime: 'datetime' },
  ...{
    boolean: 'boolean',
    multi_select: 'list',
    user: 'reference',
    company: 'reference',
    contact: 'reference',
  },
  json: 'json',
};

/** Returns the governed fields of a target that the caller may not read, whether they may write them or not. */
export function unreadableFieldsOf(ctx: TenantContext, target: TargetSpec): TargetField[] {
  const { principal, services } = ctx;
  const further = furtherFields(ctx, target).filter(({ key }) => {
    const governance = services.governed.get(camelCase(key));
    return governance && !mayRead(governance, principal);
  });
  const own = target.customFields ? [...customFieldsOf(principal, target.customFields).values()] : [];
  return [...further, ...own.filter((custom) => !mayReadCustomField(custom, principal)).map(customField)];
}

function customField(custom: CustomFieldDefinition): TargetField {
  const type = CUSTOM_TYPES[custom.type] ?? 'text';
  const key = `custom.${custom.key}`;
  const by = { user: 'email', company: 'domain', contact: 'email' } as Record<string, string>;
  return {
    ...{ key, label: labelOf(custom.key), type, required: custom.required && custom.defaultValue == null },
    list: type === 'list',
    maxLength: custom.rules.maxLength ?? null,
    options: custom.options.length
      ? custom.options.filter((one) => !one.archived).map((one) => one.key)
      : null,
    classification: custom.classification,
    example: null,
    path: ['custom_fields', custom.key],
    custom,
    ...(type === 'reference' && {
      reference: { kind: custom.type as ReferenceSpec['kind'], by: by[custom.type]!, isList: false },
    }),
  };
}
