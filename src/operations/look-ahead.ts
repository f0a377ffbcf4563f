// Lookahead: a root read fetches the selected relations in the same statement, as nested JSON. Everything else (after a
// mutation, after a cursor) is loaded by the loaders.
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  getArgumentValues,
  getNamedType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { Lookahead } from '../db/record-model.ts';
import type { ListArguments } from '../lists/listing.ts';
import { nestedPageSize, type RelationSql } from '../lists/loaders.ts';
import { snakeCase } from '../naming.ts';
import { type AnyRelation, prefetchKey, type Source } from './sources.ts';

interface Plans {
  /** Variables that determine the page sizes of nested lists. */
  variables: ReadonlySet<string>;
  byValues: Map<string, Lookahead>;
}

const plans = new WeakMap<FieldNode, Plans>();
const MAX_PLANS = 50;
let planCount = 0;

/** Table expressions, by root field, with which the database serializes its records (Lookahead.sqlJson). */
const sqlJson = new WeakMap<FieldNode, (table: string) => readonly string[]>();

/** Makes the plan of a root field include the members that the database serializes. */
export function setSqlJson(root: FieldNode, laterals: (table: string) => readonly string[]): void {
  sqlJson.set(root, laterals);
}

/**
 * Returns the plan of the root field that is being resolved, built once for each document.
 * @param table the root table in the statement
 */
export function lookahead(info: GraphQLResolveInfo, table: string): Lookahead {
  const plan = planFor(info, table);
  const { rootValue } = info;
  if (!(rootValue instanceof ListedJson)) return plan;
  return { ...plan, listed: (records) => (rootValue.records = records) };
}

/**
 * The root value of a list that runs by `runSerialized`, in which the list stores the JSON of its records. It stays
 * empty if the list did not use the plan of its selection.
 */
export class ListedJson {
  records: readonly (string | undefined)[] | undefined;
}

function planFor(info: GraphQLResolveInfo, table: string): Lookahead {
  const node = info.fieldNodes[0]!;
  let entry = plans.get(node);
  if (!entry) {
    const variables = new Set<string>();
    // Planned once to collect the variable names; their values are then part of the key.
    new Planner(info, variables).root(table, []);
    entry = { variables, byValues: new Map() };
    plans.set(node, entry);
  }
  let key = '';
  for (const name of entry.variables) key += `${String(info.variableValues[name])},`;
  let plan = entry.byValues.get(key);
  if (!plan) {
    if (entry.byValues.size >= MAX_PLANS) entry.byValues.clear();
    plan = planOf(info, table);
    entry.byValues.set(key, plan);
  }
  return plan;
}

/** Members of a connection that require counting its rows. */
const TOTALS = new Set(['total', 'totalPages', 'totalIsEstimate']);

function planOf(info: GraphQLResolveInfo, table: string): Lookahead {
  const lists = new Map<string, string | undefined>();
  const laterals = sqlJson.get(info.fieldNodes[0]!)?.(table);
  planCount += 1;
  return {
    id: planCount,
    ...(laterals && { sqlJson: joinLaterals(laterals) }),
    counts: new Planner(info, new Set()).asksFor(TOTALS),
    select(columns) {
      const wanted = columns.join();
      if (!lists.has(wanted)) lists.set(wanted, new Planner(info, new Set()).root(table, columns));
      return lists.get(wanted);
    },
  };
}

export function isConnection(type: GraphQLObjectType): boolean {
  return type.getInterfaces().some(({ name }) => name === 'Connection');
}

/** Returns the type of the rows: for a connection, that of its nodes. */
export function recordType(type: GraphQLObjectType): GraphQLObjectType {
  return isConnection(type) ? (getNamedType(type.getFields().nodes!.type) as GraphQLObjectType) : type;
}

/** The fields of one object that read the same relation. */
interface RelationUse {
  relation: AnyRelation;
  key: string;
  /** The number of rows to fetch: for a list one more than the page, to know whether there is a next one. */
  limit?: number;
  type: GraphQLObjectType;
  columns: Set<string>;
  selections: SelectionSetNode[];
}

/** The columns and relations that one object of the answer needs. */
interface Needs {
  columns: Set<string>;
  relations: Map<string, RelationUse>;
  /** A field did not declare what it reads. */
  unknown: boolean;
}

/**
 * Returns the `from` clause of a relation's rows, with a table alias.
 * @param laterals table expressions of one row each, which may refer to the table
 */
