// What a caller may write of a definition, checked as a whole.
import type { CustomFieldRules, CustomFieldType } from '../../access/custom-field-definitions.ts';
import type { FieldGovernance } from '../../access/governance.ts';
import { instantOf, isDay } from '../../clock.ts';
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import type { CustomField } from './model.ts';
import { assertUsablePattern, patternsOf } from './pattern.ts';
import { CUSTOMIZED } from './records.ts';
import { assertShape, assertWidens, mergeOptions } from './rules.ts';
import { readValue } from './values.ts';

type OptionInput = Parameters<typeof mergeOptions>[1][number];

/** What may change of a definition; absent leaves alone, null clears. */
export interface CustomFieldChanges {
  label?: string | null;
  description?: string | null;
  type?: CustomFieldType | null;
  required?: boolean | null;
  unique?: boolean | null;
  defaultValue?: unknown;
  options?: OptionInput[] | null;
  rules?: Record<string, unknown> | null;
  group?: string | null;
  position?: number | null;
  archived?: boolean | null;
}

/** What a caller may give for a new field. */
export interface CustomFieldInput extends CustomFieldChanges {
  entity?: string | null;
  key?: string | null;
  classification?: FieldGovernance['class'] | null;
}

/** The columns of a definition that a caller decides on. */
export type Definition = Pick<
  CustomField,
  | 'label'
  | 'description'
  | 'type'
  | 'required'
  | 'isUnique'
  | 'defaultValue'
  | 'options'
  | 'rules'
  | 'classification'
  | 'groupName'
>;

/** @throws VALIDATION_ERROR for a kind of record that there is not yet */
export function assertBuilt(entity: string): void {
  if (CUSTOMIZED.includes(entity)) return;
  throw invalid(
    'entity',
    'not_built',
    `The service has no ${entity} yet; fields can be defined on ${CUSTOMIZED.join(', ')}.`,
  );
}

/**
 * A definition from an input, with what stood before where the input says nothing; `before` is the one that changes.
 * @throws VALIDATION_ERROR where its parts do not fit each other
 */
export function readDefinition(
  ctx: TenantContext,
  input: CustomFieldInput,
  before?: CustomField,
): Definition {
  const type = input.type ?? before?.type ?? 'text';
  if (before) assertWidens(before.type, type);
  const rules = readRules(ctx, type, input.rules === undefined ? (before?.rules ?? {}) : (input.rules ?? {}));
  const definition: Definition = {
    label: readLabel(input.label === undefined ? before?.label : input.label),
    description: (input.description === undefined ? before?.description : input.description?.trim()) || null,
    type,
    required: (input.required === undefined ? before?.required : input.required) ?? false,
    isUnique: (input.unique === undefined ? before?.isUnique : input.unique) ?? false,
    defaultValue: (input.defaultValue === undefined ? before?.defaultValue : input.defaultValue) ?? null,
    options:
      input.options === undefined
        ? (before?.options ?? [])
        : mergeOptions(before?.options ?? [], input.options ?? []),
    rules,
    classification: before?.classification ?? input.classification ?? 'ordinary_crm',
    groupName: (input.group === undefined ? before?.groupName : input.group?.trim()) || null,
  };
  assertShape(definition);
  return { ...definition, defaultValue: readDefault(ctx, definition) };
}

function readLabel(label: string | null | undefined): string {
  const text = label?.normalize('NFC').replace(/\s+/gu, ' ').trim();
  if (!text) throw invalid('label', 'required', 'A field has a label.');
  return text;
}

/** Rules that say something; bounds of time in the form of the values. */
function readRules(ctx: TenantContext, type: CustomFieldType, given: object): CustomFieldRules {
  const rules = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value != null),
  ) as CustomFieldRules;
  if (rules.pattern != null) assertUsablePattern(rules.pattern, 'rules.pattern');
  for (const name of ['min', 'max'] as const) {
    const bound = rules[name];
    if (typeof bound !== 'string') continue;
    const read = type === 'datetime' ? instantOf(bound, ctx.principal.timeZone) : bound;
    if (!read || (type === 'date' && !isDay(bound)))
      throw invalid(`rules.${name}`, 'format', 'Give a day, or of a datetime field an instant.');
    rules[name] = read;
  }
  return rules;
}

/** A default follows the rules of the field, as they are from now on. */
function readDefault(ctx: TenantContext, definition: Definition): unknown {
  if (definition.defaultValue === null) return null;
  return readValue({ ...definition, key: 'default_value' }, definition.defaultValue, {
    path: 'default_value',
    before: null,
    timeZone: ctx.principal.timeZone,
    patterns: patternsOf(ctx),
  });
}
