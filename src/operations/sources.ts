// Sources of fields: resolvers declare which columns and relations they read, so that a read can fetch them in advance.
import { type GraphQLResolveInfo, type GraphQLSchema, isObjectType } from 'graphql';
import type { ListArguments } from '../lists/listing.ts';
import { nestedPageSize, type Relation } from '../lists/loaders.ts';
import { argumentsOf, directive } from '../sdl/directives.ts';
import type { TenantOperationContext } from './context.ts';

// biome-ignore lint/suspicious/noExplicitAny: a relation of any kind
export type AnyRelation = Relation<any, any>;
type Row = Record<string, unknown>;

/**
 * The source of a field, which the planners use; stored in the field's extensions, which survive the wrapping of its
 * resolver.
 */
export interface Source {
  relation?: AnyRelation;
  /** Selects some of the relation's rows. */
  pick?: Choice;
  /** Columns of the row that the resolver reads. */
  columns: string[];
  /** The field is another view of the same row. */
  sameRow?: boolean;
  /** The column without whose value such a view is null. */
  presence?: string;
  /** The column whose value the field returns unchanged. */
  column?: string;
  /** The resolver's computation as a SQL expression on the table. */
  sql?: (table: string) => string;
}

/** A condition on the rows of a relation. */
export interface Choice {
  by: string;
  is: string | null;
}

type Resolver = ((
  parent: never,
  args: ListArguments,
  ctx: TenantOperationContext,
  info: GraphQLResolveInfo,
) => unknown) & { source: Source };

/**
 * Resolves a field with a relation.
 * @param key the column of the row that refers to the relation
 * @param pick selects some of the relation's rows
 */
export function related(relation: AnyRelation, key = 'id', pick?: Choice): never {
  const prefetched = prefetchKey(relation, key);
  const choose = (rows: Row[]) => (pick ? rows.filter((row) => row[pick.by] === pick.is) : rows);
  const resolve = (parent: Row, args: ListArguments, ctx: TenantOperationContext) => {
    const isList = relation.sql.kind === 'list';
    const rows = parent[isList ? `${prefetched}:${nestedPageSize(args)}` : prefetched];
    if (rows !== undefined && isList && !args.after)
      return relation.sql.page!(ctx, rows as unknown[], args, parent[key] as string);
    if (rows !== undefined && !isList) return pick ? choose(rows as Row[]) : rows;
    const loaded = relation(ctx, parent[key], args);
    return pick ? loaded.then(choose) : loaded;
  };
  return Object.assign(resolve, {
    source: { relation, columns: [key], ...(pick && { pick }) },
  }) as never;
}

/** Resolves a field to a column of another name. */
export function column<T>(name: keyof T & string): never {
  return Object.assign((row: T) => row[name], { source: { columns: [name], column: name } }) as never;
}

/** Resolves a field to the row itself, seen as another type. */
export const sameRow = Object.assign((row: unknown) => row, {
  source: { columns: [], sameRow: true },
}) as never;

/** Resolves a field to the row itself, seen as another type; null where a column of the row is null. */
export function sameRowIf<T>(name: keyof T & string): never {
  return Object.assign((row: T) => (row[name] === null ? null : row), {
    source: { columns: [name], sameRow: true, presence: name },
  }) as never;
}

/** Stores the source of each field; building and wrapping a schema drop properties of resolver functions. */
export function attachFieldSources(schema: GraphQLSchema, resolvers: Record<string, object>): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    const own = resolvers[type.name] as Record<string, Partial<Resolver>> | undefined;
    for (const field of Object.values(type.getFields())) {
      const resolver = own?.[field.name];
      // Reading a governed value is audited with the id of the record, so the id is needed too.
      const use = directive(field, 'column');
      const name = use ? (argumentsOf(use).name as string) : field.name;
      const plain = directive(field, 'class') ? ['id', name] : [name];
      const source = resolver ? resolver.source : { columns: plain, column: name };
      field.extensions = { ...field.extensions, source };
      if (use) field.resolve = (row: Row) => row[name];
    }
  }
  return schema;
}

/** Returns the name of the property in which a row has the prefetched rows of a relation. */
export function prefetchKey({ sql }: AnyRelation, key: string): string {
  return `$${sql.name}:${key}`;
}
