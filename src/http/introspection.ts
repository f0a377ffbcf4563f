// Answers introspection documents, which are the same for every caller, from a cache.
import { LRUCache } from 'lru-cache';
import type { Cost } from '../access/cost.ts';
import { contextOf, type Origin } from '../operations/call.ts';
import { canonicalJson } from '../operations/canonical.ts';
import type { OperationContext } from '../operations/context.ts';
import type { Answer } from '../operations/envelope.ts';
import type { Services } from '../services.ts';
import type { ParsedRequest } from './graphql-request.ts';

/** The data of a response as JSON, and its headers. */
interface CachedResponse {
  data: string;
  headers: Record<string, string>;
}

const responses = new LRUCache<string, CachedResponse>({
  max: 100,
  maxSize: 16_000_000,
  sizeCalculation: ({ data }, key) => data.length + key.length,
});

/** Responses that are being made, so that the same document sent many times at once is executed once. */
const pending = new Map<string, Promise<CachedResponse | Answer>>();

/**
 * Answers from the cache, or else calls `run`, which counts against the rate limit of introspection.
 * @param elements the number of schema elements in the response
 * @throws RATE_LIMITED
 */
export async function introspect(
  services: Services,
  origin: Origin,
  { source, operation, variables }: ParsedRequest,
  accept: string | undefined,
  elements: number,
  cost: Cost,
  run: (ctx: OperationContext) => Promise<Answer>,
): Promise<Answer> {
  const key = canonicalJson([source, operation.name?.value, variables, accept]);
  // A refusal is that of one caller, so whoever waited for it tries again.
  await pending.get(key)?.catch(() => undefined);
  let response: CachedResponse | Answer | undefined = responses.get(key);
  if (!response) {
    const making = make(services, origin, key, elements, run).finally(() => pending.delete(key));
    pending.set(key, making);
    response = await making;
  }
  if ('status' in response) return response;
  const body = `{"data":${response.data},"extensions":${JSON.stringify({ cost })}}`;
  return { status: 200, body, headers: response.headers };
}

/** Executes a document and caches its response; one with errors is returned as it is. @throws RATE_LIMITED */
async function make(
  services: Services,
  origin: Origin,
  key: string,
  elements: number,
  run: (ctx: OperationContext) => Promise<Answer>,
): Promise<CachedResponse | Answer> {
  await services.limiter.consume('introspection', origin.principal.id, elements);
  const answer = await services.database.read({}, (tx) => run(contextOf(services, origin, tx, false)));
  const { data, errors } = JSON.parse(answer.body as string);
  if (answer.status !== 200 || errors) return answer;
  const response = { data: JSON.stringify(data), headers: answer.headers };
  responses.set(key, response);
  return response;
}
