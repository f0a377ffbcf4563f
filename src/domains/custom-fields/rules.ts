// Pure rules of definitions: what each field type allows, and how a field may change (platform.md §8).
import type { CustomFieldRules, CustomFieldType } from '../../access/custom-field-definitions.ts';
import { invalid } from '../../errors.ts';
import type { CustomFieldOption } from './model.ts';

export const MAX_FIELDS = 200;
export const MAX_OPTIONS = 200;
export const RESTORE_DAYS = 30;

/** The maximum number of characters by type. */
export const MAX_TEXT_LENGTH: Partial<Record<CustomFieldType, number>> = { text: 500, long_text: 20_000 };

const TEXT_RULES = ['minLength', 'maxLength', 'pattern'];
const NUMBER_RULES = ['min', 'max', 'scale'];
const RULES_OF: Partial<Record<CustomFieldType, string[]>> = {
  ...{ text: TEXT_RULES, long_text: TEXT_RULES },
  ...{ integer: ['min', 'max'], number: NUMBER_RULES, percent: NUMBER_RULES, currency: NUMBER_RULES },
  ...{ date: ['min', 'max'], datetime: ['min', 'max'] },
};

const CHOICE_TYPES: ReadonlySet<CustomFieldType> = new Set(['select', 'multi_select']);
/** Types that reference a user or a record. They have no default, as the referenced record may be deleted. */
export const REFERENCE_TYPES: ReadonlySet<CustomFieldType> = new Set(['user', 'company', 'contact']);
const UNIQUE_TYPES: ReadonlySet<CustomFieldType> = new Set<CustomFieldType>([
  ...(['text', 'integer', 'number', 'date', 'datetime', 'url', 'email', 'phone'] as const),
  ...REFERENCE_TYPES,
]);

/** The type that each type may change to; every existing value is valid for it. */
const WIDER_TYPE: Partial<Record<CustomFieldType, CustomFieldType>> = {
  text: 'long_text',
  integer: 'number',
  select: 'multi_select',
};

/** Throws unless the new type can hold every value of the former one. @throws VALIDATION_ERROR widen_only */
export function assertWidens(from: CustomFieldType, to: CustomFieldType): void {
  if (from === to || WIDER_TYPE[from] === to) return;
  const wider = WIDER_TYPE[from] ? `only become ${WIDER_TYPE[from]}` : 'not change its type';
  throw invalid('type', 'widen_only', `A ${from} field may ${wider}; define another field instead.`);
}

/** The parts of a definition that must be consistent. */
export interface DefinitionShape {
  type: CustomFieldType;
  required: boolean;
  isUnique: boolean;
  defaultValue: unknown;
  options: CustomFieldOption[];
  rules: CustomFieldRules;
  classification: string;
}

/** Throws if the parts of a definition contradict each other. @throws VALIDATION_ERROR */
export function assertConsistent(shape: DefinitionShape): void {
  const { type, isUnique, defaultValue, options, rules } = shape;
  if (isUnique && !UNIQUE_TYPES.has(type))
    throw invalid('unique', 'type', `A ${type} field cannot be unique.`);
  if (isUnique && defaultValue !== null)
    throw invalid(
      'default_value',
      'unique',
      'A unique field cannot have a default, since only one record could use it.',
    );
  if (defaultValue !== null && REFERENCE_TYPES.has(type))
    throw invalid(
      'default_value',
      'type',
      `A ${type} field cannot have a default, since the referenced record may be deleted.`,
    );
  assertGovernance(shape);
  if (CHOICE_TYPES.has(type) && !options.some(({ archived }) => !archived))
    throw invalid(
      'options',
      'required',
      'Give at least one option that is not archived, with key and label.',
    );
  if (!CHOICE_TYPES.has(type) && options.length)
    throw invalid('options', 'type', 'Only select and multi_select fields have options.');
  assertRules(type, rules);
}

/** Restricts governed fields: errors and defaults would reveal values to people who may not read the field. */
function assertGovernance({ classification, required, isUnique, defaultValue }: DefinitionShape): void {
  if (classification === 'ordinary_crm') return;
  const message = 'A field with restricted access cannot be required or unique, or have a default.';
  if (classification === 'credential') {
    throw invalid(
      'classification',
      'enum',
      'A custom field cannot hold credentials; use another classification.',
    );
  }
  if (required) throw invalid('required', 'classification', message);
  if (isUnique) throw invalid('unique', 'classification', message);
  if (defaultValue !== null) throw invalid('default_value', 'classification', message);
}

function assertRules(type: CustomFieldType, rules: CustomFieldRules): void {
  for (const [name, value] of Object.entries(rules)) {
    if (value === null || RULES_OF[type]?.includes(name)) continue;
    const allowed = RULES_OF[type]?.map(wireName).join(', ') ?? 'none';
    throw invalid(
      `rules.${wireName(name)}`,
      'type',
      `A ${type} field has no such rule; allowed: ${allowed}.`,
    );
  }
  const { minLength, maxLength } = rules;
  const maxAllowed = MAX_TEXT_LENGTH[type];
  if (maxAllowed && maxLength != null && maxLength > maxAllowed)
    throw invalid('rules.max_length', 'maximum', `A ${type} field takes at most ${maxAllowed} characters.`);
  if (minLength != null && minLength > (maxLength ?? maxAllowed ?? minLength))
    throw invalid('rules.min_length', 'range', 'min_length must not exceed max_length.');
  const isText = type === 'date' || type === 'datetime';
  for (const name of ['min', 'max'] as const) {
    const bound = rules[name];
    if (bound != null && typeof bound !== (isText ? 'string' : 'number'))
      throw invalid(
        `rules.${name}`,
        'type',
        isText ? 'Give a date or an instant as a string.' : 'Give a number.',
      );
  }
  const { min, max } = rules;
  if (min != null && max != null && min > max)
    throw invalid('rules.min', 'range', 'min must not exceed max.');
}

/** Converts `minLength` to `min_length`. */
function wireName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

interface OptionInput {
  key: string;
  label: string;
  color?: string | null;
  archived?: boolean | null;
}

/**
 * Returns the new options: the given ones, followed by former ones that are left out, archived.
 * @throws VALIDATION_ERROR repeated, max_items
 */
export function mergeOptions(
  before: readonly CustomFieldOption[],
  input: readonly OptionInput[],
): CustomFieldOption[] {
  const options = input.map(({ key, label, color, archived }) => ({
    key,
    label: label.trim(),
    color: color ?? null,
    archived: archived ?? false,
  }));
  const keys = new Set(options.map(({ key }) => key));
  if (keys.size < options.length) throw invalid('options', 'repeated', 'Give each option key only once.');
  if (options.some(({ label }) => !label)) throw invalid('options', 'required', 'Give each option a label.');
  const archivedOptions = before
    .filter(({ key }) => !keys.has(key))
    .map((option) => ({ ...option, archived: true }));
  const all = [...options, ...archivedOptions];
  if (all.length > MAX_OPTIONS)
    throw invalid(
      'options',
      'max_items',
      `A field can have at most ${MAX_OPTIONS} options, including archived ones.`,
    );
  return all;
}
