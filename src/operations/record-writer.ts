// Builds the SQL with which PostgreSQL serializes records: the JSON that GraphQL would answer for a row, its relations
// and their rows.
import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getArgumentValues,
  getNamedType,
  getNullableType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
} from 'graphql';
import type { Access } from '../access/access.ts';
import { guardOf } from '../access/shield.ts';
import type { ListArguments } from '../lists/listing.ts';
import { nestedPageSize } from '../lists/loaders.ts';
import { isAnnotation, snakeCase } from '../naming.ts';
import { directive } from '../sdl/directives.ts';
import { fieldsOf, recordType, rowsOf } from './look-ahead.ts';
import type { Choice, Source } from './sources.ts';

type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;
type Field = GraphQLField<unknown, unknown>;

/** Selected members of an object by response key; each was selected at least once. */
type Members = ReadonlyMap<string, readonly FieldNode[]>;

/** Returns the fields selected by some nodes, grouped by response key. */
export function fieldsByResponseKey(
  nodes: readonly FieldNode[],
  fragments: Fragments,
): Map<string, FieldNode[]> {
  const fields = nodes.flatMap(({ selectionSet }) => (selectionSet ? fieldsOf(selectionSet, fragments) : []));
  return Map.groupBy(fields, ({ alias, name }) => alias?.value ?? name.value);
}

/** A row: a select list, and the table expressions of one row each that it refers to. */
interface Row {
  columns: string;
  laterals: string[];
}

/**
 * The rows of one relation, shared by the fields that select the same members: all rows, or those that match a choice.
 */
interface Scan {
  name: string;
  /** The `from` clause of the rows, with their JSON as `w`. */
  from: string;
  conditions: (string | undefined)[];
}

/** The position of a row in the statement. */
interface Scope {
  table: string;
  /** The nesting depth; tables of the same depth share a name. */
  depth: number;
  /** The prefix of the names of its table expressions. */
  prefix: string;
}

/** A member of a row. */
interface Member extends Scope {
  field: Field;
  source: Source;
  nodes: readonly FieldNode[];
  /** The table expressions that its members read; each member adds its own. */
  laterals: string[];
  scans: Map<string, Scan>;
}

/** Directives of fields whose value depends on the caller. */
const CALLER_DEPENDENT = ['class', 'customFields', 'section'];
/** Scalars that are stored as the JSON that is sent, with the operator that extracts them; text is cheaper as text. */
const JSON_ARROWS: Record<string, string> = {
  String: '->>',
  UUID: '->>',
  Int: '->',
  Boolean: '->',
  JSON: '->',
  JSONObject: '->',
};
const DATE_TIME = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
/** PostgreSQL truncates longer names. */
const MAX_NAME = 63;

/** Serializes records of any type. Returns undefined for what it cannot serialize. */
export class RecordWriter {
  /** The accesses required by the members serialized so far. */
  readonly guards: Access[] = [];
  readonly #schema: GraphQLSchema;
  readonly #fragments: Fragments;

  constructor(schema: GraphQLSchema, fragments: Fragments) {
    this.#schema = schema;
    this.#fragments = fragments;
  }

  /** Returns whether a member can be serialized. */
  canSerialize(type: GraphQLObjectType, key: string, nodes: readonly FieldNode[]): boolean {
    const before = this.guards.length;
    const isSerializable = this.tableExpressions(type, new Map([[key, nodes]]), 't') !== undefined;
    if (!isSerializable) this.guards.length = before;
    return isSerializable;
  }

  /** Returns table expressions to join laterally to a table; the last one, `w`, is the row with its members. */
  tableExpressions(type: GraphQLObjectType, members: Members, table: string): string[] | undefined {
    const row = this.#row(type, members, { table, depth: 1, prefix: 'o' });
    return row && asTable(row, 'w');
  }

