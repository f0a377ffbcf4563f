// Duplicate candidates: found at once, stored by the scan, and dismissed for good.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { scanForDuplicates } from '../../src/domains/duplicates/jobs.ts';
import { Inspector } from '../support/inspector.ts';
import { type Ask, startService, type TestService, type Workspace } from '../support/service.ts';

let service: TestService;
/** Changes tables as their owner. */
let owner: Inspector;
let count = 0;

beforeAll(async () => {
  service = await startService();
  owner = await Inspector.open(service.databaseUrl);
});

afterAll(async () => {
  await owner?.close();
  await service?.stop();
});

async function create(kind: 'companies' | 'contacts', body: object, ask: Ask = {}): Promise<string> {
  const reply = await service.rest('POST', `/api/${kind}`, body, ask);
  expect(reply).toMatchObject({ status: 201 });
  return reply.body.data.id;
}

interface Listed {
  score: number;
  reason: string;
  ids: string[];
}

async function listed(kind: 'companies' | 'contacts', ask: Ask = {}): Promise<Listed[]> {
  const reply = await service.rest('GET', `/api/${kind}/duplicates?pageSize=100`, undefined, ask);
  expect(reply.status).toBe(200);
  expect(reply.body.total).toBe(reply.body.data.length);
  return reply.body.data.map((pair: Record<string, string>) => ({
    score: pair.score,
    reason: pair.reason,
    ids: [pair.company_id ?? pair.contact_id, pair.other_company_id ?? pair.other_contact_id].sort(),
  }));
}

/** Returns the listed pair of two records, if there is one. */
async function listedPair(
  kind: 'companies' | 'contacts',
  first: string,
  other: string,
): Promise<Listed | undefined> {
  return (await listed(kind)).find(({ ids }) => ids.includes(first) && ids.includes(other));
}

/** Runs the scan as if all writes were five minutes old. */
async function scan(): Promise<void> {
  const { services, app } = service.server;
  service.advance(300);
  await scanForDuplicates(services, app.log);
  service.advance(0);
}

describe.each(['before the scan', 'after the scan'])('%s, two companies', (when) => {
  const scanIfAfter = async () => (when === 'after the scan' ? scan() : undefined);

  it.each([
    [
      'with the same name',
      { name: 'Ankerwinde GmbH' },
      { name: 'Die Anker', legal_name: 'Ankerwinde AG' },
      1,
      'name',
    ],
    [
      'with similar names',
      { name: 'Stark Industries Hafen' },
      { name: 'Stark Industrie Hafen' },
      0.875,
      'similar_name',
    ],
    [
      'with the same brand',
      { name: 'Nordlicht', website: 'klabauter.de' },
      { name: 'Südlicht', domain: 'post.klabauter.com' },
      0.9,
      'brand',
    ],
  ])('%s are listed as duplicates', async (_, first, other, score, reason) => {
    const [a, b] = [await create('companies', first), await create('companies', other)];
    await scanIfAfter();
    expect(await listedPair('companies', a, b)).toMatchObject({ score, reason });
    await service.rest('DELETE', `/api/companies/${a}`);
    expect(await listedPair('companies', a, b)).toBeUndefined();
    await service.rest('DELETE', `/api/companies/${b}`);
  });

  it.each([
    ['whose names are only loosely similar', { name: 'Umbrella Health' }, { name: 'Umbrella Healthcare' }],
    ['whose numbers differ', { name: 'Hafenbau Anlage 54' }, { name: 'Hafenbau Anlage 55' }],
    [
      'with the same generic domain label',
      { name: 'Eins', website: 'shop.de' },
      { name: 'Zwei', website: 'shop.at' },
    ],
  ])('%s are not listed as duplicates', async (_, first, other) => {
    const [a, b] = [await create('companies', first), await create('companies', other)];
    await scanIfAfter();
    expect(await listedPair('companies', a, b)).toBeUndefined();
    for (const id of [a, b]) await service.rest('DELETE', `/api/companies/${id}`);
  });
});

describe.each(['before the scan', 'after the scan'])('%s, two contacts', (when) => {
  const scanIfAfter = async () => (when === 'after the scan' ? scan() : undefined);

  it('with the same email address, phone number, or name and company are listed as duplicates', async () => {
    const n = ++count;
    const company_id = await create('companies', { name: `Heuer ${uuid()}` });
    const original = await create('contacts', {
      first_name: 'Ada',
      last_name: 'Ahlers',
      email: `ada${n}@heuer.de`,
      phone: `+49 30 12340${n}`,
      company_id,
    });
    const tagged = await create('contacts', { email: `Ada${n}+News@heuer.de` });
    const sameNumber = await create('contacts', { first_name: 'Bo', phone: `03012340${n}` });
    const sameName = await create('contacts', {
      first_name: 'ADA',
      last_name: 'Ählers'.replace('Ä', 'A'),
      company_id,
    });
    const elsewhere = await create('contacts', { first_name: 'Ada', last_name: 'Ahlers' });
    await scanIfAfter();
    expect(await listedPair('contacts', original, tagged)).toMatchObject({ score: 1, reason: 'email' });
    expect(await listedPair('contacts', original, sameNumber)).toMatchObject({
      score: 0.95,
      reason: 'phone',
    });
    expect(await listedPair('contacts', original, sameName)).toMatchObject({
      score: 0.85,
      reason: 'name_and_company',
    });
    expect(await listedPair('contacts', original, elsewhere)).toBeUndefined();
    for (const id of [original, tagged, sameNumber, sameName])
      await service.rest('DELETE', `/api/contacts/${id}`);
  });
});

