// The tools of the model: the read operations that its user may use, run as that user. None of them writes.
import { refusal } from '../../access/check.ts';
import { isProduct } from '../../access/roles.ts';
import { ServiceError } from '../../errors.ts';
import { callOperation, type Origin } from '../../operations/call.ts';
import type { PersistedOperation } from '../../operations/catalogue.ts';
import { type JsonSchema, standalone } from '../../operations/json-schema.ts';
import type { Services } from '../../services.ts';
import type { Sources } from './sources.ts';

/** A tool in the format of the provider's protocol. */
export interface Tool {
  type: 'function';
  function: { name: string; description: string; parameters: Record<string, unknown> };
}

/** The most tools that providers accept. */
const MAX_TOOLS = 128;
/** The most characters of one result that the model gets. */
const MAX_RESULT_LENGTH = 16_000;
const MAX_TEXT_LENGTH = 1_500;
/** Listed first, so that the limit never removes it. */
const FIRST_OPERATION = 'GlobalSearch';

interface OfferedTool {
  operation: PersistedOperation;
  tool: Tool;
}

const toolsByCatalogue = new WeakMap<object, OfferedTool[]>();

/** Returns the read tools that a principal may use now, by name. */
export function availableTools(services: Services, { principal }: Origin): Map<string, OfferedTool> {
  const usable = readTools(services).filter(({ operation }) => !refusal(operation.access, principal));
  return new Map(usable.slice(0, MAX_TOOLS).map((offered) => [offered.tool.function.name, offered]));
}

/**
 * Runs a read operation and returns its result as content for the model: marked as data, each record with the number
 * by which to cite it. An error becomes content too.
 */
export async function runRead(
  services: Services,
  origin: Origin,
  sources: Sources,
  operation: PersistedOperation,
  input: Record<string, unknown>,
): Promise<{ content: string; answer: unknown }> {
  try {
    const { body } = await callOperation(services, { ...origin, operation, input });
    const { data, total } = body as { data: unknown; total?: number };
    const { part, leftOut } = shorten(data);
    const cited = sources.collect(operation, input, part);
    const metadata = {
      ...(total !== undefined && { total }),
      ...(leftOut > 0 && { records_left_out: leftOut }),
    };
    return { content: quotedAsData(operation.tool, { data: cited, ...metadata }), answer: part };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, message, fields } = error.body(origin.requestId);
    return { content: JSON.stringify({ error: { code, message, fields } }), answer: null };
  }
}

/** Wraps data in tags that it cannot contain itself: in JSON a `<` can always be escaped. */
export function quotedAsData(name: string, value: unknown): string {
  return `<data from="${name}">\n${JSON.stringify(value).replaceAll('<', '\\u003c')}\n</data>`;
}

function readTools(services: Services): OfferedTool[] {
  const { catalogue } = services;
  let all = toolsByCatalogue.get(catalogue);
  if (!all) {
    all = [...catalogue.operations, ...catalogue.unrouted]
      .filter(isOffered)
      .map((operation) => ({ operation, tool: describe(operation, catalogue.definitions) }))
      .sort((a, b) => rank(a) - rank(b) || (a.tool.function.name < b.tool.function.name ? -1 : 1));
    toolsByCatalogue.set(catalogue, all);
  }
  return all;
}

function isOffered({ kind, answer, access }: PersistedOperation): boolean {
  if (kind !== 'query' || answer !== 'envelope' || access.principals === 'public') return false;
  return isProduct(access.module) && access.module !== 'assistant';
}

const rank = ({ operation }: OfferedTool): number => (operation.name === FIRST_OPERATION ? 0 : 1);

function describe(operation: PersistedOperation, definitions: Record<string, JsonSchema>): Tool {
  const parameters = withoutDescriptions(standalone(operation.inputSchema, definitions)) as Record<
    string,
    unknown
  >;
  // Function names must not contain dots.
  const name = operation.tool.replaceAll('.', '_');
  return { type: 'function', function: { name, description: operation.description, parameters } };
}

/** Removes descriptions and examples from a schema, which is sent with every question. */
function withoutDescriptions(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutDescriptions);
  if (schema === null || typeof schema !== 'object') return schema;
  const entries = Object.entries(schema).filter(
    ([key, value]) => key !== 'examples' && !(key === 'description' && typeof value === 'string'),
  );
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutDescriptions(value)]));
}

/** Shortens a result to the limit: long texts first, then the last records. */
function shorten(data: unknown): { part: unknown; leftOut: number } {
  const part = cutTexts(data);
  if (JSON.stringify(part).length <= MAX_RESULT_LENGTH) return { part, leftOut: 0 };
  if (!Array.isArray(part)) return { part: null, leftOut: 1 };
  let length = 2;
  const firstTooLong = part.findIndex((record) => {
    length += JSON.stringify(record).length + 1;
    return length > MAX_RESULT_LENGTH;
  });
  return { part: part.slice(0, firstTooLong), leftOut: part.length - firstTooLong };
}

function cutTexts(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > MAX_TEXT_LENGTH ? `${value.slice(0, MAX_TEXT_LENGTH)} (cut)` : value;
  if (Array.isArray(value)) return value.map(cutTexts);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cutTexts(part)]));
}
