// What people with a link get, refusals too, is kept out of caches and search engines.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

it('is answered without permission to cache or index, whatever is wrong with the call', async () => {
  const { operations } = service.server.services.catalogue;
  const byLink = operations.filter(({ path }) => path.includes('{token}'));
  const modules = new Set(byLink.map(({ access }) => access.module));
  expect([...modules].sort()).toEqual(['campaigns', 'commercial', 'content', 'rooms', 'signing']);
  const answers: [name: string, reply: Response][] = [];
  for (const { name, method, path } of byLink) {
    const url = service.url + path.replace('{token}', 'unknown').replace(/\{\w+\}/g, crypto.randomUUID());
    const json = { 'content-type': 'application/json' };
    answers.push([name, await fetch(url, { method })]);
    answers.push([name, await fetch(url, { method: 'DELETE' })]);
    if (method !== 'GET') answers.push([name, await fetch(url, { method, headers: json, body: '{' })]);
  }
  answers.push(['/files', await fetch(`${service.url}/files/unknown`)]);
  for (const [name, reply] of answers) {
    await reply.text();
    expect([400, 403, 404, 405, 415]).toContain(reply.status);
    expect([name, reply.headers.get('cache-control'), reply.headers.get('x-robots-tag')]).toEqual([
      name,
      'no-store',
      'noindex',
    ]);
  }
});
