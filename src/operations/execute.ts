// Executes operations: persisted ones are compiled once with wire names, ad-hoc ones through a bounded cache.
import type { DocumentNode, ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import { execute as interpret } from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import { refusal } from '../access/check.ts';
import { fromDatabase } from '../db/sqlstate.ts';
import { ServiceError } from '../errors.ts';
import { snakeCase } from '../naming.ts';
import type { PersistedOperation } from './catalogue.ts';
import type { OperationContext, OperationRunning, Result, SerializedOperation } from './context.ts';
import { ListedJson } from './look-ahead.ts';
import { withoutRecursiveInputs } from './recursive-inputs.ts';
import { enumsAsValues } from './schema.ts';
import { type SqlJsonSplit, splitForSqlJson } from './sql-json.ts';

type Serializers = Record<string, (value: unknown) => unknown>;

type Variables = Record<string, unknown>;

type Runner = (
  ctx: OperationContext,
  variables: Variables,
  rootValue?: ListedJson,
) => ExecutionResult | Promise<ExecutionResult>;

const COMPILER = { disableLeafSerialization: false, customJSONSerializer: false };

/** Executes persisted operations; each is compiled at its first use. */
export class OperationRunner implements OperationRunning {
  readonly #schema: GraphQLSchema;
  readonly #serializers: Serializers;
  readonly #compiled = new WeakMap<DocumentNode, Runner>();
  readonly #splits = new WeakMap<DocumentNode, SqlJsonSplit | null>();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
    this.#serializers = enumsAsValues(schema);
  }

  /**
   * Executes an operation in the caller's transaction.
   * @throws ServiceError when the root field was refused
   */
  run(operation: PersistedOperation, ctx: OperationContext, variables: Variables): Promise<Result> {
    return this.#execute(operation.name, operation.wireDocument(), ctx, variables);
  }

  /**
   * Like `run`, for an answer that is passed on without being inspected: the database serializes what it can of a list.
   * The first answer of each operation is built by GraphQL alone and shows whether the list reads by the plan of its
   * selection.
   */
  async runSerialized(
    operation: SerializedOperation,
    ctx: OperationContext,
    variables: Variables,
  ): Promise<Result> {
    const { name } = operation;
    const wireDocument = operation.wireDocument();
    const listed = new ListedJson();
    const split = this.#splits.get(wireDocument);
    if (split && !split.guards.some((access) => refusal(access, ctx.principal))) {
      const result = await this.#execute(name, split.remainder, ctx, variables, listed);
      if (listed.records) return { ...result, sqlJson: listed.records as readonly string[] };
    }
    const result = await this.#execute(name, wireDocument, ctx, variables, listed);
    if (split === undefined && listed.records)
      this.#splits.set(wireDocument, splitForSqlJson(operation, this.#schema) ?? null);
    return result;
  }

  async #execute(
    name: string,
    document: DocumentNode,
    ctx: OperationContext,
    variables: Variables,
    rootValue?: ListedJson,
  ): Promise<Result> {
    let runner = this.#compiled.get(document);
    if (!runner) {
      runner = compile(this.#schema, document, name, this.#serializers);
      if (!runner) throw new Error(`${name} cannot be compiled`);
      this.#compiled.set(document, runner);
    }
    ctx.operation = name;
    const { data, errors = [] } = await runner(ctx, variables, rootValue);
    if (data === undefined) throw inputRefusal(errors);
    assertReadsFit(errors);
    const value = data?.data;
    if (value === null || value === undefined) {
      const cause = errors.find((error) => error.path?.length === 1) ?? errors[0];
      if (cause) throw causeOf(cause);
    }
    return { value, errors };
  }
}

/**
 * Converts errors of values that match the JSON schema but not their scalar, such as a decimal with too many digits.
 */
function inputRefusal(errors: readonly GraphQLError[]): ServiceError {
  const fields = errors.map((error) => {
    const [, name = ''] = /^Variable "\$(\w+)"/.exec(error.message) ?? [];
    return { path: snakeCase(name), rule: 'format', message: causeOf(error).message };
  });
  return new ServiceError('VALIDATION_ERROR', undefined, { fields });
}

/** Executes the documents of GraphQL clients; repeated ones are compiled. */
export class DocumentRunner {
  readonly #schema: GraphQLSchema;
  readonly #compiled = new LRUCache<string, Runner>({ max: 500 });
  readonly #seen = new LRUCache<string, true>({ max: 2000 });

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** Executes a validated document within the limits. */
  run(
    document: DocumentNode,
    source: string,
    operationName: string | undefined,
    ctx: OperationContext,
    variables: Variables,
  ): ExecutionResult | Promise<ExecutionResult> {
    const key = `${operationName ?? ''}\n${source}`;
    let runner = this.#compiled.get(key);
    if (!runner) {
      // Compiling takes as long as several executions, so a document seen for the first time is interpreted.
      const isKnown = this.#seen.has(key);
      runner =
        (isKnown && compile(this.#schema, document, operationName)) ||
        this.#interpreter(document, operationName);
      if (isKnown) this.#compiled.set(key, runner);
      else this.#seen.set(key, true);
    }
    return runner(ctx, variables);
  }

  #interpreter(document: DocumentNode, operationName: string | undefined): Runner {
    const schema = this.#schema;
    return (contextValue, variableValues) =>
      interpret({ schema, document, operationName, contextValue, variableValues });
  }
}

/** Compiles a document; undefined if the compiler does not support it. */
function compile(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
  customSerializers: Serializers = {},
): Runner | undefined {
  const { document: compilable, coerce } = withoutRecursiveInputs(schema, document, operationName);
  const options = { ...COMPILER, customSerializers };
  const compiled = compileQuery(schema, compilable, operationName ?? '', options);
  if (!isCompiledQuery(compiled)) return undefined;
  const { query } = compiled as CompiledQuery;
  if (!coerce) return (ctx, variables, rootValue) => query(rootValue, ctx, variables);
  return (ctx, variables, rootValue) => {
    const checked = coerce(variables);
    return 'errors' in checked ? { errors: checked.errors } : query(rootValue, ctx, checked.variables);
  };
}

/** Refuses an answer that would be too large as a whole, whichever member read too much. @throws ANSWER_TOO_LARGE */
export function assertReadsFit(errors: readonly GraphQLError[] = []): void {
  for (const error of errors) {
    const cause = causeOf(error);
    if (cause instanceof ServiceError && cause.code === 'ANSWER_TOO_LARGE') throw cause;
  }
}

/** Returns the API error behind a GraphQL error, or the original error. */
export function causeOf(error: unknown): Error {
  let cause = error as Error & { originalError?: Error };
  while (!(cause instanceof ServiceError) && cause.originalError) cause = cause.originalError;
  if (cause instanceof ServiceError) return cause;
  return fromDatabase(cause) ?? cause;
}
