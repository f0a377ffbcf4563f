// The catalogue as MCP tools: one for each operation that a caller may use.
import {
  type CallToolResult,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  type Tool,
} from '@modelcontextprotocol/server';
import { answerSchema } from '../../rest-compat/openapi.ts';
import { riskClassOf } from '../access/automation.ts';
import { scopeMissing } from '../access/check.ts';
import { fail, invalid, ServiceError } from '../errors.ts';
import { canBeQueued, QUEUED_SCHEMA } from '../operations/approval.ts';
import { authorize, callOperation, type Origin } from '../operations/call.ts';
import type { Catalogue, PersistedOperation } from '../operations/catalogue.ts';
import { type Answer, failure } from '../operations/envelope.ts';
import { type JsonSchema, standalone } from '../operations/json-schema.ts';
import { routeTarget } from '../operations/route-target.ts';
import type { Services } from '../services.ts';
import { apiDescription, isTool, unavailable } from './capabilities.ts';
import { type Caller, refusalIn, type Session } from './session.ts';
import { CALL_TOOL, CORE_OPERATIONS, FIND_TOOLS } from './toolset.ts';

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

  /** The tools that the caller may use now. */
  usable({ origin }: Caller): Tool[] {
    const now = this.#services.clock.now();
    return this.#tools
      .filter(({ operation }) => !unavailable(operation.access, origin.principal, now))
      .map(({ definition }) => definition);
  }

  /** A page of them, as far as the session narrows the list. */
  list(session: Session, cursor: string | undefined): ListToolsResult {
    const after = cursor === undefined ? '' : nameIn(cursor);
    const behind = this.#listed(session).filter(({ name }) => name > after);
    const tools = behind.slice(0, PAGE_SIZE);
    return { tools, ...(behind.length > PAGE_SIZE && { nextCursor: cursorOf(tools.at(-1)!.name) }) };
  }

  #listed(session: Session): Tool[] {
    const { modules, readOnly, core } = session;
    const listed = this.usable(session).filter(({ name }) => {
      const { access, kind, name: operation } = this.#byName.get(name)!.operation;
      if (modules && !modules.has(access.module)) return false;
      if (readOnly && kind !== 'query') return false;
      return !core || CORE_OPERATIONS.includes(operation);
    });
    if (!core) return listed;
    const leading = readOnly ? [FIND_TOOLS] : [FIND_TOOLS, CALL_TOOL];
    return [...listed, ...leading].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /**
   * Calls a tool, listed or not. A refusal is a result that says so.
   * @throws ProtocolError for a name that is no tool
   */
  async call(session: Session, name: string, input: Record<string, unknown> = {}): Promise<CallToolResult> {
    const { origin } = session;
    if (name === FIND_TOOLS.name) return resultOf(this.#find(session, input));
    if (name === CALL_TOOL.name) {
      const wanted = nestedCall(input);
      if (wanted && wanted.name !== CALL_TOOL.name) return this.call(session, wanted.name, wanted.arguments);
      return resultOf(failure(invalid('name', 'required', 'Name a tool; see find_tools.'), origin.requestId));
    }
    const operation = this.#byName.get(name)?.operation;
    // The deferred actions have names, and are offered to nobody (service.md 4.1).
    if (!operation && name.startsWith('relationship.'))
      return resultOf(
        failure(new ServiceError('ACTION_NOT_AVAILABLE', 'This action is not offered.'), origin.requestId),
      );
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

  /** Tools whose name or description has every word. */
  #find(session: Session, { query, limit = 10 }: Record<string, unknown>): Answer {
    if (typeof query !== 'string' || !query.trim() || !Number.isInteger(limit))
      return failure(
        invalid('query', 'required', 'Give words to look for, and a whole number as limit.'),
        session.origin.requestId,
      );
    const words = query
      .toLowerCase()
      .split(/[\s_]+/)
      .filter(Boolean);
    const data = this.usable(session)
      .filter(({ name, title, description }) => {
        const text = `${name} ${title} ${description}`.toLowerCase();
        return words.every((word) => text.includes(word));
      })
      .slice(0, Math.min(Math.max(limit as number, 1), 50))
      .map(({ name, title, description, inputSchema }) => ({
        name,
        title,
        description,
        input_schema: inputSchema,
      }));
    return { status: 200, body: { success: true, data }, headers: {} };
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
      this.#services.deferredAudit.refused(
        origin,
        { ...operation, target: routeTarget(operation, input) },
        error,
      );
      return failure(withRuntimeScope(refusalIn(error, origin), operation), origin.requestId);
    }
  }

  /** The operation that a call stands for, be it by call_tool. */
  operation(params: unknown): PersistedOperation | undefined {
    const call = nestedCall(params);
    const name = call?.name === CALL_TOOL.name ? nestedCall(call.arguments)?.name : call?.name;
    return name === undefined ? undefined : this.#byName.get(name)?.operation;
  }
}

/** Name and arguments of a call, where it has a name. */
function nestedCall(params: unknown): { name: string; arguments?: Record<string, unknown> } | undefined {
  const call = (params ?? {}) as { name?: unknown; arguments?: Record<string, unknown> };
  return typeof call.name === 'string' ? (call as never) : undefined;
}

const made = new WeakMap<Catalogue, Tools>();

/** The tools of a service; made once, because their definitions are the same for every caller. */
export function toolsOf(services: Services): Tools {
  let tools = made.get(services.catalogue);
  if (!tools) {
    tools = new Tools(services);
    made.set(services.catalogue, tools);
  }
  return tools;
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
      destructiveHint: riskClassOf(access) === 'destructive',
      // A mutating call carries its key, so that the same arguments mean the same call.
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}

/** A call of an agent may answer that it waits for a person. */
function outputOf(operation: PersistedOperation): JsonSchema {
  const schema = answerSchema(operation);
  if (!canBeQueued(operation)) return schema;
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

function resultOf({ status, body, headers, text = JSON.stringify(body) }: Answer): CallToolResult {
  const replayOf = headers['x-original-request-id'];
  return {
    content: [{ type: 'text', text }],
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
