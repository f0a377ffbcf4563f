// Translates conditions on custom fields, and sorts by them, to SQL (platform.md §3).

import type { TenantAccessContext } from '../access/context.ts';
import type { CustomFieldDefinition } from '../access/custom-field-definitions.ts';
import { customFieldsOf, mayReadCustomField } from '../access/custom-fields.ts';
import { instantOf, isDay } from '../clock.ts';
import { invalid } from '../errors.ts';
import { ALPHABETICAL } from './alphabetical.ts';
import { applyConditions } from './filters.ts';
import type { CustomCondition, WhereBuilder } from './listing.ts';

/** A condition with its field definition and its parsed value. */
export interface ResolvedCondition {
  field: CustomFieldDefinition;
  operator: string;
  value: unknown;
}

type Kind = 'text' | 'choice' | 'choices' | 'number' | 'day' | 'instant' | 'flag' | 'opaque';

const KINDS: Record<CustomFieldDefinition['type'], Kind> = {
  ...{ text: 'text', long_text: 'text', url: 'text', email: 'text', phone: 'text' },
  ...{ integer: 'number', number: 'number', percent: 'number', currency: 'number' },
  ...{ date: 'day', datetime: 'instant', boolean: 'flag', select: 'choice', multi_select: 'choices' },
  ...{ user: 'choice', company: 'choice', contact: 'choice', json: 'opaque' },
};

const MEMBERSHIP = ['eq', 'neq', 'in', 'nin'];
const ORDERED = [...MEMBERSHIP, 'lt', 'lte', 'gt', 'gte', 'between'];
const OPERATORS: Record<Kind, string[]> = {
  text: [...MEMBERSHIP, 'contains', 'starts_with'],
  choice: MEMBERSHIP,
  choices: MEMBERSHIP,
  number: ORDERED,
  day: ORDERED,
  instant: ORDERED,
  flag: MEMBERSHIP,
  opaque: [],
};

const MAX_LIST_VALUES = 100;

/**
 * Resolves the fields of conditions and parses their values by the types of the fields.
 * @throws VALIDATION_ERROR unknown_field, field_not_readable, operator, type
 */
export function resolveConditions(
  ctx: TenantAccessContext,
  entity: string,
  conditions: readonly CustomCondition[] | null | undefined,
): ResolvedCondition[] {
  return (conditions ?? []).map(({ key, op: written, value }) => {
    const op = written === 'not' ? 'neq' : written;
    const field = readableField(ctx, entity, key, `filter.custom.${key}`);
    const kind = KINDS[field.type];
    const path = `filter.custom.${key}.${written}`;
    if (op === 'is_null' || op === 'exists') {
      const flag = readFlag(value ?? true, path);
      return { field, operator: 'isNull', value: op === 'is_null' ? flag : !flag };
    }
    if (!OPERATORS[kind].includes(op)) {
      const known = [...OPERATORS[kind], 'is_null', 'exists'].join(', ');
      throw invalid(path, 'operator', `A field of the type ${field.type} takes ${known}.`);
    }
    const read = (one: unknown) => readOperand(kind, one, path, ctx.principal.timeZone);
    const operator = op === 'starts_with' ? 'startsWith' : op;
    if (op !== 'in' && op !== 'nin' && op !== 'between') return { field, operator, value: read(value) };
    const items = typeof value === 'string' ? value.split(',').map((item) => item.trim()) : value;
    if (!Array.isArray(items) || items.length > MAX_LIST_VALUES || (op === 'between' && items.length !== 2)) {
      const wanted = op === 'between' ? 'two values' : `a list of at most ${MAX_LIST_VALUES} values`;
      throw invalid(path, 'type', `Give ${wanted}.`);
    }
    return { field, operator, value: items.map(read) };
  });
}

/**
 * Returns the custom field with a key, for a filter or a sort.
 * @throws VALIDATION_ERROR unknown_field, field_not_readable
 */
function readableField(
  ctx: TenantAccessContext,
  entity: string,
  key: string,
  path: string,
): CustomFieldDefinition {
  const field = customFieldsOf(ctx.principal, entity).get(key);
  if (!field) throw invalid(path, 'unknown_field', `There is no custom field ${key} on ${entity}.`);
  if (mayReadCustomField(field, ctx.principal)) return field;
  throw invalid(path, 'field_not_readable', 'You can only filter and sort by fields that you may read.', {
    reason: 'field_not_readable',
  });
}