export function rowsOf(
  sql: RelationSql,
  table: string,
  parent: string,
  key: string,
  laterals: readonly string[] = [],
): string {
  return `from ${sql.model.tableName} ${table} ${sql.join?.(table) ?? ''} ${joinLaterals(laterals)}
    where ${table}.tenant_id = ${parent}.tenant_id and ${sql.where(table, `${parent}.${snakeCase(key)}`)}`;
}

function joinLaterals(laterals: readonly string[]): string {
  return laterals.map((one) => `cross join lateral ${one}`).join(' ');
}

/** Returns the fields of a selection, with fragments expanded. */
export function fieldsOf(
  set: SelectionSetNode,
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
): FieldNode[] {
  return set.selections.flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node];
    return fieldsOf(
      node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments[node.name.value]!.selectionSet,
      fragments,
    );
  });
}

class Planner {
  readonly #info: GraphQLResolveInfo;
  readonly #variables: Set<string>;
  #aliases = 0;

  /** @param variables collects the names of the variables that determine page sizes */
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

  /** Returns whether the root field's selection includes one of these members. */
  asksFor(names: ReadonlySet<string>): boolean {
    return this.#info.fieldNodes.some(({ selectionSet }) =>
      this.#fields(selectionSet!).some(({ name }) => names.has(name.value)),
    );
  }

  /**
   * Returns the select list of a type's row, with its relations as nested JSON; undefined if a field does not declare
   * its columns.
   */
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
    const from = rowsOf(sql, table, parent, key);
    if (sql.kind === 'count') return `select count(*) ${from}`;
    if (sql.kind === 'id') return `select ${table}.id ${from}`;
    const list = this.#list(type, selections, table, [...columns, ...(sql.cursorColumns ?? [])]);
    if (!list) return undefined;
    if (sql.kind === 'one') return `select row_to_json(r) from (select ${list} ${from}) r`;
    const rows = `select ${list} ${from} order by ${sql.order!(table)}${limit ? ` limit ${limit}` : ''}`;
    return `select coalesce(json_agg(r), '[]'::json) from (${rows}) r`;
  }

  /** Returns the selections on the rows of a field: for a connection, those of nodes and of the node of edges. */
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

  #fields(set: SelectionSetNode): FieldNode[] {
    return fieldsOf(set, this.#info.fragments);
  }

  #gather(type: GraphQLObjectType, set: SelectionSetNode, needs: Needs): void {
    for (const node of this.#fields(set)) {
      const field = type.getFields()[node.name.value];
      if (!field) continue;
      const source = field.extensions.source as Source | undefined;
      if (!source) needs.unknown = true;
      else if (source.sameRow) {
        for (const column of source.columns) needs.columns.add(column);
        this.#gather(getNamedType(field.type) as GraphQLObjectType, node.selectionSet!, needs);
      } else this.#use(field, node, source, needs);
    }
  }

  #use(
    field: GraphQLField<unknown, unknown>,
    node: FieldNode,
    { relation, columns, pick }: Source,
    needs: Needs,
  ): void {
    for (const column of columns) needs.columns.add(column);
    if (!relation) return;
    const isList = relation.sql.kind === 'list';
    const args = isList ? this.#argumentsOf(field, node) : {};
    // Rows after a cursor are loaded separately.
    if (args.after || (args.page ?? 1) > 1) return;
    const [key] = columns as [string];
    const size = isList ? nestedPageSize(args) : undefined;
    const name = `${prefetchKey(relation, key)}${size ? `:${size}` : ''}`;
    let use = needs.relations.get(name);
    if (!use) {
      const named = getNamedType(field.type);
      const type = isObjectType(named) ? recordType(named) : this.#info.parentType;
      const limit = size ? size + 1 : relation.sql.limit;
      use = { relation, key, ...(limit && { limit }), type, columns: new Set(), selections: [] };
      needs.relations.set(name, use);
    }
    if (pick) use.columns.add(pick.by);
    use.selections.push(...this.#recordSets(node, isList));
  }

  #argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode): ListArguments {
    for (const { value } of node.arguments ?? [])
      if (value.kind === Kind.VARIABLE) this.#variables.add(value.name.value);
    return getArgumentValues(field, node, this.#info.variableValues) as ListArguments;
  }
}

/** A decimal would lose digits as a JSON number. */
function castOf(type: GraphQLObjectType, column: string): string {
  const field = type.getFields()[column];
  return field && getNamedType(field.type).name === 'Decimal' ? '::text' : '';
}
