// Records as JSON that PostgreSQL writes: says in SQL what GraphQL would say of a row, its relations and their rows.
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
import { guardOf } from '../access/shield.ts';
import { nestedPageSize } from '../db/loaders.ts';
import type { ListArguments } from '../db/page.ts';
import type { Access } from './catalogue.ts';
import { directive } from './directives.ts';
import { fieldsOf, recordType, rowsOf } from './look-ahead.ts';
import { isAnnotation, snakeCase } from './naming.ts';
import type { Choice, Source } from './sources.ts';

type Fragments = Readonly<Record<string, FragmentDefinitionNode>>;
type Field = GraphQLField<unknown, unknown>;

/** Members of an object by the names that they have in the answer; each was selected at least once. */
type Members = ReadonlyMap<string, readonly FieldNode[]>;

/** The fields below some nodes, by the name that each has in the answer. */
export function byKey(nodes: readonly FieldNode[], fragments: Fragments): Map<string, FieldNode[]> {
  const fields = nodes.flatMap(({ selectionSet }) => (selectionSet ? fieldsOf(selectionSet, fragments) : []));
  return Map.groupBy(fields, ({ alias, name }) => alias?.value ?? name.value);
}

/** A row as its members: a select list, and the scans that stand beside its table. */
interface Row {
  columns: string;
  scans: string[];
}

/** The rows of one relation, for the fields that show them alike: all of them, or those of a choice. */
interface Scan {
  row: Row;
  /** What stands behind the select list. */
  from: string;
  conditions: (string | undefined)[];
}

/** A member of a row whose table has a name. */
interface Place {
  field: Field;
  source: Source;
  nodes: readonly FieldNode[];
  table: string;
  /** How deep in the statement: tables of one depth share a name. */
  depth: number;
}

/** Directives of fields whose value hangs on who asks. */
const DECIDED = ['class', 'customFields', 'section'];
/** Scalars whose JSON is stored as it travels, and how they are taken out; a text is cheaper as text. */
const STORED: Record<string, string> = {
  String: '->>',
  UUID: '->>',
  Int: '->',
  Boolean: '->',
  JSON: '->',
  JSONObject: '->',
};
const DATE_TIME = `'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`;
/** PostgreSQL cuts longer names. */
const MAX_NAME = 63;

/** Writes records of any type. What it cannot write, it answers undefined for. */
export class RecordWriter {
  /** What it takes to read what could be written so far. */
  readonly guards: Access[] = [];
  readonly #schema: GraphQLSchema;
  readonly #fragments: Fragments;

  constructor(schema: GraphQLSchema, fragments: Fragments) {
    this.#schema = schema;
    this.#fragments = fragments;
  }

  /** Whether a member can be written. */
  canWrite(type: GraphQLObjectType, key: string, nodes: readonly FieldNode[]): boolean {
    const before = this.guards.length;
    const can = this.write(type, new Map([[key, nodes]]), 't') !== undefined;
    if (!can) this.guards.length = before;
    return can;
  }

  /** The JSON of a record, as an expression of its table. */
  write(type: GraphQLObjectType, members: Members, table: string): string | undefined {
    const row = this.#row(type, members, table, 1);
    return row && jsonOf(row);
  }

  #row(type: GraphQLObjectType, members: Members, table: string, depth: number): Row | undefined {
    const columns: string[] = [];
    const scans = new Map<string, Scan>();
    for (const [key, nodes] of members) {
      const field = type.getFields()[nodes[0]!.name.value];
      const source = field?.extensions.source as Source | undefined;
      if (!field || !source || key.length > MAX_NAME || isAnnotation(key)) return undefined;
      if (DECIDED.some((name) => directive(field, name))) return undefined;
      const guard = guardOf(type, field, this.#schema);
      if (guard) this.guards.push(guard);
      const place = { field, source, nodes, table, depth };
      const sql =
        source.relation?.sql.kind === 'all'
          ? this.#scanned(place, scans)
          : source.relation
            ? this.#related(place)
            : this.#own(place);
      if (!sql) return undefined;
      columns.push(`${sql} as "${key}"`);
    }
    return {
      columns: columns.join(', '),
      scans: [...scans.values()].map((scan, index) => `(${aggregated(scan)}) s${depth}_${index}`),
    };
  }