function readOperand(kind: Kind, value: unknown, path: string, timeZone: string): string | boolean {
  const text = typeof value === 'number' ? String(value) : value;
  if (kind === 'flag') return String(readFlag(value, path));
  if (typeof text !== 'string' || text.length > 500 || text.includes('\u0000'))
    throw invalid(path, 'type', 'Give a text of at most 500 characters, or a number.');
  if (kind === 'number' && !/^-?\d{1,20}(\.\d{1,10})?$/.test(text))
    throw invalid(path, 'type', 'Give a number.');
  if (kind === 'day' && !isDay(text)) throw invalid(path, 'format', 'Give a day such as 2026-11-21.');
  if (kind !== 'instant') return text;
  const instant = instantOf(text, timeZone);
  if (!instant) throw invalid(path, 'format', 'Give an instant such as 2026-11-21T09:30:00Z, or a day.');
  return instant;
}

function readFlag(value: unknown, path: string): boolean {
  if (value === true || value === 'true' || value === '1') return true;
  if (value === false || value === 'false' || value === '0') return false;
  throw invalid(path, 'type', 'Give true or false.');
}

/** Adds conditions on the column custom_fields of `table` to a query. */
export function applyCustomConditions(
  query: WhereBuilder,
  table: string,
  conditions: readonly ResolvedCondition[],
): void {
  for (const { field, operator, value } of conditions) {
    if (KINDS[field.type] === 'choices' && operator !== 'isNull') {
      // Also matches a single choice, stored before the field became a multiple choice.
      const has = `jsonb_exists_any(${table}.custom_fields -> '${field.key}', ?::text[])`;
      const values = [[value].flat() as string[]];
      const isNot = operator === 'neq' || operator === 'nin';
      query.whereRaw(isNot ? `(${has}) is not true` : has, values);
    } else applyConditions(query, expressionOf(field, table), { [operator]: value });
  }
}

/**
 * Returns the SQL expression of a field's value. Inserting the key is safe: a check on the definitions allows no quotes
 * in it.
 */
function expressionOf({ key, type }: CustomFieldDefinition, table: string): string {
  const text = `${table}.custom_fields ->> '${key}'`;
  switch (KINDS[type]) {
    case 'number': {
      const path = type === 'currency' ? `'{${key},amount}'` : `'{${key}}'`;
      return `((${table}.custom_fields #>> ${path})::numeric)`;
    }
    // Stored in a uniform format that sorts chronologically.
    case 'day':
    case 'instant':
      return `((${text}) collate "C")`;
    default:
      return `(${text})`;
  }
}

/** A sort key that is a custom field. */
export interface CustomSortKey {
  key: string;
  descending: boolean;
  sql: (table: string) => string;
  /** Returns the value of a row as SQL compares it. */
  read: (row: { customFields?: Record<string, unknown> }) => unknown;
}

/**
 * Resolves sort keys on custom fields such as `-score`.
 * @throws VALIDATION_ERROR unknown_field, field_not_readable; `type` for a field that cannot be sorted by
 */
export function customSortKeys(
  ctx: TenantAccessContext,
  entity: string,
  sort: readonly string[] | null | undefined,
): CustomSortKey[] {
  return (sort ?? []).map((given) => {
    const key = given.replace(/^-/, '');
    const field = readableField(ctx, entity, key, `sort.custom.${key}`);
    if (['choices', 'opaque'].includes(KINDS[field.type])) {
      throw invalid(`sort.custom.${key}`, 'type', `Fields of the type ${field.type} cannot be sorted by.`);
    }
    return {
      key,
      descending: given.startsWith('-'),
      sql: (table) => `${expressionOf(field, table)}${KINDS[field.type] === 'text' ? ALPHABETICAL : ''}`,
      read: ({ customFields }) => comparable(customFields?.[key]),
    };
  });
}

function comparable(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'object') return (value as { amount: string }).amount;
  return typeof value === 'boolean' ? String(value) : (value as string | number);
}