  #row(type: GraphQLObjectType, members: Members, scope: Scope): Row | undefined {
    const columns: string[] = [];
    const laterals: string[] = [];
    const scans = new Map<string, Scan>();
    for (const [key, nodes] of members) {
      const field = type.getFields()[nodes[0]!.name.value];
      const source = field?.extensions.source as Source | undefined;
      if (!field || !source || key.length > MAX_NAME || isAnnotation(key)) return undefined;
      if (CALLER_DEPENDENT.some((name) => directive(field, name))) return undefined;
      const guard = guardOf(type, field, this.#schema);
      if (guard) this.guards.push(guard);
      const member = { ...scope, field, source, nodes, laterals, scans };
      const sql =
        source.relation?.sql.kind === 'all'
          ? this.#scanned(member)
          : source.relation
            ? this.#related(member)
            : this.#own(member);
      if (!sql) return undefined;
      columns.push(`${sql} as "${key}"`);
    }
    laterals.push(...[...scans.values()].map((scan) => `(${aggregated(scan)}) ${scan.name}`));
    return { columns: columns.join(', '), laterals };
  }

  /** Returns the SQL of a member of the row itself. */
  #own(member: Member): string | undefined {
    const { field, source, table } = member;
    const named = getNamedType(field.type);
    if (source.sameRow) return this.#sameRow(named as GraphQLObjectType, member);
    if (source.sql) return source.sql(table);
    if (!source.column) return undefined;
    const value = `${table}.${snakeCase(source.column)}`;
    const isList = isListType(getNullableType(field.type));
    if (isObjectType(named))
      return isList ? this.#storedList(named, member, value) : this.#stored(named, member, value);
    if (isList && (named.name === 'DateTime' || named.name === 'Decimal')) return undefined;
    if (named.name === 'DateTime') return `to_char(${value}, ${DATE_TIME})`;
    // A decimal would lose digits as a JSON number.
    return named.name === 'Decimal' ? `${value}::text` : value;
  }

  /** Returns the SQL of another view of the row. */
  #sameRow(type: GraphQLObjectType, { nodes, laterals, source, ...scope }: Member): string | undefined {
    const name = `${scope.prefix}${laterals.length}`;
    const row = this.#row(type, this.#members(nodes), { ...scope, prefix: `${name}_` });
    if (!row) return undefined;
    laterals.push(...asTable(row, name));
    const { presence } = source;
    return presence
      ? `case when ${scope.table}.${snakeCase(presence)} is not null then row_to_json(${name}) end`
      : `row_to_json(${name})`;
  }

  /** Returns the SQL of the members of an object that is stored as JSON. */
  #stored(type: GraphQLObjectType, member: Member, value: string): string | undefined {
    const columns = this.#storedColumns(type, member, value);
    if (!columns) return undefined;
    const { laterals, prefix } = member;
    const name = `${prefix}${laterals.length}`;
    laterals.push(`(select ${columns}) ${name}`);
    return `case when jsonb_typeof(${value}) = 'object' then row_to_json(${name}) end`;
  }

  /** Returns the SQL of the members of the objects of a list that is stored as JSON. */
  #storedList(type: GraphQLObjectType, member: Member, value: string): string | undefined {
    const columns = this.#storedColumns(type, member, 'e.value');
    if (!columns) return undefined;
    const rows = `select ${columns} from jsonb_array_elements(${value}) with ordinality as e(value, place) order by e.place`;
    return `case when ${value} = '[]' then '[]'::json when jsonb_typeof(${value}) = 'array'
      then (select json_agg(r) from (${rows}) r) end`;
  }

  #storedColumns(type: GraphQLObjectType, { nodes }: Member, value: string): string | undefined {
    const columns: string[] = [];
    for (const [key, [node]] of this.#members(nodes)) {
      const field = type.getFields()[node!.name.value];
      const source = field?.extensions.source as Source | undefined;
      const arrow = field && source?.column === field.name && JSON_ARROWS[getNamedType(field.type).name];
      if (!arrow) return undefined;
      const isList = isListType(getNullableType(field.type));
      columns.push(`${value} ${isList ? '->' : arrow} '${field.name}' as "${key}"`);
    }
    return columns.join(', ');
  }

  /** Returns the SQL of one record, its id, a count, or the first page of a list. */
  #related({ field, source, nodes, table, depth }: Member): string | undefined {
    const { sql } = source.relation!;
    const key = source.columns[0]!;
    const own = `t${depth}`;
    if (sql.kind === 'count') return `(select count(*) ${rowsOf(sql, own, table, key)})`;
    // Most rows lack most of their links, and a look-up by null costs, too.
    if (sql.kind === 'id')
      return `case when ${table}.${snakeCase(key)} is not null then (select ${own}.id ${rowsOf(sql, own, table, key)}) end`;
    const type = recordType(getNamedType(field.type) as GraphQLObjectType);
    const relatedScope = { table: own, depth: depth + 1, prefix: 'o' };
    if (sql.kind === 'one') {
      // If the field is not nullable and there is no record, GraphQL must report the error.
      const row = !isNonNullType(field.type) && this.#row(type, this.#members(nodes), relatedScope);
      return row
        ? `(select row_to_json(r) from (select ${row.columns} ${rowsOf(sql, own, table, key, row.laterals)}) r)`
        : undefined;
    }
    const limit = this.#pageSize(field, nodes[0]!);
    const [[name, page] = [], ...others] = this.#members(nodes);
    if (!limit || !page || page[0]?.name.value !== 'nodes' || others.length) return undefined;
    const row = this.#row(type, this.#members(page), relatedScope);
    if (!row) return undefined;
    const from = `${rowsOf(sql, own, table, key, row.laterals)} order by ${sql.order!(own)} limit ${limit}`;
    return `(select json_build_object('${name}', coalesce(json_agg(r), '[]'::json)) from (select ${row.columns} ${from}) r)`;
  }

  /** Returns the SQL of all rows of a relation, from a scan shared with the fields that select the same members. */
  #scanned({ field, source, nodes, table, depth, prefix, scans }: Member): string | undefined {
    const { sql } = source.relation!;
    const own = `t${depth}`;
    const type = getNamedType(field.type) as GraphQLObjectType;
    const row = this.#row(type, this.#members(nodes), { table: own, depth: depth + 1, prefix: 'o' });
    // A choice would apply before the limit.
    if (!row || (source.pick && sql.limit)) return undefined;
    const limit = sql.limit ? ` limit ${sql.limit}` : '';
    const rows = rowsOf(sql, own, table, source.columns[0]!, asTable(row, 'w'));
    const from = `${rows} order by ${sql.order!(own)}${limit}`;
    const scan = scans.get(from) ?? { name: `${prefix}s${scans.size}`, from, conditions: [] };
    scans.set(from, scan);
    scan.conditions.push(source.pick && conditionOf(source.pick, own));
    return `${scan.name}.u${scan.conditions.length - 1}`;
  }

  #members(nodes: readonly FieldNode[]): Members {
    return fieldsByResponseKey(nodes, this.#fragments);
  }

  /** Returns the page size of a nested list, if the document sets it as a constant and without a cursor. */
  #pageSize(field: Field, node: FieldNode): number | undefined {
    if (node.arguments?.some(({ value }) => value.kind === Kind.VARIABLE)) return undefined;
    const args = getArgumentValues(field, node) as ListArguments;
    return args.after || (args.page ?? 1) > 1 ? undefined : nestedPageSize(args);
  }
}

/** Returns a row as table expressions: those that it refers to, then itself. PostgreSQL inlines the last one. */
function asTable({ columns, laterals }: Row, name: string): string[] {
  return [...laterals, `(select ${columns}) ${name}`];
}

/** Returns the rows of a scan as one row of JSON arrays, `u0` and so on, one for each field that shows them. */
function aggregated({ from, conditions }: Scan): string {
  const chosen = conditions.map((condition, at) => (condition ? `, ${condition} as c${at}` : '')).join('');
  const lists = conditions.map((condition, at) => {
    const filter = condition ? ` filter (where r.c${at})` : '';
    return `coalesce(json_agg(r.json)${filter}, '[]'::json) as u${at}`;
  });
  return `select ${lists.join(', ')} from (select row_to_json(w) as json${chosen} ${from}) r`;
}

function conditionOf({ by, is }: Choice, table: string): string {
  return `${table}.${snakeCase(by)} ${is === null ? 'is null' : `= '${is}'`}`;
}
