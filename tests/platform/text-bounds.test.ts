// Every text of a list that a caller sends has a maximum length, which the description states and every surface checks.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

it('each list of texts in an input bounds its texts', () => {
  const lines = readFileSync(new URL('../../rest-compat/contract.txt', import.meta.url), 'utf8').split('\n');
  const lists = lines.flatMap((line) => /^input (\S+): \[string\]/.exec(line)?.[1] ?? []);
  const bounded = new Set(lines.flatMap((line) => /^input (\S+)\[\]: string \.\.\d+/.exec(line)?.[1] ?? []));
  expect(lists.length).toBeGreaterThan(40);
  expect(lists.filter((name) => !bounded.has(name))).toEqual([]);
});

it('a text that is longer is refused by its place in the list, on REST and GraphQL, and nothing is written', async () => {
  const tags = ['fair', 'x'.repeat(61)];
  const rest = await service.rest('POST', '/api/companies', { name: 'Northwind', tags });
  expect(rest).toMatchObject({
    status: 400,
    body: { error: { code: 'VALIDATION_ERROR', fields: [{ path: 'tags[1]', rule: 'max_length' }] } },
  });
  const { body } = await service.graphql(
    'mutation ($tags: [String!]) { createCompany(input: { name: "Northwind", tags: $tags }) { id } }',
    { tags },
  );
  expect(body.errors[0].extensions).toMatchObject({
    code: 'VALIDATION_ERROR',
    fields: [{ path: 'tags[1]', rule: 'max_length' }],
  });
  expect((await service.rest('GET', '/api/companies?filter[name]=Northwind')).body.total).toBe(0);
  const allowed = await service.rest('POST', '/api/companies', { name: 'Northwind', tags: ['x'.repeat(60)] });
  expect(allowed.status).toBe(201);
});
