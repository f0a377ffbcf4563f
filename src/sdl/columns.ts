// The columns that a list filters and sorts by, as the SDL of its type says them.
import { Kind, type TypeNode } from 'graphql';
import { snakeCase } from '../naming.ts';
import { filterMembers, type ListMember, namedType, sortMembers } from './derive.ts';
import { argumentsOf, directive } from './directives.ts';
import { loadObjectTypes } from './type-defs.ts';

/** A column behind a filter or a sort key. */
export interface ListColumn {
  /** Its name in the table. */
  column: string;
  /** Whether it can be null; in an order null stands last. */
  nullable: boolean;
  /** Whether it holds a list of words, as tags do. */
  isList: boolean;
}

/** What a type's lists filter and sort by. */
export interface ListColumns {
  /** By the member of the filter input, in camelCase. */
  filters: ReadonlyMap<string, ListColumn>;
  /** By the sort key in wire form, without its direction. */
  sorts: ReadonlyMap<string, ListColumn>;
}

const cache = new Map<string, ListColumns>();

/**
 * The columns behind `@filter` and `@sort` of a GraphQL type.
 * @param type name of the type; one that the schema does not have has no columns
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

function columnOf({ field }: ListMember): ListColumn {
  const use = directive(field, 'column');
  const name = use ? (argumentsOf(use).name as string) : field.name.value;
  return {
    column: snakeCase(name),
    nullable: field.type.kind !== Kind.NON_NULL_TYPE,
    isList: isList(field.type) && namedType(field.type) === 'String',
  };
}

function isList(type: TypeNode): boolean {
  return type.kind === Kind.LIST_TYPE || (type.kind === Kind.NON_NULL_TYPE && isList(type.type));
}
