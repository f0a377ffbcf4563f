// The cost of writing custom fields: slow patterns and huge numbers of unknown fields must not delay other requests.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';
import { Fields } from './fields.ts';

let service: TestService;
let fields: Fields;

beforeAll(async () => {
  service = await startService();
  fields = new Fields(service);
});

afterAll(() => service?.stop());

/** Returns the longest time, in milliseconds, that another workspace waited for a read while `work` ran. */
async function longestReadDuring(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  let longest = 0;
  while (!isDone) {
    const startedAt = performance.now();
    await service.rest('GET', '/api/companies?page_size=1', undefined, { as: service.globex.people.owner });
    longest = Math.max(longest, performance.now() - startedAt);
  }
  await ended;
  return longest;
}

describe('slow patterns of custom fields', () => {
  it('delay no other workspace, and do not affect the next write', async () => {
    const keys: string[] = [];
    for (let n = 0; n < 50; n += 1) {
      const pattern = `x*x*x*x*x*x*x*[y${n}]$|^x?.{150}x{100}$`;
      keys.push((await fields.define({ type: 'long_text', rules: { pattern } })).key);
    }
    const company = await fields.company();
    const slow = Object.fromEntries(keys.map((key) => [key, `${'x'.repeat(19_990)}!`]));
    const write = fields.setValues(company.id, slow);
    expect(await longestReadDuring(write)).toBeLessThan(4_000);
    const refused = await write;
    expect(refused.status).toBe(400);
    const rules = new Set(refused.body.error.fields.map(({ rule }: { rule: string }) => rule));
    expect([...rules]).toContain('pattern_budget');
    expect(await fields.get(company.id)).toMatchObject({ version: 1, custom_fields: {} });
    const good = Object.fromEntries(keys.map((key) => [key, 'xxy']));
    expect((await fields.setValues(company.id, good)).body.data.custom_fields).toEqual(good);
    for (const { id } of await fields.ok('GET', '/api/custom-fields?page_size=100')) await fields.archive(id);
  });

  it('do not exhaust the matching budget of a bulk update', async () => {
    const { key } = await fields.define({ type: 'long_text', rules: { pattern: '^[ab]*(a|b)*$' } });
    const ids: string[] = [];
    for (let n = 0; n < 20; n += 1) ids.push((await fields.company()).id);
    const changes = { custom_fields: { [key]: 'ab'.repeat(5_000) } };
    const { counts } = await fields.ok('POST', '/api/companies/bulk-update', { ids, changes });
    expect(counts).toEqual({ succeeded: 20, failed: 0 });
  });
});

describe('unknown custom fields', () => {
  it.each([
    ['POST', '/api/companies', { name: 'Flood' }],
    ['POST', '/api/contacts', { first_name: 'Flood' }],
    ['POST', '/api/deals', { name: 'Flood' }],
  ])('beyond the limit are rejected with a single error by %s %s', async (method, path, body) => {
    const custom_fields = Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`f${n}`, 1]));
    const write = service.rest(method, path, { ...body, custom_fields });
    expect(await longestReadDuring(write)).toBeLessThan(4_000);
    const { status, body: errorBody } = await write;
    expect([status, errorBody.error.code]).toEqual([400, 'VALIDATION_ERROR']);
    expect(errorBody.error.fields).toMatchObject([{ path: 'custom_fields', rule: 'max_items' }]);
    expect(await service.rest('GET', `${path}?search=Flood`)).toMatchObject({ body: { data: [] } });
  });
});
