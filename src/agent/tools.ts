// The catalogue as MCP tools: one for each operation that a caller may use.
import {
  type CallToolResult,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  type Tool,
} from '@modelcontextprotocol/server';
import { answerSchema } from '../../rest-compat/openapi.ts';
import { scopeMissing } from '../access/check.ts';
import { fail, type ServiceError } from '../errors.ts';
import { canWait, QUEUED_SCHEMA } from '../operations/approval.ts';
import { authorize, callOperation, type Origin } from '../operations/call.ts';
import type { PersistedOperation } from '../operations/catalogue.ts';
import { type Answer, failure } from '../operations/envelope.ts';
import { type JsonSchema, standalone } from '../operations/json-schema.ts';
import type { Services } from '../services.ts';
import { apiDescription, isTool, unavailable } from './capabilities.ts';
import { refusalIn, type Session } from './session.ts';

const PAGE_SIZE = 100;

const KEY_SCHEMA: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^[!-~]+$',
  description:
    'Chosen by you, new for each intended change. A repeated call with the same key answers what the first one did.',
};

interface CatalogueTool {
  operation: PersistedOperation;
  definition: Tool;
}

export class Tools {
  readonly #services: Services;
  /** Sorted by name. Definitions are made here once, and only chosen from for each caller. */
  readonly #tools: CatalogueTool[];
  readonly #byName: Map<string, CatalogueTool>;

  constructor(services: Services) {
    const { schemas } = apiDescription(services).components;
    this.#services = services;
    this.#tools = [...services.catalogue.operations, ...services.catalogue.unrouted]
      .filter(isTool)
      .map((operation) => ({ operation, definition: define(operation, schemas) }))
      .sort((a, b) => (a.definition.name < b.definition.name ? -1 : 1));
    this.#byName = new Map(this.#tools.map((tool) => [tool.definition.name, tool]));
  }

  /** A page of the tools that the caller may use now. */
  list({ origin, modules, readOnly }: Session, cursor: string | undefined): ListToolsResult {
    const after = cursor === undefined ? '' : nameIn(cursor);
    const page: Tool[] = [];
    const now = this.#services.clock.now();
    for (const { operation, definition } of this.#tools) {
      if (definition.name <= after) continue;
      if (modules && !modules.has(operation.access.module)) continue;
      if (readOnly && operation.kind !== 'query') continue;
      if (unavailable(operation.access, origin.principal, now)) continue;
      if (page.length === PAGE_SIZE) return { tools: page, nextCursor: cursorOf(page.at(-1)!.name) };
      page.push(definition);
    }
    return { tools: page };
  }

  /**
   * Calls a tool, listed or not. A refusal is a result that says so.
   * @throws ProtocolError for a name that is no tool
   */
  async call(
    { origin }: Session,
    name: string,
    input: Record<string, unknown> = {},
  ): Promise<CallToolResult> {
    const operation = this.#byName.get(name)?.operation;
    if (!operation)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}; see tools/list.`);
    const { metrics } = this.#services;
    const started = performance.now();
    const answer = await this.#answer(operation, origin, input);
    const labels = { operation: operation.name, surface: 'mcp' };
    metrics.requests.inc({ ...labels, status: answer.status });
    metrics.duration.observe(labels, (performance.now() - started) / 1000);
    return resultOf(answer);
  }

  async #answer(
    operation: PersistedOperation,
    origin: Origin,
    { ...input }: Record<string, unknown>,
  ): Promise<Answer> {
    try {
      if (operation.kind === 'query')
        return await callOperation(this.#services, { ...origin, operation, input });
      authorize(operation, origin.principal);
      const idempotencyKey = keyOf(input);
      return await callOperation(this.#services, { ...origin, operation, input, idempotencyKey });
    } catch (error) {
      return failure(withRuntimeScope(refusalIn(error, origin), operation), origin.requestId);
    }
  }

  /** The operation that a tool stands for. */
  operation(name: unknown): PersistedOperation | undefined {
    return typeof name === 'string' ? this.#byName.get(name)?.operation : undefined;
  }
}

function define(operation: PersistedOperation, schemas: Record<string, JsonSchema>): Tool {
  const { access, kind } = operation;
  return {
    name: operation.tool,
    title: operation.summary,
    description: operation.description,
    inputSchema: inputSchemaOf(operation, schemas) as Tool['inputSchema'],
    outputSchema: { type: 'object', ...standalone(outputOf(operation), schemas) },
    annotations: {
      readOnlyHint: kind === 'query',
      destructiveHint: access.risk === 'risky',
      // A mutating call carries its key, so that the same arguments mean the same call.
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}

/** A call of an agent may answer that it waits for a person. */
function outputOf(operation: PersistedOperation): JsonSchema {
  const schema = answerSchema(operation);
  if (!canWait(operation)) return schema;
  const data = { anyOf: [schema.properties!.data!, QUEUED_SCHEMA] };
  return { ...schema, properties: { ...schema.properties, data } };
}

function inputSchemaOf(operation: PersistedOperation, schemas: Record<string, JsonSchema>): JsonSchema {
  const schema = standalone(operation.inputSchema, schemas);
  if (operation.kind === 'query') return schema;
  return {
    ...schema,
    properties: { ...schema.properties, idempotencyKey: KEY_SCHEMA },
    required: [...(schema.required ?? []), 'idempotencyKey'],
  };
}

/** Takes the key out of the input. @throws IDEMPOTENCY_KEY_REQUIRED, IDEMPOTENCY_KEY_INVALID */
function keyOf(input: Record<string, unknown>): string {
  const { idempotencyKey } = input;
  delete input.idempotencyKey;
  if (idempotencyKey === undefined || idempotencyKey === null) {
    fail(
      'IDEMPOTENCY_KEY_REQUIRED',
      'Give idempotencyKey: a value of your own, new for each intended change.',
    );
  }
  if (typeof idempotencyKey !== 'string') fail('IDEMPOTENCY_KEY_INVALID');
  return idempotencyKey;
}

/** Names every scope that the call needs, that of the endpoint too (platform.md §2). */
function withRuntimeScope(refused: ServiceError, { access: { scope } }: PersistedOperation): ServiceError {
  return refused.code === 'SCOPE_MISSING' && scope ? scopeMissing(['agent.mcp:use', scope]) : refused;
}

function resultOf({ status, body, headers }: Answer): CallToolResult {
  const replayOf = headers['x-original-request-id'];
  return {
    content: [{ type: 'text', text: JSON.stringify(body) }],
    structuredContent: body as Record<string, unknown>,
    ...(status >= 400 && { isError: true }),
    ...(replayOf && { _meta: { idempotency_replayed: true, original_request_id: replayOf } }),
  };
}

function cursorOf(name: string): string {
  return Buffer.from(name).toString('base64url');
}

/** @throws ProtocolError for a cursor that is none of ours */
function nameIn(cursor: string): string {
  const name = Buffer.from(cursor, 'base64url').toString();
  if (/^[\w.]+$/.test(name)) return name;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'The cursor is not valid; start again without one.',
  );
}
