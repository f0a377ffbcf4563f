// Models of tenant tables: queries bound to a workspace, writes with versions, and soft deletion.
import { Model, type PartialModelObject, type QueryBuilder, snakeCaseMappers } from 'objection';
import { v7 as uuid } from 'uuid';
import { ServiceError } from '../errors.ts';
import { camelCase, snakeCase } from '../naming.ts';
import { type ActorRecord, actorOf } from './actor.ts';
import type { DatabaseContext } from './context.ts';

/** The plan of a read that fetches what the selection needs (operations/look-ahead.ts). */
export interface Lookahead {
  /** Identifies the plan: results derived from plans with the same id can be cached together. */
  id: number;
  /** @returns the select list; undefined where a selected field does not declare the columns it reads */
  select(columns: readonly string[]): string | undefined;
  /** Whether the selection includes the total of the list. */
  counts: boolean;
  /** Joins that add `w` to a list: each record as JSON for the answer. */
  sqlJson?: string;
  /** Receives the JSON of the records that the list has read, where `sqlJson` was joined. */
  listed?(records: readonly (string | undefined)[]): void;
}

/** The constructor type of a model, with its static methods. */
type Kind<M extends Model> = { new (): M } & typeof TenantModel;
type RecordKind<M extends Model> = { new (): M } & typeof RecordModel;

/** A row of a table whose primary key begins with the workspace. */
export class TenantModel extends Model {
  declare tenantId: string;
  declare id: string;
  declare createdAt: Date;
  declare updatedAt: Date;

  static override idColumn = ['tenant_id', 'id'];
  static override columnNameMappers = snakeCaseMappers();
  static override useLimitInFirst = true;

  /** Queries rows of the caller's workspace. No other query on the table is possible (house.md §2). */
  static of<M extends TenantModel>(this: Kind<M>, ctx: DatabaseContext): QueryBuilder<M> {
    return (this.query(ctx.db) as unknown as QueryBuilder<M>).where(
      `${this.tableName}.tenant_id`,
      ctx.tenantId,
    );
  }

  /** Inserts one row, with a generated id and its timestamps. */
  static async insert<M extends TenantModel>(
    this: Kind<M>,
    ctx: DatabaseContext,
    values: PartialModelObject<M>,
  ): Promise<M> {
    const [row] = await this.insertAll(ctx, [values]);
    return row!;
  }

  /**
   * Inserts rows in one statement, in the given order. The statement is sent before the call returns, so inserts that
   * are awaited together are sent together, in the order of the calls.
   */
  static async insertAll<M extends TenantModel>(
    this: Kind<M>,
    ctx: DatabaseContext,
    rows: PartialModelObject<M>[],
  ): Promise<M[]> {
    if (rows.length === 0) return [];
    const { now, tenantId } = ctx;
    const complete: Record<string, unknown>[] = rows.map((row) => ({
      id: uuid(),
      createdAt: now,
      updatedAt: now,
      ...row,
      tenantId,
    }));
    const columns = [...new Set(complete.flatMap(Object.keys))].filter((name) =>
      complete.some((row) => row[name] !== undefined),
    );
    const json = new Set(this.jsonAttributes ?? []);
    const values: unknown[] = [];
    const placeholder = (value: unknown, name: string): string => {
      if (value === undefined) return 'default';
      values.push(json.has(name) && value !== null ? JSON.stringify(value) : value);
      return `$${values.length}`;
    };
    const tuples = complete.map(
      (row) => `(${columns.map((name) => placeholder(row[name], name)).join(', ')})`,
    );
    // Written by hand, because building an insert with the query builder takes as long as PostgreSQL takes to run it.
    const inserted = await ctx.tx.rows<object>(
      `insert into ${this.tableName} (${columns.map(snakeCase).join(', ')}) values ${tuples.join(', ')} returning *`,
      values,
      // The plan mode also applies to the statements in its triggers.
      'generic',
    );
    return inserted.map((row) => this.fromDatabaseJson(row) as M);
  }

  /**
   * Updates the fields whose values differ from the patch. PostgreSQL compares them, so `1250` and `1250.00` are the
   * same amount. The row must be locked, or belong to a record that is.
   * @returns the row after the update; this same object if nothing changed (spec README point 30)
   */
  change(ctx: DatabaseContext, patch: object): Promise<this> {
    return this.writeChanges(ctx, patch);
  }

  /**
   * @param stamps fields that are updated along with a change but do not count as one
   * @param assignments additional SQL assignments that are applied like the stamps
   * @param isForced whether the stamps are written even if nothing changes
   */
  protected async writeChanges(
    ctx: DatabaseContext,
    patch: object,
    stamps: object = {},
    assignments: readonly string[] = [],
    isForced = false,
  ): Promise<this> {
    const kind = this.constructor as typeof TenantModel;
    const json = new Set(kind.jsonAttributes ?? []);
    const values: unknown[] = [ctx.tenantId];
    const assignment = ([name, value]: [string, unknown]): string => {
      values.push(json.has(name) && value !== null ? JSON.stringify(value) : value);
      return `${snakeCase(name)} = $${values.length}`;
    };
    const key = [kind.idColumn].flat().filter((column) => column !== 'tenant_id');
    const row = key.map((column) => assignment([camelCase(column), this[camelCase(column) as keyof this]]));
    const changes = Object.entries(patch)
      .filter(([, value]) => value !== undefined)
      .map(assignment);
    const differences = changes.map((change) => change.replace(' = ', ' is distinct from '));
    if (differences.length === 0 && !isForced) return this;
    const stamped = Object.entries({ updatedAt: ctx.now, ...stamps }).map(assignment);
    const [sqlJson] = await ctx.tx.rows<object>(
      `update ${kind.tableName} set ${[...changes, ...stamped, ...assignments].join(', ')}
       where tenant_id = $1 and ${row.join(' and ')} ${isForced ? '' : `and (${differences.join(' or ')})`} returning *`,
      values,
      'generic',
    );
    return sqlJson ? (kind.fromDatabaseJson(sqlJson) as this) : this;
  }
}

