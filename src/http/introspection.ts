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
  let cached = responses.get(key);
  if (!cached) {
    await services.limiter.consume('introspection', origin.principal.id, elements);
    const answer = await services.database.read({}, (tx) => run(contextOf(services, origin, tx, false)));
    const { data, errors } = JSON.parse(answer.body as string);
    if (answer.status !== 200 || errors) return answer;
    cached = { data: JSON.stringify(data), headers: answer.headers };
    responses.set(key, cached);
  }
  const body = `{"data":${cached.data},"extensions":${JSON.stringify({ cost })}}`;
  return { status: 200, body, headers: cached.headers };
}
