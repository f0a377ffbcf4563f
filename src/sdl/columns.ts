// The columns that a list filters and sorts by, from the SDL of its type.
import { Kind } from 'graphql';
import { snakeCase } from '../naming.ts';
import { argumentsOf, directive } from './directives.ts';
import { enumValues } from './enums.ts';
import { filterMembers, type ListMember, sortMembers } from './list-inputs.ts';
import { isList, namedType } from './object-types.ts';
import { loadObjectTypes, loadTypeDefs } from './type-defs.ts';

/** The column of a filter or a sort key. */
export interface ListColumn {
  /** Its name in the table. */
  column: string;
  /** Whether it can be null. */
  nullable: boolean;
  /** Whether it is a list of words, such as tags. */
  isList: boolean;
  /** Whether it is a text that people write, which sorts alphabetically. */
  isText: boolean;
  /** The values that it can have, if its type is an enum. */
  values?: readonly string[];
  /** The GraphQL type of the related record that the column refers to, for a filter by its fields. */
  related?: string;
  /** Whether nulls come first in descending order. */
  nullsFirst: boolean;
}

/** The filters and sort keys of a type's lists. */
export interface ListColumns {
  /** By member of the filter input, in camelCase. */
  filters: ReadonlyMap<string, ListColumn>;
  /** By sort key in wire form, without its direction. */
  sorts: ReadonlyMap<string, ListColumn>;
}

const cache = new Map<string, ListColumns>();
let enums: Record<string, Record<string, string>> | undefined;

/**
 * Returns the columns of `@filter` and `@sort` of a GraphQL type.
 * @param type name of the type; an unknown type has no columns
 */
export function listColumns(type: string): ListColumns {
  let columns = cache.get(type);
  if (!columns) {
    const node = loadObjectTypes().get(type);
    const byName = (members: ListMember[]) =>
      new Map(members.map((member) => [member.name, columnOf(member)]));
    columns = {
      filters: byName(node ? filterMembers(node) : []),
      sorts: byName(node ? sortMembers(node) : []),
    };
    cache.set(type, columns);
  }
  return columns;
}

function columnOf({ field, related, column, nullsFirst = false }: ListMember): ListColumn {
  const use = directive(field, 'column');
  const name = use ? (argumentsOf(use).name as string) : `${field.name.value}${related ? 'Id' : ''}`;
  const type = namedType(field.type);
  enums ??= enumValues(loadTypeDefs());
  const values = enums[type];
  return {
    column: snakeCase(column ?? name),
    nullable: field.type.kind !== Kind.NON_NULL_TYPE,
    isList: isList(field.type) && type === 'String',
    isText: type === 'String' && !isList(field.type) && !isBinary(field),
    ...(values && { values: Object.values(values) }),
    ...(related && { related: type }),
    nullsFirst,
  };
}

function isBinary(field: ListMember['field']): boolean {
  const use = directive(field, 'sort');
  return !!use && argumentsOf(use).binary === true;
}
