// Validates the input of a custom field definition as a whole.
import type { CustomFieldRules, CustomFieldType } from '../../access/custom-field-definitions.ts';
import type { FieldGovernance } from '../../access/governance.ts';
import { instantOf, isDay } from '../../clock.ts';
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import type { CustomField } from './model.ts';
import { assertUsablePattern, patternsOf } from './pattern.ts';
import { assertConsistent, assertWidens, mergeOptions } from './rules.ts';
import { readValue } from './values.ts';

type OptionInput = Parameters<typeof mergeOptions>[1][number];

/** The fields of a definition that can be updated; an absent field is left unchanged, null clears it. */
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

/** The input for a new field. */
export interface CustomFieldInput extends CustomFieldChanges {
  entity?: string | null;
  key?: string | null;
  classification?: FieldGovernance['class'] | null;
}

/** The columns of a definition that callers set. */
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

/**
 * Returns a definition from an input; values that the input leaves out come from `before`, the definition that it
 * changes.
 * @throws VALIDATION_ERROR if its parts contradict each other
 */
export function parseDefinition(
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
  assertConsistent(definition);
  return { ...definition, defaultValue: readDefault(ctx, definition) };
}

function readLabel(label: string | null | undefined): string {
  const text = label?.normalize('NFC').replace(/\s+/gu, ' ').trim();
  if (!text) throw invalid('label', 'required', 'Give the field a label.');
  return text;
}

/** Returns the rules that are not null, with time bounds in the stored form. */
function readRules(ctx: TenantContext, type: CustomFieldType, input: object): CustomFieldRules {
  const rules = Object.fromEntries(
    Object.entries(input).filter(([, value]) => value != null),
  ) as CustomFieldRules;
  if (rules.pattern != null) assertUsablePattern(rules.pattern, 'rules.pattern');
  for (const name of ['min', 'max'] as const) {
    const bound = rules[name];
    if (typeof bound !== 'string') continue;
    const storedBound = type === 'datetime' ? instantOf(bound, ctx.principal.timeZone) : bound;
    if (!storedBound || (type === 'date' && !isDay(bound)))
      throw invalid(
        `rules.${name}`,
        'format',
        'Give a date such as 2026-11-21, or an instant for a datetime field.',
      );
    rules[name] = storedBound;
  }
  return rules;
}

/** Validates the default value against the new rules of the field. */
function readDefault(ctx: TenantContext, definition: Definition): unknown {
  if (definition.defaultValue === null) return null;
  return readValue({ ...definition, key: 'default_value' }, definition.defaultValue, {
    path: 'default_value',
    before: null,
    timeZone: ctx.principal.timeZone,
    patterns: patternsOf(ctx),
  });
}