  /** A member of the row itself. */
  #own({ field: { type }, source, nodes, table, depth }: Place): string | undefined {
    const named = getNamedType(type);
    if (source.itself) {
      const row = this.#row(named as GraphQLObjectType, this.#members(nodes), table, depth + 1);
      return row && jsonOf(row);
    }
    if (source.sql) return source.sql(table);
    if (!source.column) return undefined;
    const value = `${table}.${snakeCase(source.column)}`;
    const isConverted = isObjectType(named) || named.name === 'DateTime' || named.name === 'Decimal';
    if (isConverted && isListType(getNullableType(type))) return undefined;
    if (isObjectType(named)) return this.#stored(named, nodes, value);
    if (named.name === 'DateTime') return `to_char(${value}, ${DATE_TIME})`;
    // An exact number would lose digits as a JSON number.
    return named.name === 'Decimal' ? `${value}::text` : value;
  }

  /** Members of an object that is stored as JSON. */
  #stored(type: GraphQLObjectType, nodes: readonly FieldNode[], value: string): string | undefined {
    const columns: string[] = [];
    for (const [key, [node]] of this.#members(nodes)) {
      const field = type.getFields()[node!.name.value];
      const source = field?.extensions.source as Source | undefined;
      const arrow = field && source?.column === field.name && STORED[getNamedType(field.type).name];
      if (!arrow) return undefined;
      columns.push(`${value} ${arrow} '${field.name}' as "${key}"`);
    }
    return `(select row_to_json(r) from (select ${columns.join(', ')}) r where jsonb_typeof(${value}) = 'object')`;
  }

  /** One record, a count, or the first page of a list. */
  #related({ field, source, nodes, table, depth }: Place): string | undefined {
    const { sql } = source.relation!;
    const key = source.columns[0]!;
    const own = `t${depth}`;
    if (sql.kind === 'count') return `(select count(*) ${rowsOf(sql, own, table, key)})`;
    const type = recordType(getNamedType(field.type) as GraphQLObjectType);
    if (sql.kind === 'one') {
      // Where there must be one and is none, GraphQL has something to say.
      const row = !isNonNullType(field.type) && this.#row(type, this.#members(nodes), own, depth + 1);
      return row
        ? `(select row_to_json(r) from (select ${row.columns} ${rowsOf(sql, own, table, key, row.scans)}) r)`
        : undefined;
    }
    const limit = this.#pageSize(field, nodes[0]!);
    const [[name, page] = [], ...others] = this.#members(nodes);
    if (!limit || !page || page[0]?.name.value !== 'nodes' || others.length) return undefined;
    const row = this.#row(type, this.#members(page), own, depth + 1);
    if (!row) return undefined;
    const from = `${rowsOf(sql, own, table, key, row.scans)} order by ${sql.order!(own)} limit ${limit}`;
    return `(select json_build_object('${name}', ${LIST}) from (select ${row.columns} ${from}) r)`;
  }

  /** All rows of a relation, from the scan that they share with the fields that show the same rows alike. */
  #scanned({ field, source, nodes, table, depth }: Place, scans: Map<string, Scan>): string | undefined {
    const { sql } = source.relation!;
    const own = `t${depth}`;
    const row = this.#row(
      getNamedType(field.type) as GraphQLObjectType,
      this.#members(nodes),
      own,
      depth + 1,
    );
    // A choice is made of the rows within the limit.
    if (!row || (source.pick && sql.limit)) return undefined;
    const limit = sql.limit ? ` limit ${sql.limit}` : '';
    const from = `${rowsOf(sql, own, table, source.columns[0]!)} order by ${sql.order!(own)}${limit}`;
    const known = `${row.columns} ${row.scans.join()} ${from}`;
    const scan = scans.get(known) ?? { row, from, conditions: [] };
    scans.set(known, scan);
    scan.conditions.push(source.pick && conditionOf(source.pick, own));
    return `s${depth}_${[...scans.keys()].indexOf(known)}.u${scan.conditions.length - 1}`;
  }

  #members(nodes: readonly FieldNode[]): Members {
    return byKey(nodes, this.#fragments);
  }

  /** Items of a nested list, where the document itself says how many and no cursor leads into it. */
  #pageSize(field: Field, node: FieldNode): number | undefined {
    if (node.arguments?.some(({ value }) => value.kind === Kind.VARIABLE)) return undefined;
    const args = getArgumentValues(field, node) as ListArguments;
    return args.after || (args.page ?? 1) > 1 ? undefined : nestedPageSize(args);
  }
}

const LIST = `coalesce(json_agg(r), '[]'::json)`;

/** A row of the tables around it as a JSON object. */
function jsonOf({ columns, scans }: Row): string {
  return `(select row_to_json(r) from (select ${columns}${scans.length ? ` from ${scans.join(', ')}` : ''}) r)`;
}

/** The rows of a scan as one row of JSON arrays, `u0` and so on, one for each field that shows them. */
function aggregated({ row, from, conditions }: Scan): string {
  const chosen = conditions.map((condition, at) => (condition ? `, ${condition} as c${at}` : '')).join('');
  const lists = conditions.map((condition, at) => {
    const filter = condition ? ` filter (where r.c${at})` : '';
    return `coalesce(json_agg(r.json)${filter}, '[]'::json) as u${at}`;
  });
  return `select ${lists.join(', ')} from (select ${jsonOf(row)} as json${chosen} ${from}) r`;
}

function conditionOf({ by, is }: Choice, table: string): string {
  return `${table}.${snakeCase(by)} ${is === null ? 'is null' : `= '${is}'`}`;
}
