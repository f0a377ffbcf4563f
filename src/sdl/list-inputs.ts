// Derives the inputs of lists from the fields marked @filter and @sort: filter inputs and sort enums.
import { type FieldDefinitionNode, Kind } from 'graphql';
import { snakeCase } from '../naming.ts';
import { argumentsOf, directive } from './directives.ts';
import { isList, namedType, type ObjectType } from './object-types.ts';

/** The most conditions on a list of conditions, such as `or`, and on custom fields. */
const MAX_PARTS = 20;

/** The arguments of `@filter`. */
interface FilterUse {
  as?: string;
  nullsFirst?: boolean;
  description?: string;
  /** The column of a sort key, if it is not that of the field. */
  column?: string;
  /** For a related record: the filters of its type that the list takes. */
  fields?: string[];
}

/** One member of a filter input or one sort key: a field of the record, possibly under another name. */
export interface ListMember {
  name: string;
  field: FieldDefinitionNode;
  description?: string;
  /** The column of a sort key, if it is not that of the field. */
  column?: string;
  /** For a related record: the filters of its type that the list takes. */
  related?: string[];
  /** Whether records without a value come first in descending order; otherwise they come last. */
  nullsFirst?: boolean;
}

/**
 * Returns the fields of a type that its lists filter by. Every list with filters takes the id, for reading many records
 * by their ids.
 */
export function filterMembers(type: ObjectType): ListMember[] {
  const members = listMembers(type, 'filter');
  const id = type.fields.find(
    ({ name, type: { kind } }) => name.value === 'id' && kind === Kind.NON_NULL_TYPE,
  );
  if (!id || !members.length || members.some(({ name }) => name === 'id')) return members;
  return [{ name: 'id', field: id, description: 'Reads up to 100 records by `in`.' }, ...members];
}

/** Returns the fields of a type that its lists sort by, named by their sort keys in wire form, without direction. */
export function sortMembers(type: ObjectType): ListMember[] {
  return listMembers(type, 'sort').map((member) => ({ ...member, name: snakeCase(member.name) }));
}

function listMembers({ fields }: ObjectType, name: 'filter' | 'sort'): ListMember[] {
  return fields.flatMap((field) => {
    const use = directive(field, name);
    if (!use) return [];
    const { as, description, column, fields: related, nullsFirst } = argumentsOf(use) as FilterUse;
    return [
      {
        name: as ?? field.name.value,
        field,
        ...(description && { description }),
        ...(column && { column }),
        ...(related && { related }),
        ...(nullsFirst && { nullsFirst }),
      },
    ];
  });
}

/** The condition input by the type of a field; enums are compared as their stored text. */
const CONDITIONS: Record<string, string> = {
  ID: 'IdFilter',
  UUID: 'IdFilter',
  Int: 'IntegerFilter',
  Decimal: 'NumberFilter',
  DateTime: 'DateTimeFilter',
  Date: 'DateFilter',
  Boolean: 'BooleanFilter',
};

function conditionsOf({ type }: FieldDefinitionNode): string {
  return isList(type) ? 'TagFilter' : (CONDITIONS[namedType(type)] ?? 'TextFilter');
}

/**
 * Returns the filter input of a type: its fields marked `@filter`, its custom fields, combinations of conditions, and an
 * input for each related record.
 */
export function filterInput(type: ObjectType, types: ReadonlyMap<string, ObjectType>): string | undefined {
  const members = filterMembers(type);
  if (!members.length) return undefined;
  const related = members.filter((member) => member.related);
  const lines = members.map(({ name, field, description, related: isRelated }) => {
    const conditions = isRelated ? relatedInput(type, name) : conditionsOf(field);
    return `${description ? JSON.stringify(description) : ''} ${name}: ${conditions}`;
  });
  if (hasCustomFields(type))
    lines.push(`customFields: [CustomFieldCondition!] @limits(maxItems: ${MAX_PARTS})`);
  const limits = `@limits(minItems: 1, maxItems: ${MAX_PARTS})`;
  lines.push(`
    "All of these must hold, too. At most five levels of and, or and not, and 50 conditions."
    and: [${type.name}Filter!] ${limits}
    "One of these must hold."
    or: [${type.name}Filter!] ${limits}
    "This must not hold."
    not: ${type.name}Filter`);
  return [
    `input ${type.name}Filter { ${lines.join('\n')} }`,
    ...related.map((member) => relationInput(type, member, types)),
  ].join('\n');
}

function relatedInput({ name }: ObjectType, member: string): string {
  return `${name}Filter${member[0]!.toUpperCase()}${member.slice(1)}`;
}

function relationInput(
  type: ObjectType,
  { name, field, related = [] }: ListMember,
  types: ReadonlyMap<string, ObjectType>,
): string {
  const target = types.get(namedType(field.type))!;
  const available = filterMembers(target);
  const lines = related.map((one) => {
    const member = available.find((other) => other.name === one);
    if (!member || member.related)
      throw new Error(`${type.name}.${name} filters by ${one}, which is no filter of ${target.name}.`);
    return `${one}: ${conditionsOf(member.field)}`;
  });
  return `"Conditions on the ${snakeCase(name).replaceAll('_', ' ')} of the record; a record without one has none of the values."
    input ${relatedInput(type, name)} { ${lines.join('\n')} }`;
}

/** Returns the sort enum of a record type: both directions of each field marked `@sort`. */
export function sortEnum(type: ObjectType): string | undefined {
  const values = sortMembers(type).map(({ name }) => {
    const constant = name.toUpperCase();
    return `${constant}_ASC @value(is: "${name}") ${constant}_DESC @value(is: "-${name}")`;
  });
  return values.length ? `enum ${type.name}Sort { ${values.join('\n')} }` : undefined;
}

/** Returns whether lists of a type take conditions on custom fields, and sort by them. */
export function hasCustomFields({ fields }: ObjectType): boolean {
  return fields.some((field) => directive(field, 'customFields'));
}
