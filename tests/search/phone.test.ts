// Contacts are found by their phone numbers in every notation, in the list and in global search.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let ada: string;

beforeAll(async () => {
  service = await startService();
  const post = async (body: object) => (await service.rest('POST', '/api/contacts', body)).body.data.id;
  ada = await post({ first_name: 'Ada', phone: '030 901820-12' });
  await post({ first_name: 'Grace', phone: '+44 20 7946 0958' });
  await post({ first_name: 'Edsger', phone: '+43 1 2345678' });
  await post({ first_name: 'Donald', phone: '+1 (212) 555-0143' });
  await post({ first_name: 'Order 2024', last_name: '2025' });
});

afterAll(() => service?.stop());

async function listed(search: string, path = '/api/contacts?'): Promise<string[]> {
  const { body } = await service.rest('GET', `${path}search=${encodeURIComponent(search)}`);
  expect(body.total).toBe(body.data.length);
  return body.data.map((one: { first_name: string }) => one.first_name);
}

async function everywhere(q: string): Promise<[title: string, field: string][]> {
  const query = `query ($q: String!) { globalSearch(q: $q, modules: [CONTACTS]) { groups { hits { title matchedField } } } }`;
  const { body } = await service.graphql(query, { q });
  return body.data.globalSearch.groups[0].hits.map((hit: { title: string; matchedField: string }) => [
    hit.title,
    hit.matchedField,
  ]);
}

describe('a phone number finds its contact', () => {
  it.each([
    ['+493090182012', 'Ada'],
    ['+49 30 901820-12', 'Ada'],
    ['+49 (0)30 / 90 18 20 12', 'Ada'],
    ['0049 30 90182012', 'Ada'],
    ['030 90182012', 'Ada'],
    ['(030) 901820-12', 'Ada'],
    ['030/901820-12', 'Ada'],
    ['tel:+49-30-901820-12', 'Ada'],
    ['030 90182012 ext. 7', 'Ada'],
    ['+49 30 90182012 x7', 'Ada'],
    ['90182012', 'Ada'],
    ['9018 2012', 'Ada'],
    ['2012', 'Ada'],
    ['030 9018', 'Ada'],
    ['+49 30 90', 'Ada'],
    ['+４９ ３０ ９０１８２０１２', 'Ada'],
    ['+44 (0)20 7946 0958', 'Grace'],
    ['020 7946 0958', 'Grace'],
    ['7946 0958', 'Grace'],
    ['01 2345678', 'Edsger'],
    ['0043 1 2345678', 'Edsger'],
    ['(212) 555-0143', 'Donald'],
    ['212.555.0143', 'Donald'],
    ['+1 212 555 0143', 'Donald'],
    ['001 212 555 0143', 'Donald'],
  ])('written %j', async (text, name) => {
    expect(await listed(text)).toEqual([name]);
    expect(await everywhere(text)).toEqual([[expect.stringMatching(name), 'phone']]);
  });

  it('and no other number, and not part of a word', async () => {
    for (const text of ['030 90182013', '+1 030 90182012', '01820120', '0000000'])
      expect(await listed(text)).toEqual([]);
  });

  it('and words that look like one find their record', async () => {
    expect(await listed('2024 2025')).toEqual(['Order 2024']);
  });
});

describe('a phone number that is no longer stored', () => {
  it('finds nothing, however it was removed', async () => {
    const { body } = await service.rest('POST', '/api/contacts', {
      first_name: 'Alan',
      phone: '030 7654321',
    });
    const path = `/api/contacts/${body.data.id}`;
    expect(await listed('030 7654321')).toEqual(['Alan']);
    const methods = (await service.rest('GET', path)).body.data.methods;
    const removed = await service.rest('DELETE', `${path}/contact-methods/${methods[0].id}`);
    expect(removed.status).toBe(200);
    expect(await listed('030 7654321')).toEqual([]);
    await service.rest('PATCH', path, { phone: '030 1112223' });
    expect(await listed('030 1112223')).toEqual(['Alan']);
    await service.rest('DELETE', path);
    expect(await listed('1112223')).toEqual([]);
    expect(await listed('1112223', '/api/contacts?include_deleted=true&')).toEqual(['Alan']);
    expect(await everywhere('030 1112223')).toEqual([]);
  });

  it('finds nothing after the contact was erased', async () => {
    expect((await service.rest('POST', `/api/contacts/${ada}/erase`)).body).toMatchObject({ success: true });
    expect(await listed('030 90182012')).toEqual([]);
    expect(await everywhere('90182012')).toEqual([]);
    const tokens = await service.sql(service.acme, 'select token from search_tokens where record_id = ?', [
      ada,
    ]);
    expect(tokens.filter(({ token }) => /\d{4}/.test(String(token)))).toEqual([]);
  });
});
