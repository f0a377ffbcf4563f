// MCP tools: one for each operation of the catalogue that a caller may use.
import {
  type CallToolResult,
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  type Tool,
} from '@modelcontextprotocol/server';
import { answerSchema } from '../../rest-compat/openapi-responses.ts';
import { META_SCHEMA } from '../../rest-compat/openapi-shapes.ts';
import { riskClassOf } from '../access/automation.ts';
import { scopeMissing } from '../access/check.ts';
import { fail, invalid, ServiceError } from '../errors.ts';
import { canBeQueued, QUEUED_SCHEMA } from '../operations/approval.ts';
import { authorize, callOperation, type Origin } from '../operations/call.ts';
import { isRouted, type PersistedOperation, takesKey } from '../operations/catalogue.ts';
import { type Answer, failure } from '../operations/envelope.ts';
import { type JsonSchema, standalone } from '../operations/json-schema.ts';
import { routeTarget } from '../operations/route-target.ts';
import type { Services } from '../services.ts';
import { isTool, unavailableReason } from './capabilities.ts';
import { compactSchema, shortened } from './compact-schema.ts';
import { type Caller, loggedRefusal, type Session } from './session.ts';
import { CALL_TOOL, CORE_OPERATIONS, DESCRIBE_TOOL, FIND_TOOLS, navigation } from './toolset.ts';

/** The size of a page of tools as JSON, which a model can read at once. */
const PAGE_BYTES = 50_000;

const KEY_SCHEMA: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  pattern: '^[!-~]+$',
  description:
    'A value of your choice, new for each intended change. A repeated call with the same key returns the result of the first one.',
};

interface CatalogueTool {
  operation: PersistedOperation;
  /** The tool as it is listed: with a short description and input schema, and without its output schema. */
  definition: Tool;
  bytes: number;
}

export class Tools {
  readonly #services: Services;
  readonly #schemas: Record<string, JsonSchema>;
  /** Sorted by name; built once and filtered for each caller. */
  readonly #tools: CatalogueTool[];
  readonly #byName: Map<string, CatalogueTool>;

  constructor(services: Services) {
    this.#services = services;
    this.#schemas = { ...services.catalogue.definitions, Meta: META_SCHEMA };
    this.#tools = [...services.catalogue.operations, ...services.catalogue.unrouted]
      .filter(isTool)
      .map((operation) => {
        const definition = define(operation, this.#schemas);
        return { operation, definition, bytes: JSON.stringify(definition).length };
      })
      .sort((a, b) => (a.definition.name < b.definition.name ? -1 : 1));
    this.#byName = new Map(this.#tools.map((tool) => [tool.definition.name, tool]));
  }

  /** Returns the tools that the caller may use now. */
  usable({ origin }: Caller): Tool[] {
    const now = this.#services.clock.now();
    return this.#tools
      .filter(({ operation }) => !unavailableReason(operation.access, origin.principal, now))
      .map(({ definition }) => definition);
  }

  /** Returns a page of the tools that pass the session's filters; the first one begins with the tools that find others. */
  list(session: Session, cursor: string | undefined): ListToolsResult {
    const after = cursor === undefined ? '' : nameIn(cursor);
    const remaining = this.#listed(session).filter(({ name }) => name > after);
    const tools = cursor === undefined && remaining.length > 0 ? navigation(session) : [];
    let bytes = JSON.stringify(tools).length;
    let count = 0;
    for (const { name } of remaining) {
      bytes += this.#byName.get(name)!.bytes;
      if (count > 0 && bytes > PAGE_BYTES) break;
      count += 1;
    }
    const page = remaining.slice(0, count);
    const rest = count < remaining.length && { nextCursor: cursorOf(page.at(-1)!.name) };
    const whole = [...tools, ...page];
    return { tools: session.core ? whole.sort((a, b) => (a.name < b.name ? -1 : 1)) : whole, ...rest };
  }

  #listed(session: Session): Tool[] {
    const { modules, readOnly, core } = session;
    return this.usable(session).filter(({ name }) => {
      const { access, kind, name: operation } = this.#byName.get(name)!.operation;
      if (modules && !modules.has(access.module)) return false;
      if (readOnly && kind !== 'query') return false;
      return !core || CORE_OPERATIONS.includes(operation);
    });
  }

