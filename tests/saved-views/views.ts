// Helpers for tests of saved views: saving them and reading lists through them.
import { expect } from '@jest/globals';
import type { Ask, Reply, TestService } from '../support/service.ts';

export type Input = Record<string, unknown>;

export interface View {
  id: string;
  version: number;
  [member: string]: unknown;
}

/** Saves a view of companies; `input` overrides the defaults. */
export async function saveView(service: TestService, input: Input, ask: Ask = {}): Promise<View> {
  const reply = await service.rest(
    'POST',
    '/api/saved-views',
    { entity: 'companies', name: `View ${crypto.randomUUID()}`, ...input },
    ask,
  );
  expect({ status: reply.status, error: reply.body.error }).toEqual({ status: 201, error: undefined });
  return reply.body.data;
}

/** Reads a list through a view. */
export function listThrough(
  service: TestService,
  viewId: string,
  { entity = 'companies', query = '', ask = {} }: { entity?: string; query?: string; ask?: Ask } = {},
): Promise<Reply> {
  return service.rest('GET', `/api/${entity}?view_id=${viewId}${query && `&${query}`}`, undefined, ask);
}

/** Returns the sorted names of the records that a list shows through a view. */
export async function namesThrough(...args: Parameters<typeof listThrough>): Promise<string[]> {
  const reply = await listThrough(...args);
  expect({ status: reply.status, error: reply.body.error }).toEqual({ status: 200, error: undefined });
  return reply.body.data.map(({ name }: { name: string }) => name).sort();
}

/** Returns a condition of a view filter. */
export const condition = (field: string, op: string, value?: unknown) => ({
  field,
  op,
  ...(value !== undefined && { value }),
});
