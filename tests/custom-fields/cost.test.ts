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
    expect(await longestReadDuring(write)).toBeLessThan(10_000);
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

describe('a pattern', () => {
  it('may be written with the escapes and properties of JavaScript', async () => {
    const { key } = await fields.define({
      type: 'text',
      rules: { pattern: '^[\\u00e4-\\u00fc]+\\p{Script=Greek}$' },
    });
    const { id } = await fields.company();
    expect((await fields.setValues(id, { [key]: 'äüλ' })).status).toBe(200);
    expect((await fields.setValues(id, { [key]: 'aλ' })).body.error.fields).toMatchObject([
      { rule: 'pattern' },
    ]);
  });

  it('that was stored and is not supported any more says so, and what to do', async () => {
    const field = await fields.define({ type: 'text', rules: { pattern: 'x' } });
    const { id } = await fields.company();
    await service.server.services.database.write({ tenantId: service.acme.id }, ({ db }) =>
      db('custom_fields')
        .where({ id: field.id })
        .update({ rules: JSON.stringify({ pattern: '(?=x)x' }) }),
    );
    service.server.services.principals.clear();
    const { status, body } = await fields.setValues(id, { [field.key]: 'x' });
    expect([status, body.error.fields]).toMatchObject([
      400,
      [{ path: `custom_fields.${field.key}`, rule: 'pattern_unsupported' }],
    ]);
    expect(body.error.fields[0].message).toContain('changed or removed in the definition');
  });
});

const flood = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, 1]));

describe('unknown custom fields', () => {
  it.each([
    ['POST', '/api/companies', { name: 'Flood' }],
    ['POST', '/api/contacts', { first_name: 'Flood' }],
    ['POST', '/api/deals', { name: 'Flood' }],
  ])('are refused by their number, %s %s', async (method, path, body) => {
    const writes = [
      [19_000, 'custom_fields', 'max_items'],
      [60_000, '', 'max_members'],
    ] as const;
    for (const [count, place, rule] of writes) {
      const write = service.rest(method, path, { ...body, custom_fields: flood(count) });
      expect(await longestReadDuring(write)).toBeLessThan(10_000);
      const { status, body: answer } = await write;
      expect([status, answer.error.code]).toEqual([400, 'VALIDATION_ERROR']);
      expect(answer.error.fields).toMatchObject([{ path: place, rule }]);
    }
    expect(await service.rest('GET', `${path}?search=Flood`)).toMatchObject({ body: { data: [] } });
  });

  it('sent sixty times at once are refused or shed, without a fault of the service', async () => {
    const custom_fields = flood(9_000);
    const writes = Array.from({ length: 60 }, () =>
      service.rest('POST', '/api/companies', { name: 'Flood', custom_fields }),
    );
    expect(await longestReadDuring(Promise.all(writes))).toBeLessThan(10_000);
    for (const { status } of await Promise.all(writes)) expect([400, 503]).toContain(status);
  });
});
