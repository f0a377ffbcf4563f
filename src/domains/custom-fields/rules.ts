// The rules of definitions: what each type of field may have, and how a field may change (platform.md §8). Pure.
import type { CustomFieldRules, CustomFieldType } from '../../access/custom-field-definitions.ts';
import { invalid } from '../../errors.ts';
import type { CustomFieldOption } from './model.ts';

export const MAX_FIELDS = 200;
export const MAX_OPTIONS = 200;
export const RESTORE_DAYS = 30;

/** Characters of a text at most. */
export const LONGEST: Partial<Record<CustomFieldType, number>> = { text: 500, long_text: 20_000 };

const TEXT_RULES = ['minLength', 'maxLength', 'pattern'];
const NUMBER_RULES = ['min', 'max', 'scale'];
const RULES_OF: Partial<Record<CustomFieldType, string[]>> = {
  ...{ text: TEXT_RULES, long_text: TEXT_RULES },
  ...{ integer: ['min', 'max'], number: NUMBER_RULES, percent: NUMBER_RULES, currency: NUMBER_RULES },
  ...{ date: ['min', 'max'], datetime: ['min', 'max'] },
};

const CHOICES: ReadonlySet<CustomFieldType> = new Set(['select', 'multi_select']);
/** What a person or another record is known by: it means nothing on another record, so nothing stands there by itself. */
export const REFERENCES: ReadonlySet<CustomFieldType> = new Set(['user', 'company', 'contact']);
const ONCE: ReadonlySet<CustomFieldType> = new Set<CustomFieldType>([
  ...(['text', 'integer', 'number', 'date', 'datetime', 'url', 'email', 'phone'] as const),
  ...REFERENCES,
]);

/** A type widens only: every value that stands is one of the new type too. */
const WIDER: Partial<Record<CustomFieldType, CustomFieldType>> = {
  text: 'long_text',
  integer: 'number',
  select: 'multi_select',
};

/** @throws VALIDATION_ERROR widen_only */
export function assertWidens(from: CustomFieldType, to: CustomFieldType): void {
  if (from === to || WIDER[from] === to) return;
  const wider = WIDER[from] ? `only become ${WIDER[from]}` : 'not change its type';
  throw invalid('type', 'widen_only', `A ${from} field may ${wider}; define another field for the rest.`);
}

/** The parts of a definition that must fit each other. */
export interface Shape {
  type: CustomFieldType;
  required: boolean;
  isUnique: boolean;
  defaultValue: unknown;
  options: CustomFieldOption[];
  rules: CustomFieldRules;
  classification: string;
}

/** Refuses a definition whose parts contradict each other. @throws VALIDATION_ERROR */
export function assertShape(shape: Shape): void {
  const { type, isUnique, defaultValue, options, rules } = shape;
  if (isUnique && !ONCE.has(type)) throw invalid('unique', 'type', `A ${type} field cannot be unique.`);
  if (isUnique && defaultValue !== null)
    throw invalid('default_value', 'unique', 'A unique field has no default: only one record could have it.');
  if (defaultValue !== null && REFERENCES.has(type))
    throw invalid('default_value', 'type', `A ${type} field has no default; it would be outlived.`);
  assertGovernance(shape);
  if (CHOICES.has(type) && !options.some(({ archived }) => !archived))
    throw invalid('options', 'required', 'Give the options to choose from, each with key and label.');
  if (!CHOICES.has(type) && options.length)
    throw invalid('options', 'type', 'Only select and multi_select fields have options.');
  assertRules(type, rules);
}

/** A refusal, a required value or a default would tell what stands in a field that not everybody may read. */
function assertGovernance({ classification, required, isUnique, defaultValue }: Shape): void {
  if (classification === 'ordinary_crm') return;
  const message = 'A field that not everybody may read is neither required nor unique, and has no default.';
  if (classification === 'credential') {
    throw invalid(
      'classification',
      'enum',
      'A credential has no read path, so it is no custom field; give another class.',
    );
  }
  if (required) throw invalid('required', 'classification', message);
  if (isUnique) throw invalid('unique', 'classification', message);
  if (defaultValue !== null) throw invalid('default_value', 'classification', message);
}

function assertRules(type: CustomFieldType, rules: CustomFieldRules): void {
  for (const [name, value] of Object.entries(rules)) {
    if (value === null || RULES_OF[type]?.includes(name)) continue;
    const known = RULES_OF[type]?.map(wireName).join(', ') ?? 'none';
    throw invalid(`rules.${wireName(name)}`, 'type', `Rules of a ${type} field: ${known}.`);
  }
  const { minLength, maxLength } = rules;
  const longest = LONGEST[type];
  if (longest && maxLength != null && maxLength > longest)
    throw invalid('rules.max_length', 'maximum', `A ${type} field takes at most ${longest} characters.`);
  if (minLength != null && minLength > (maxLength ?? longest ?? minLength))
    throw invalid('rules.min_length', 'range', 'min_length is not above max_length.');
  const isText = type === 'date' || type === 'datetime';
  for (const name of ['min', 'max'] as const) {
    const bound = rules[name];
    if (bound != null && typeof bound !== (isText ? 'string' : 'number'))
      throw invalid(`rules.${name}`, 'type', isText ? 'Give a day or an instant as text.' : 'Give a number.');
  }
  const { min, max } = rules;
  if (min != null && max != null && min > max) throw invalid('rules.min', 'range', 'min is not above max.');
}

/** `minLength` to `min_length`. */
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
 * Options as they are to be: those that are given, and behind them those that are not any more, archived.
 * @throws VALIDATION_ERROR repeated, max_items
 */
export function mergeOptions(
  before: readonly CustomFieldOption[],
  given: readonly OptionInput[],
): CustomFieldOption[] {
  const options = given.map(({ key, label, color, archived }) => ({
    key,
    label: label.trim(),
    color: color ?? null,
    archived: archived ?? false,
  }));
  const keys = new Set(options.map(({ key }) => key));
  if (keys.size < options.length) throw invalid('options', 'repeated', 'Name each option once.');
  if (options.some(({ label }) => !label)) throw invalid('options', 'required', 'An option has a label.');
  const left = before.filter(({ key }) => !keys.has(key)).map((option) => ({ ...option, archived: true }));
  const all = [...options, ...left];
  if (all.length > MAX_OPTIONS)
    throw invalid('options', 'max_items', `A field has at most ${MAX_OPTIONS} options, archived ones too.`);
  return all;
}