describe('a pair of duplicates', () => {
  it('that is dismissed is never listed again, whatever the scan finds', async () => {
    const ids = [
      await create('companies', { name: 'Zweimal Tau' }),
      await create('companies', { name: 'Zweimal Tau' }),
    ];
    expect(await listedPair('companies', ids[0]!, ids[1]!)).toBeDefined();
    const dismissed = await service.rest('POST', '/api/companies/duplicates/dismiss', { ids });
    expect(dismissed).toMatchObject({ status: 200, body: { data: { ids: [...ids].sort() } } });
    expect(await listedPair('companies', ids[0]!, ids[1]!)).toBeUndefined();
    await service.rest('PATCH', `/api/companies/${ids[0]}`, { industry: 'Ropes' });
    await scan();
    expect(await listedPair('companies', ids[0]!, ids[1]!)).toBeUndefined();
    const events = () =>
      service.sql(
        service.acme,
        `select count(*) as n from events where type = 'company.duplicate_dismissed'`,
      );
    const before = await events();
    const again = await service.rest('POST', '/api/companies/duplicates/dismiss', { ids: ids.reverse() });
    expect(again.body.data.dismissed_at).toBe(dismissed.body.data.dismissed_at);
    expect(await events()).toEqual(before);
  });

  it('disappears when a company gets another name, and returns with the former name', async () => {
    const [a, b] = [
      await create('companies', { name: 'Wendehals Eins' }),
      await create('companies', { name: 'Wendehals Eins' }),
    ];
    await scan();
    expect(await listedPair('companies', a, b)).toBeDefined();
    await service.rest('PATCH', `/api/companies/${b}`, { name: 'Ganz anders' });
    expect(await listedPair('companies', a, b)).toBeUndefined();
    await scan();
    expect(await listedPair('companies', a, b)).toBeUndefined();
    await service.rest('PATCH', `/api/companies/${b}`, { name: 'Wendehals Eins' });
    expect(await listedPair('companies', a, b)).toBeDefined();
  });

  it('cannot be dismissed with a record that is missing, of another workspace, or the same', async () => {
    const [a, b] = [
      await create('companies', { name: 'Da' }),
      await create('companies', { name: 'Dort' }, { as: service.globex.people.owner }),
    ];
    for (const [ids, rule] of [
      [[a, uuid()], 'exists'],
      [[a, b], 'exists'],
      [[a, a.toUpperCase()], 'distinct'],
      [[a], 'min_items'],
    ] as const) {
      const reply = await service.rest('POST', '/api/companies/duplicates/dismiss', { ids });
      expect(reply).toMatchObject({ status: 400 });
      expect(reply.body.error.fields).toContainEqual(expect.objectContaining({ path: 'ids', rule }));
    }
    expect(
      await service.sql(
        service.acme,
        'select first_id from company_duplicates where first_id = ? or second_id = ?',
        [a, a],
      ),
    ).toEqual([]);
  });

  it('is shown on each of its records, with the other record as the counterpart', async () => {
    const [a, b] = [
      await create('companies', { name: 'Gegenüber' }),
      await create('companies', { name: 'Gegenueber' }),
    ];
    const query = `query ($id: UUID!) { company(id: $id) { duplicates { companyId otherCompanyId score reason otherCompany { name } } } }`;
    const reply = await service.graphql(query, { id: b });
    expect(reply.body.data.company.duplicates).toEqual([
      { companyId: b, otherCompanyId: a, score: 1, reason: 'NAME', otherCompany: { name: 'Gegenüber' } },
    ]);
  });

  it('is listed on exactly one page, ordered by score, and in its own workspace only', async () => {
    await scan();
    for (let n = 0; n < 4; n++) await create('companies', { name: 'Vierfach' });
    const all = await listed('companies');
    expect(all.map(({ score }) => score)).toEqual(all.map(({ score }) => score).sort((x, y) => y - x));
    const listedPairs: string[] = [];
    let cursor: string | null = '';
    do {
      const reply = await service.rest(
        'GET',
        `/api/companies/duplicates?pageSize=2${cursor ? `&cursor=${cursor}` : ''}`,
      );
      for (const pair of reply.body.data) listedPairs.push(`${pair.company_id} ${pair.other_company_id}`);
      cursor = reply.body.nextCursor;
    } while (cursor);
    expect(listedPairs).toHaveLength(all.length);
    expect(new Set(listedPairs).size).toBe(all.length);
    expect(await listed('companies', { as: service.globex.people.owner })).toEqual([]);
  });
});

describe('the scan', () => {
  it('goes on with other workspaces where one fails', async () => {
    const as = service.globex.people.owner;
    const workspaces = [
      { workspace: service.acme, name: 'Fehlschlag', ask: {} },
      { workspace: service.globex, name: 'Nachbar', ask: { as } },
    ];
    // The workspaces are scanned in the order of their ids.
    const [first, last] = workspaces.sort((a, b) => (a.workspace.id < b.workspace.id ? -1 : 1));
    await owner.query(
      `alter table company_duplicate_keys add constraint refused check (tenant_id <> '${first!.workspace.id}') not valid`,
    );
    for (const { name, ask } of workspaces)
      await create('companies', { name, website: `${name}.example.com` }, ask);
    await scan();
    const scanned = async (workspace: Workspace) =>
      (
        await service.sql(
          workspace,
          `select from company_duplicate_keys where value like '%nachbar%' or value like '%fehlschlag%'`,
        )
      ).length;
    expect(await scanned(first!.workspace)).toBe(0);
    expect(await scanned(last!.workspace)).toBeGreaterThan(0);
    await owner.query('alter table company_duplicate_keys drop constraint refused');
    await scan();
    expect(await scanned(first!.workspace)).toBeGreaterThan(0);
  });
});