const NEXT_VERSION = ['version = version + 1'];

/** The members of every record in addition to its own fields (crm.md section 0). */
export class RecordModel extends TenantModel {
  declare version: number;
  declare createdBy: ActorRecord;
  declare updatedBy: ActorRecord;
  declare deletedAt: Date | null;

  static override jsonAttributes = [
    'createdBy',
    'updatedBy',
    'customFields',
    'address',
    'metadata',
    'author',
  ];

  /** The entity in permissions, plural snake_case: `companies`. */
  static entity: string;

  /** Queries live rows of the caller's workspace. */
  static live<M extends RecordModel>(this: RecordKind<M>, ctx: DatabaseContext): QueryBuilder<M> {
    return this.of(ctx).whereNull(`${this.tableName}.deleted_at`) as unknown as QueryBuilder<M>;
  }

  /** Inserts a record, with the caller as its author. */
  static async create<M extends RecordModel>(
    this: RecordKind<M>,
    ctx: DatabaseContext,
    values: PartialModelObject<M>,
  ): Promise<M> {
    const actor = actorOf(ctx.principal);
    return (await this.insert(ctx, {
      createdBy: actor,
      updatedBy: actor,
      ...values,
    } as never)) as unknown as M;
  }

  /**
   * Reads a live record and locks it until the transaction ends.
   * @throws NOT_FOUND, with `merged_into_id` where it was merged away (crm.md section 0)
   * @throws PRECONDITION_FAILED when `expectedVersion` is not its version
   */
  static async lock<M extends RecordModel>(
    this: RecordKind<M>,
    ctx: DatabaseContext,
    id: string,
    { expectedVersion, deleted = false }: { expectedVersion?: number | null; deleted?: boolean } = {},
  ): Promise<M> {
    // Written by hand, as `insertAll` is.
    const [found] = await ctx.tx.rows<object>(
      `select * from ${this.tableName} where tenant_id = $1 and id = $2 for update`,
      [ctx.tenantId, id],
      'generic',
    );
    const row = found && (this.fromDatabaseJson(found) as M);
    if (!row || (row.deletedAt && !deleted)) throw notFound(row);
    assertVersion(row, expectedVersion);
    return row;
  }

  /** Reads a live record. @throws NOT_FOUND, with `merged_into_id` where it was merged away */
  static async find<M extends RecordModel>(
    this: RecordKind<M>,
    ctx: DatabaseContext,
    id: string,
  ): Promise<M> {
    const row = (await this.of(ctx).where(`${this.tableName}.id`, id).first()) as M | undefined;
    if (!row || (row.deletedAt && !ctx.includeDeleted)) throw notFound(row);
    return row;
  }

  /** Reads a live record with the selected relations in one statement. @throws NOT_FOUND as `find` does */
  static async read<M extends RecordModel>(
    this: RecordKind<M>,
    ctx: DatabaseContext,
    id: string,
    lookahead?: Lookahead,
  ): Promise<M> {
    const table = this.tableName;
    const list = lookahead?.select([]);
    if (!list) return this.find(ctx, id);
    const found = await ctx.tx.record<M>(
      `select ${table}.id, (select row_to_json(r) from (select ${list}) r) as row from ${table}
       where ${table}.tenant_id = $1 and ${table}.id = any($2)${ctx.includeDeleted ? '' : ` and ${table}.deleted_at is null`}`,
      ctx.tenantId,
      id,
    );
    return found ?? this.find(ctx, id);
  }

  /** Updates the fields that differ from the patch and increments the version (see `TenantModel.change`). */
  override change(ctx: DatabaseContext, patch: object): Promise<this> {
    return this.writeChanges(ctx, patch, { updatedBy: actorOf(ctx.principal) }, NEXT_VERSION);
  }

  /**
   * Like `change`, but increments the version even if no field changes, because something that belongs to the record
   * was added, changed or removed, such as an identifier of a company.
   */
  changeVersion(ctx: DatabaseContext, patch: object = {}): Promise<this> {
    return this.writeChanges(ctx, patch, { updatedBy: actorOf(ctx.principal) }, NEXT_VERSION, true);
  }
}

function notFound(row: RecordModel | undefined): ServiceError {
  const mergedInto = (row as { mergedIntoId?: string | null } | undefined)?.mergedIntoId;
  return new ServiceError(
    'NOT_FOUND',
    undefined,
    mergedInto ? { details: { merged_into_id: mergedInto } } : {},
  );
}

/** Refuses a write that expects another version than that of the record. @throws PRECONDITION_FAILED */
export function assertVersion(row: { version: number }, expected: number | null | undefined): void {
  if (expected == null || expected === row.version) return;
  throw new ServiceError('PRECONDITION_FAILED', undefined, {
    details: { current_version: row.version },
    headers: { etag: `"${row.version}"` },
  });
}
