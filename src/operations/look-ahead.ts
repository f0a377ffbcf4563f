// Looking ahead: a root read fetches the relations that its selection asks for in the same statement, as nested JSON.
// What is not carried this way (after a mutation, behind a cursor) comes from the loaders.
import {
  type FieldNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { TenantContext } from '../context.ts';
import { nestedPageSize, type Relation } from '../db/loaders.ts';
import type { ListArguments } from '../db/page.ts';
import type { Ahead } from '../db/record-model.ts';
import { directive } from './directives.ts';
import { snakeCase } from './naming.ts';

// biome-ignore lint/suspicious/noExplicitAny: a relation of any kind
type AnyRelation = Relation<any, any>;
type Row = Record<string, unknown>;

/** What the planner reads of a field; kept in the field's extensions, which survive the wrapping of its resolver. */
interface Source {
  relation?: AnyRelation;
  /** Columns of the row that the resolver reads. */
  columns: string[];
  /** Columns of the relation's rows that the resolver reads. */
  rowColumns?: string[];
  /** The field is another view of the same row. */
  itself?: boolean;
}

type Resolver = ((
  parent: never,
  args: ListArguments,
  ctx: TenantContext,
  info: GraphQLResolveInfo,
) => unknown) & { source: Source };

/**
 * Resolves a field by a relation.
 * @param key the column of the row that leads to the relation
 * @param pick what the field shows of the relation's rows, and the columns that it looks at to choose
 */
export function related(relation: AnyRelation, key = 'id', pick?: { by: string; is: unknown }): never {
  const carried = carriedKey(relation, key);
  const choose = (rows: Row[]) => (pick ? rows.filter((row) => row[pick.by] === pick.is) : rows);
  const resolve = (parent: Row, args: ListArguments, ctx: TenantContext) => {
    const isList = relation.sql.kind === 'list';
    const rows = parent[isList ? `${carried}:${nestedPageSize(args)}` : carried];
    if (rows !== undefined && isList && !args.after)
      return relation.sql.page!(ctx, rows as unknown[], args, parent[key] as string);
    if (rows !== undefined && !isList) return pick ? choose(rows as Row[]) : rows;
    const loaded = relation(ctx, parent[key], args);
    return pick ? loaded.then(choose) : loaded;
  };
  return Object.assign(resolve, {
    source: { relation, columns: [key], ...(pick && { rowColumns: [pick.by] }) },
  }) as never;
}

/** Resolves a field from columns of its row. Without the list, a read would have to fetch every column to be safe. */
export function computed<T>(
  columns: (keyof T & string)[],
  compute: (row: T, ctx: TenantContext) => unknown,
): never {
  return Object.assign((row: T, _: unknown, ctx: TenantContext) => compute(row, ctx), {
    source: { columns },
  }) as never;
}

/** Resolves a field to the row itself, seen as another type. */
export const itself = Object.assign((row: unknown) => row, {
  source: { columns: [], itself: true },
}) as never;

/** Notes at each field what its resolver says of itself; building and wrapping a schema lose properties of functions. */
export function noteSources(schema: GraphQLSchema, resolvers: Record<string, object>): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    const own = resolvers[type.name] as Record<string, Partial<Resolver>> | undefined;
    for (const field of Object.values(type.getFields())) {
      const resolver = own?.[field.name];
      // Who reads a governed value leaves a trace, which names the record.
      const plain = directive(field, 'class') ? ['id', field.name] : [field.name];
      const source = resolver ? resolver.source : { columns: plain };
      field.extensions = { ...field.extensions, source };
    }
  }
  return schema;
}

function carriedKey({ sql }: AnyRelation, key: string): string {
  return `$${sql.name}:${key}`;
}

interface Plans {
  /** Variables on which the page sizes of nested lists hang. */
  variables: ReadonlySet<string>;
  byValues: Map<string, Ahead>;
}

const plans = new WeakMap<FieldNode, Plans>();
const MAX_PLANS = 50;

/**
 * The plan of the root field that is being resolved, from its selection; worked out once for a document.
 * @param table the root table in the statement
 */