  /**
   * Calls a tool, whether listed or not, and returns its answer, which may be a refusal.
   * @throws ProtocolError for an unknown tool
   */
  async call(session: Session, name: string, input: Record<string, unknown> = {}): Promise<Answer> {
    const { origin } = session;
    if (name === FIND_TOOLS.name) return this.#find(session, input);
    if (name === DESCRIBE_TOOL.name) return this.#describe(session, input);
    if (name === CALL_TOOL.name) {
      const nested = nestedCall(input);
      if (nested && nested.name !== CALL_TOOL.name) return this.call(session, nested.name, nested.arguments);
      return failure(
        invalid('name', 'required', 'name must be the name of another tool; see find_tools.'),
        origin.requestId,
      );
    }
    const operation = this.#byName.get(name)?.operation;
    // Deferred relationship actions are available to no agent (service.md 4.1).
    if (!operation && name.startsWith('relationship.'))
      return failure(
        new ServiceError('ACTION_NOT_AVAILABLE', 'This action is not available to agents.'),
        origin.requestId,
      );
    if (!operation)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}; see tools/list.`);
    const { metrics } = this.#services;
    const startedAt = performance.now();
    const answer = await this.#answer(operation, origin, input);
    const labels = { operation: operation.name, surface: 'mcp' };
    metrics.requests.inc({ ...labels, status: answer.status });
    metrics.duration.observe(labels, (performance.now() - startedAt) / 1000);
    return answer;
  }

  /** Finds tools whose name, title or description contains every word. */
  #find(session: Session, { query, limit = 10 }: Record<string, unknown>): Answer {
    if (typeof query !== 'string' || !query.trim() || !Number.isInteger(limit))
      return failure(
        invalid('query', 'required', 'query must be words to search for, and limit a whole number.'),
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

  /** Describes one tool with its whole schemas. */
  #describe(session: Session, { name }: Record<string, unknown>): Answer {
    const tool = this.usable(session).find((one) => one.name === name);
    if (!tool) {
      const message = 'name must be the name of a tool that you may use; see find_tools.';
      return failure(invalid('name', 'unknown', message), session.origin.requestId);
    }
    const { operation } = this.#byName.get(tool.name)!;
    const data = {
      name: tool.name,
      title: operation.summary,
      description: operation.description,
      input_schema: inputSchemaOf(operation, this.#schemas),
      output_schema: { type: 'object', ...standalone(outputSchemaOf(operation), this.#schemas) },
    };
    return { status: 200, body: { success: true, data }, headers: {} };
  }

  async #answer(
    operation: PersistedOperation,
    origin: Origin,
    { ...input }: Record<string, unknown>,
  ): Promise<Answer> {
    try {
      if (!takesKey(operation) || (operation.kind === 'query' && input.idempotencyKey === undefined))
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
      return failure(withRuntimeScope(loggedRefusal(error, origin), operation), origin.requestId);
    }
  }

  /** Returns the operation that a call runs, directly or by call_tool. */
  operation(params: unknown): PersistedOperation | undefined {
    const call = nestedCall(params);
    const name = call?.name === CALL_TOOL.name ? nestedCall(call.arguments)?.name : call?.name;
    return name === undefined ? undefined : this.#byName.get(name)?.operation;
  }
}

/** Returns the name and arguments of a call; undefined if it has no name. */
function nestedCall(params: unknown): { name: string; arguments?: Record<string, unknown> } | undefined {
  const call = (params ?? {}) as { name?: unknown; arguments?: Record<string, unknown> };
  return typeof call.name === 'string' ? (call as never) : undefined;
}

const toolsByService = new WeakMap<Services, Tools>();

/** Returns the tools of a service; built once, because their definitions are the same for every caller. */
export function toolsOf(services: Services): Tools {
  let tools = toolsByService.get(services);
  if (!tools) {
    tools = new Tools(services);
    toolsByService.set(services, tools);
  }
  return tools;
}

function define(operation: PersistedOperation, schemas: Record<string, JsonSchema>): Tool {
  const { access, kind } = operation;
  const deletes = isRouted(operation) && operation.method === 'DELETE';
  return {
    name: operation.tool,
    title: operation.summary,
    description: shortened(operation.description),
    inputSchema: listedInput(operation, schemas),
    annotations: {
      readOnlyHint: kind === 'query',
      destructiveHint: deletes || riskClassOf(access) === 'destructive',
      // A mutating call contains its idempotency key, so repeating the same arguments has no further effect.
      idempotentHint: true,
      openWorldHint: false,
    },
  };
}

/** Returns the output schema; a call that may be queued for approval can also return that it was. */
function outputSchemaOf(operation: PersistedOperation): JsonSchema {
  const schema = answerSchema(operation);
  if (!canBeQueued(operation)) return schema;
  const data = { anyOf: [schema.properties!.data!, QUEUED_SCHEMA] };
  return { ...schema, properties: { ...schema.properties, data } };
}

/** Returns the input schema of a listed tool. */
function listedInput(
  operation: PersistedOperation,
  schemas: Record<string, JsonSchema>,
): Tool['inputSchema'] {
  const schema = compactSchema(operation.inputSchema, schemas);
  return withKey(operation, schema, { type: 'string', maxLength: 255 }) as Tool['inputSchema'];
}

/** Returns the whole input schema of a tool. */
function inputSchemaOf(operation: PersistedOperation, schemas: Record<string, JsonSchema>): JsonSchema {
  return withKey(operation, standalone(operation.inputSchema, schemas), KEY_SCHEMA);
}

/** Adds the idempotency key to the input of a tool that accepts one; tools that change something require it. */
function withKey(operation: PersistedOperation, schema: JsonSchema, key: JsonSchema): JsonSchema {
  if (!takesKey(operation)) return schema;
  const required = operation.kind === 'mutation' ? ['idempotencyKey'] : [];
  return {
    ...schema,
    properties: { ...schema.properties, idempotencyKey: key },
    required: [...(schema.required ?? []), ...required],
  };
}

/** Removes the idempotency key from the input and returns it. @throws IDEMPOTENCY_KEY_REQUIRED, IDEMPOTENCY_KEY_INVALID */
function keyOf(input: Record<string, unknown>): string {
  const { idempotencyKey } = input;
  delete input.idempotencyKey;
  if (idempotencyKey === undefined || idempotencyKey === null) {
    fail(
      'IDEMPOTENCY_KEY_REQUIRED',
      'idempotencyKey is required: a value of your choice, new for each intended change.',
    );
  }
  if (typeof idempotencyKey !== 'string') fail('IDEMPOTENCY_KEY_INVALID');
  return idempotencyKey;
}

/** Extends SCOPE_MISSING to name every scope that the call needs, including that of the endpoint (platform.md §2). */
function withRuntimeScope(refused: ServiceError, { access: { scope } }: PersistedOperation): ServiceError {
  return refused.code === 'SCOPE_MISSING' && scope ? scopeMissing(['agent.mcp:use', scope]) : refused;
}

/** Returns the result of a tool with its answer as text, for models. */
export function textResultOf({ status, body, headers, text = JSON.stringify(body) }: Answer): CallToolResult {
  const replayOf = headers['x-original-request-id'];
  return {
    content: [{ type: 'text', text }],
    ...(status >= 400 && { isError: true }),
    ...(replayOf && { _meta: { idempotency_replayed: true, original_request_id: replayOf } }),
  };
}

/** Returns the result of a tool with its answer as text and as JSON, for programs. */
export function resultOf(answer: Answer): CallToolResult {
  return { ...textResultOf(answer), structuredContent: answer.body as Record<string, unknown> };
}

function cursorOf(name: string): string {
  return Buffer.from(name).toString('base64url');
}

/** Returns the tool name in a cursor. @throws ProtocolError for an invalid cursor */
function nameIn(cursor: string): string {
  const name = Buffer.from(cursor, 'base64url').toString();
  if (/^[\w.]+$/.test(name)) return name;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'The cursor is not valid; start again without one.',
  );
}
