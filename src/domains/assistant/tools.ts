// What the model can do: read, by the operations that its user may use, as that user. Nothing here writes.
import { refusal } from '../../access/check.ts';
import { isProduct } from '../../access/roles.ts';
import { ServiceError } from '../../errors.ts';
import { callOperation, type Origin } from '../../operations/call.ts';
import type { PersistedOperation } from '../../operations/catalogue.ts';
import { type JsonSchema, standalone } from '../../operations/json-schema.ts';
import type { Services } from '../../services.ts';
import type { Sources } from './sources.ts';

/** A tool as the protocol of the provider describes it. */
export interface Tool {
  type: 'function';
  function: { name: string; description: string; parameters: Record<string, unknown> };
}

/** What providers take at most. */
const MOST_TOOLS = 128;
/** Characters of one answer that the model is shown. */
const SHOWN = 16_000;
const LONGEST_TEXT = 1_500;
/** Tried first, and kept whatever has to go. */
const FIRST = 'GlobalSearch';

interface Offered {
  operation: PersistedOperation;
  tool: Tool;
}

const offers = new WeakMap<object, Offered[]>();

/** The reads of the product that a caller may use now. */
export function toolsOf(services: Services, { principal }: Origin): Map<string, Offered> {
  const usable = offersOf(services).filter(({ operation }) => !refusal(operation.access, principal));
  return new Map(usable.slice(0, MOST_TOOLS).map((one) => [one.tool.function.name, one]));
}

/**
 * Runs a read and shows its answer as the model gets it: as data, each record with the number to cite it by. A refusal
 * is an answer too.
 */
export async function readFor(
  services: Services,
  origin: Origin,
  sources: Sources,
  operation: PersistedOperation,
  input: Record<string, unknown>,
): Promise<{ shown: string; answer: unknown }> {
  try {
    const { body } = await callOperation(services, { ...origin, operation, input });
    const { data, total } = body as { data: unknown; total?: number };
    const { part, leftOut } = shortened(data);
    const taken = sources.take(operation, input, part);
    const more = { ...(total !== undefined && { total }), ...(leftOut > 0 && { records_left_out: leftOut }) };
    return { shown: quotedAsData(operation.tool, { data: taken, ...more }), answer: part };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { code, message, fields } = error.body(origin.requestId);
    return { shown: JSON.stringify({ error: { code, message, fields } }), answer: null };
  }
}

/** Data between marks that it cannot write itself: in JSON a `<` can always be escaped. */
export function quotedAsData(name: string, value: unknown): string {
  return `<data from="${name}">\n${JSON.stringify(value).replaceAll('<', '\\u003c')}\n</data>`;
}

function offersOf(services: Services): Offered[] {
  const { catalogue } = services;
  let all = offers.get(catalogue);
  if (!all) {
    all = [...catalogue.operations, ...catalogue.unrouted]
      .filter(isOffered)
      .map((operation) => ({ operation, tool: describe(operation, catalogue.definitions) }))
      .sort((a, b) => place(a) - place(b) || (a.tool.function.name < b.tool.function.name ? -1 : 1));
    offers.set(catalogue, all);
  }
  return all;
}

function isOffered({ kind, answer, access }: PersistedOperation): boolean {
  if (kind !== 'query' || answer !== 'envelope' || access.principals === 'public') return false;
  return isProduct(access.module) && access.module !== 'assistant';
}

const place = ({ operation }: Offered): number => (operation.name === FIRST ? 0 : 1);

function describe(operation: PersistedOperation, definitions: Record<string, JsonSchema>): Tool {
  const parameters = plain(standalone(operation.inputSchema, definitions)) as Record<string, unknown>;
  // Names of functions have no dots.
  const name = operation.tool.replaceAll('.', '_');
  return { type: 'function', function: { name, description: operation.description, parameters } };
}

/** A schema without what only people read; it is sent with every question. */
function plain(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plain);
  if (schema === null || typeof schema !== 'object') return schema;
  const kept = Object.entries(schema).filter(
    ([key, value]) => key !== 'examples' && !(key === 'description' && typeof value === 'string'),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, plain(value)]));
}

/** An answer cut to what is shown: long texts first, then the last records. */
function shortened(data: unknown): { part: unknown; leftOut: number } {
  const part = cutTexts(data);
  if (JSON.stringify(part).length <= SHOWN) return { part, leftOut: 0 };
  if (!Array.isArray(part)) return { part: null, leftOut: 1 };
  let length = 2;
  const fitting = part.findIndex((record) => {
    length += JSON.stringify(record).length + 1;
    return length > SHOWN;
  });
  return { part: part.slice(0, fitting), leftOut: part.length - fitting };
}

function cutTexts(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > LONGEST_TEXT ? `${value.slice(0, LONGEST_TEXT)} (cut)` : value;
  if (Array.isArray(value)) return value.map(cutTexts);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cutTexts(part)]));
}