export function ahead(info: GraphQLResolveInfo, table: string): Ahead {
  const node = info.fieldNodes[0]!;
  let known = plans.get(node);
  if (!known) {
    const variables = new Set<string>();
    // Planned once for the names of the variables; the values are then part of the key.
    new Planner(info, variables).root(table, []);
    known = { variables, byValues: new Map() };
    plans.set(node, known);
  }
  let key = '';
  for (const name of known.variables) key += `${String(info.variableValues[name])},`;
  let plan = known.byValues.get(key);
  if (!plan) {
    if (known.byValues.size >= MAX_PLANS) known.byValues.clear();
    plan = planOf(info, table);
    known.byValues.set(key, plan);
  }
  return plan;
}

/** Members of a connection that need its rows counted. */
const TOTALS = new Set(['total', 'totalPages', 'totalIsEstimate']);

function planOf(info: GraphQLResolveInfo, table: string): Ahead {
  const lists = new Map<string, string | undefined>();
  return {
    counts: new Planner(info, new Set()).asksFor(TOTALS),
    select(columns) {
      const wanted = columns.join();
      if (!lists.has(wanted)) lists.set(wanted, new Planner(info, new Set()).root(table, columns));
      return lists.get(wanted);
    },
  };
}

function isConnection(type: GraphQLObjectType): boolean {
  return type.getInterfaces().some(({ name }) => name === 'Connection');
}

/** The type of the rows: of a connection, that of its nodes. */
function recordType(type: GraphQLObjectType): GraphQLObjectType {
  return isConnection(type) ? (getNamedType(type.getFields().nodes!.type) as GraphQLObjectType) : type;
}

/** The fields of one object that read one relation. */
interface RelationUse {
  relation: AnyRelation;
  key: string;
  /** Rows to fetch: of a list one more than the page, to know whether there is a next one. */
  limit?: number;
  type: GraphQLObjectType;
  columns: Set<string>;
  selections: SelectionSetNode[];
}

/** What one object of the answer needs: columns of its row, and relations. */
interface Needs {
  columns: Set<string>;
  relations: Map<string, RelationUse>;
  /** A field did not say what it reads. */
  unknown: boolean;
}

class Planner {
  readonly #info: GraphQLResolveInfo;
  readonly #variables: Set<string>;
  #aliases = 0;

  /** @param variables gathers the names of those that decide page sizes */
  constructor(info: GraphQLResolveInfo, variables: Set<string>) {
    this.#info = info;
    this.#variables = variables;
  }

  root(table: string, columns: readonly string[]): string | undefined {
    const returned = getNamedType(this.#info.returnType) as GraphQLObjectType;
    const selections = this.#info.fieldNodes.flatMap((node) =>
      this.#recordSets(node, isConnection(returned)),
    );
    return this.#list(recordType(returned), selections, table, columns);
  }

