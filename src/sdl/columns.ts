// The columns that a list filters and sorts by, from the SDL of its type.
import { Kind, type TypeNode } from 'graphql';
import { snakeCase } from '../naming.ts';
import { filterMembers, type ListMember, namedType, sortMembers } from './derive.ts';
import { argumentsOf, directive } from './directives.ts';
import { loadObjectTypes } from './type-defs.ts';

/** The column of a filter or a sort key. */
interface ListColumn {
  /** Its name in the table. */
  column: string;
  /** Whether it can be null; nulls sort last. */
  nullable: boolean;
  /** Whether it is a list of words, such as tags. */
  isList: boolean;
}

/** The filters and sort keys of a type's lists. */
export interface ListColumns {
  /** By member of the filter input, in camelCase. */
  filters: ReadonlyMap<string, ListColumn>;
  /** By sort key in wire form, without its direction. */
  sorts: ReadonlyMap<string, ListColumn>;
}

const cache = new Map<string, ListColumns>();

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
