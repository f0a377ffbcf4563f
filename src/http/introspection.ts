// Documents about the schema alone: their answers are the same for every caller, so each is made once and kept.
import { LRUCache } from 'lru-cache';
import type { Cost } from '../access/cost.ts';
import { contextOf, type Origin } from '../operations/call.ts';
import { canonicalJson } from '../operations/canonical.ts';
import type { OperationContext } from '../operations/context.ts';
import type { Answer } from '../operations/envelope.ts';
import type { Services } from '../services.ts';
import type { Prepared } from './graphql-request.ts';

/** The data of an answer as JSON, and its headers. */
interface Copy {
  data: string;
  headers: Record<string, string>;
}

const copies = new LRUCache<string, Copy>({
  max: 100,
  maxSize: 16_000_000,
  sizeCalculation: ({ data }, key) => data.length + key.length,
});

/**
 * Answers from the copy. An answer that has none yet is made by `run` and counts against the limit of introspection.
 * @param elements of the schema that the answer shows
 * @throws RATE_LIMITED
 */
export async function introspect(
  services: Services,
  origin: Origin,
  { source, operation, variables }: Prepared,
  accept: string | undefined,
  elements: number,
  cost: Cost,
  run: (ctx: OperationContext) => Promise<Answer>,
): Promise<Answer> {
  const key = canonicalJson([source, operation.name?.value, variables, accept]);
  let copy = copies.get(key);
  if (!copy) {
    await services.limiter.consume('introspection', origin.principal.id, elements);
    const answer = await services.database.read({}, (tx) => run(contextOf(services, origin, tx, false)));
    const { data, errors } = JSON.parse(answer.body as string);
    if (answer.status !== 200 || errors) return answer;
    copy = { data: JSON.stringify(data), headers: answer.headers };
    copies.set(key, copy);
  }
  const body = `{"data":${copy.data},"extensions":${JSON.stringify({ cost })}}`;
  return { status: 200, body, headers: copy.headers };
}