  /** Whether the root field's selection names one of these members. */
  asksFor(names: ReadonlySet<string>): boolean {
    return this.#info.fieldNodes.some(({ selectionSet }) =>
      this.#fields(selectionSet!).some(({ name }) => names.has(name.value)),
    );
  }

  /** The select list of a type's row, with its relations as nested JSON; undefined when it cannot be known. */
  #list(
    type: GraphQLObjectType,
    selections: SelectionSetNode[],
    alias: string,
    columns: Iterable<string>,
  ): string | undefined {
    const needs: Needs = { columns: new Set(columns), relations: new Map(), unknown: false };
    for (const set of selections) this.#gather(type, set, needs);
    if (needs.unknown) return undefined;
    const parts = [...needs.columns].map(
      (column) => `${alias}.${snakeCase(column)}${castOf(type, column)} as "${column}"`,
    );
    for (const [name, use] of needs.relations) {
      const nested = this.#nested(use, alias);
      if (nested) parts.push(`(${nested}) as "${name}"`);
    }
    return parts.join(', ');
  }

  #nested(
    { relation: { sql }, key, limit, type, columns, selections }: RelationUse,
    parent: string,
  ): string | undefined {
    const table = `t${++this.#aliases}`;
    const where = `${table}.tenant_id = ${parent}.tenant_id and ${sql.where(table, `${parent}.${snakeCase(key)}`)}`;
    const from = `from ${sql.model.tableName} ${table} ${sql.join?.(table) ?? ''} where ${where}`;
    if (sql.kind === 'count') return `select count(*) ${from}`;
    const list = this.#list(type, selections, table, [...columns, ...(sql.cursorColumns ?? [])]);
    if (!list) return undefined;
    if (sql.kind === 'one') return `select row_to_json(r) from (select ${list} ${from}) r`;
    const rows = `select ${list} ${from} order by ${sql.order!(table)}${limit ? ` limit ${limit}` : ''}`;
    return `select coalesce(json_agg(r), '[]'::json) from (${rows}) r`;
  }

  /** Selections on the rows of a field: of a connection, those of nodes and of the node of edges. */
  #recordSets(node: FieldNode, connection: boolean): SelectionSetNode[] {
    if (!node.selectionSet) return [];
    if (!connection) return [node.selectionSet];
    return this.#fields(node.selectionSet).flatMap((member) => {
      if (member.name.value === 'nodes') return member.selectionSet ? [member.selectionSet] : [];
      if (member.name.value !== 'edges' || !member.selectionSet) return [];
      return this.#fields(member.selectionSet).flatMap((edge) =>
        edge.name.value === 'node' && edge.selectionSet ? [edge.selectionSet] : [],
      );
    });
  }

  /** The fields of a selection, fragments opened. */
  #fields(set: SelectionSetNode): FieldNode[] {
    return set.selections.flatMap((node) => {
      if (node.kind === Kind.FIELD) return [node];
      return this.#fields(
        node.kind === Kind.INLINE_FRAGMENT
          ? node.selectionSet
          : this.#info.fragments[node.name.value]!.selectionSet,
      );
    });
  }

  #gather(type: GraphQLObjectType, set: SelectionSetNode, needs: Needs): void {
    for (const node of this.#fields(set)) {
      const field = type.getFields()[node.name.value];
      if (!field) continue;
      const source = field.extensions.source as Source | undefined;
      if (!source) needs.unknown = true;
      else if (source.itself)
        this.#gather(getNamedType(field.type) as GraphQLObjectType, node.selectionSet!, needs);
      else this.#use(field, node, source, needs);
    }
  }

  #use(
    field: GraphQLField<unknown, unknown>,
    node: FieldNode,
    { relation, columns, rowColumns = [] }: Source,
    needs: Needs,
  ): void {
    for (const column of columns) needs.columns.add(column);
    if (!relation) return;
    const isList = relation.sql.kind === 'list';
    const args = isList ? this.#argumentsOf(field, node) : {};
    // What lies behind a cursor is asked for by itself.
    if (args.after || (args.page ?? 1) > 1) return;
    const [key] = columns as [string];
    const size = isList ? nestedPageSize(args) : undefined;
    const name = `${carriedKey(relation, key)}${size ? `:${size}` : ''}`;
    let use = needs.relations.get(name);
    if (!use) {
      const named = getNamedType(field.type);
      const type = isObjectType(named) ? recordType(named) : this.#info.parentType;
      const limit = size ? size + 1 : relation.sql.limit;
      use = { relation, key, ...(limit && { limit }), type, columns: new Set(), selections: [] };
      needs.relations.set(name, use);
    }
    for (const column of rowColumns) use.columns.add(column);
    use.selections.push(...this.#recordSets(node, isList));
  }

  #argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode): ListArguments {
    for (const { value } of node.arguments ?? [])
      if (value.kind === Kind.VARIABLE) this.#variables.add(value.name.value);
    return getArgumentValues(field, node, this.#info.variableValues) as ListArguments;
  }
}

/** An exact number would lose digits as a JSON number. */
function castOf(type: GraphQLObjectType, column: string): string {
  const field = type.getFields()[column];
  return field && getNamedType(field.type).name === 'Decimal' ? '::text' : '';
}
