// Saved views for tests: saving them, and the names that a list shows through one.
import { expect } from '@jest/globals';
import type { Ask, Reply, TestService } from '../support/service.ts';

export type Input = Record<string, unknown>;

export interface View {
  id: string;
  version: number;
  [member: string]: unknown;
}

/** Saves a view of companies; `input` says the rest. */
export async function save(service: TestService, input: Input, ask: Ask = {}): Promise<View> {
  const reply = await service.rest(
    'POST',
    '/api/saved-views',
    { entity: 'companies', name: `View ${crypto.randomUUID()}`, ...input },
    ask,
  );
  expect({ status: reply.status, error: reply.body.error }).toEqual({ status: 201, error: undefined });
  return reply.body.data;
}

/** A list through a view. */
export function through(
  service: TestService,
  viewId: string,
  { entity = 'companies', query = '', ask = {} }: { entity?: string; query?: string; ask?: Ask } = {},
): Promise<Reply> {
  return service.rest('GET', `/api/${entity}?view_id=${viewId}${query && `&${query}`}`, undefined, ask);
}

/** The names of the records that a list shows through a view, sorted. */
export async function namesThrough(...given: Parameters<typeof through>): Promise<string[]> {
  const reply = await through(...given);
  expect({ status: reply.status, error: reply.body.error }).toEqual({ status: 200, error: undefined });
  return reply.body.data.map(({ name }: { name: string }) => name).sort();
}

/** A condition, as filters of views are made of them. */
export const where = (field: string, op: string, value?: unknown) => ({
  field,
  op,
  ...(value !== undefined && { value }),
});
