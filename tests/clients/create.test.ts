// Creating a client: a company is created, linked or refused, and never duplicated.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { type Ask, type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;
let count = 0;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

/** Returns a host name whose brand matches the beginning of no company name. */
const host = () => `q${++count}zx.com`;

function post(body: object, ask: Ask = {}): Promise<Reply> {
  return service.rest('POST', '/api/clients', body, ask);
}

async function company(body: object): Promise<{ id: string; website: string }> {
  const reply = await service.rest('POST', '/api/companies', body);
  expect(reply).toMatchObject({ status: 201 });
  return reply.body.data;
}

/** Counts the rows and versions in all tables that creating a client writes. */
function writtenState(): Promise<unknown> {
  return service.sql(
    service.acme,
    `select (select count(*) from companies) as companies, (select sum(version) from companies) as versions,
      (select count(*) from client_numbers) as numbers, (select coalesce(sum(next_value), 0) from number_series) as series,
      (select count(*) from company_identifiers) as identifiers, (select count(*) from events) as events,
      (select count(*) from contact_companies) as associations`,
  );
}

describe('creating a client of an unknown company', () => {
  it('assigns the next number and stores the website and the domain', async () => {
    const site = host();
    const reply = await post({
      client_name: 'Kontor Ahlers GmbH',
      website: `https://www.${site}/about`,
      industry: 'Tea',
    });
    expect(reply).toMatchObject({
      status: 201,
      body: {
        data: {
          client_name: 'Kontor Ahlers GmbH',
          client_number: 'C-00001',
          client_id: 'C-00001',
          client_status: 'active',
          company_type: 'client',
          website: site,
          domain: site,
          industry: 'Tea',
          match: { outcome: 'created', step: null, score: null, warnings: [], contacts_associated: 0 },
        },
      },
    });
    expect(reply.headers.get('etag')).toBe('"1"');
    const { id } = reply.body.data;
    const events = await service.sql(service.acme, 'select type from events where object_id = ?', [id]);
    expect(events).toEqual([{ type: 'client.created' }]);
    expect((await service.rest('GET', `/api/companies/${id}`)).body.data).toMatchObject({
      source: 'client_create',
      websites: [{ source: 'client_create', is_primary: true }],
    });
  });

  it('uses the given number, and the number series skips numbers that exist', async () => {
    const first = await post({
      client_name: 'Mole Eins',
      domain: host(),
      client_number: ' c-00002 ',
      client_id: 'C-00002',
    });
    expect(first.body.data.client_number).toBe('C-00002');
    const next = await post({ client_name: 'Deich Zwei', domain: host() });
    expect(next.body.data.client_number).toBe('C-00003');
  });

  it('associates the contacts of its domain, and leaves their primary company unchanged', async () => {
    const domain = `mail.${host()}`;
    const other = await company({ name: 'Elsewhere Works' });
    const create = async (body: object) => (await service.rest('POST', '/api/contacts', body)).body.data.id;
    const employed = await create({ email: `ada@${domain}`, company_id: other.id });
    const free = await create({ email: `bob@${domain.toUpperCase()}` });
    const stranger = await create({ email: `eve@not-${domain}` });
    const reply = await post({ client_name: 'Quay Rope Makers', domain });
    expect(reply.body.data.match.contacts_associated).toBe(2);
    const rows = await service.sql(
      service.acme,
      'select contact_id, is_primary, source from contact_companies where company_id = ? order by contact_id',
      [reply.body.data.id],
    );
    expect(rows).toEqual(
      [employed, free]
        .sort()
        .map((contact_id) => ({ contact_id, is_primary: false, source: 'domain_match' })),
    );
    expect((await service.rest('GET', `/api/contacts/${employed}`)).body.data.company_id).toBe(other.id);
    expect((await service.rest('GET', `/api/contacts/${stranger}`)).body.data.companies).toEqual([]);
  });
});

describe('creating a client of a known company', () => {
  it('links it by website, fills empty fields, keeps the others, and adds the new domain as an identifier', async () => {
    const [site, mail, second] = [host(), host(), host()];
    const { id } = await company({ name: 'Lotsen Reederei', website: site, industry: 'Shipping' });
    const reply = await post({
      client_name: 'Lotsen Reederei AG',
      website: `http://${site}`,
      domain: mail,
      industry: 'Tea',
      phone: '+49 40 1',
    });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        data: {
          id,
          client_name: 'Lotsen Reederei',
          industry: 'Shipping',
          phone: '+49 40 1',
          domain: mail,
          website: site,
          company_type: 'client',
          match: { outcome: 'linked', step: 'identifier', score: 1, warnings: [] },
        },
      },
    });
    const again = await post({ client_name: 'Something else', website: second, domain: mail });
    expect(again).toMatchObject({
      status: 200,
      body: { data: { id, website: site, client_number: reply.body.data.client_number } },
    });
    expect(again.body.data.websites).toMatchObject([
      { value: site, is_primary: true },
      { value: second, is_primary: false, source: 'client_create' },
    ]);
    expect(again.body.data.match.warnings).toEqual(['name_differs']);
  });

  it('links it once, and repeating the request changes nothing and emits nothing', async () => {
    const domain = host();
    const first = await post({ client_name: 'Backspier Segel', domain });
    const before = await writtenState();
    const second = await post({ client_name: 'Backspier Segel', domain });
    expect(second).toMatchObject({
      status: 200,
      body: {
        data: { id: first.body.data.id, version: 1, match: { outcome: 'linked', step: 'identifier' } },
      },
    });
    expect(await writtenState()).toEqual(before);
  });

  it.each([
    ['its name', 'Backbord Instrumente', 'Backbord Instrumente GmbH & Co. KG', 1],
    ['a name with another spelling of an umlaut', 'Süderbrück Müller', 'Suederbrueck Mueller Ltd.', 1],
    [
      'an almost identical name',
      'Continental Harbor Engineering Machines',
      'Continental Harbor Engineering Machine',
      0.923,
    ],
  ])('links it by %s', async (_, existingName, name, score) => {
    const { id } = await company({ name: existingName });
    const reply = await post({ client_name: name, domain: host() });
    expect(reply.body.data).toMatchObject({ id, match: { outcome: 'linked', step: 'name', score } });
  });

  it('links it by its legal name', async () => {
    const { id } = await company({ name: 'Kümo', legal_name: 'Küstenmotorschiff Betriebs GmbH' });
    const reply = await post({ client_name: 'Kuestenmotorschiff Betriebs', domain: host() });
    expect(reply.body.data).toMatchObject({ id, match: { step: 'name', score: 1 } });
  });

  it('links it by the brand in the domain', async () => {
    const { id } = await company({ name: 'Strandkorb Verleih' });
    const byFullBrand = await post({
      client_name: 'Something quite different',
      domain: 'strandkorb-verleih.de',
    });
    expect(byFullBrand.body.data).toMatchObject({
      id,
      match: { step: 'brand', score: 0.95, warnings: ['name_differs'] },
    });
    const other = await company({ name: 'Wattläufer Touren' });
    const byPrefix = await post({ client_name: 'Hikes', domain: 'xn--wattlufer-z2a.de' });
    expect(byPrefix.body.data).toMatchObject({ id: other.id, match: { step: 'brand', score: 0.9 } });
  });

  it.each([
    ['the numbers in the names differ', 'Schwimmdock Hafenbau Anlage 54', 'Schwimmdock Hafenbau Anlage 55'],
    ['the names are only similar', 'Umbrella Health', 'Umbrella Healthcare'],
    ['the brand is generic', 'Cloud Werft', 'Unrelated'],
  ])('creates another company when %s', async (_, existingName, name) => {
    const { id } = await company({ name: existingName });
    const domain = existingName.startsWith('Cloud') ? 'cloud.de' : host();
    const reply = await post({ client_name: name, domain });
    expect(reply).toMatchObject({ status: 201, body: { data: { match: { outcome: 'created' } } } });
    expect(reply.body.data.id).not.toBe(id);
  });

  it('creates a new company when it is known in another workspace only', async () => {
    const domain = host();
    const foreign = await service.rest(
      'POST',
      '/api/companies',
      { name: 'Far Away', domain },
      { as: service.globex.people.owner },
    );
    const created = await post({ client_name: 'Far Away', domain });
    expect(created.status).toBe(201);
    expect(created.body.data.id).not.toBe(foreign.body.data.id);
  });

  it('creates a new company when the known one is deleted', async () => {
    const { id } = await company({ name: 'Abgewrackt Handel' });
    await service.rest('DELETE', `/api/companies/${id}`);
    expect((await post({ client_name: 'Abgewrackt Handel', domain: host() })).status).toBe(201);
  });
});

describe('creating a client that could be several companies', () => {
  it('is rejected with the candidates, and nothing is written', async () => {
    const [site, mail] = [host(), host()];
    const first = await company({ name: 'Pier One', website: site });
    const second = await company({ name: 'Pier Two', domain: mail });
    const before = await writtenState();
    const reply = await post({ client_name: 'Pier', website: site, domain: mail });
    expect(reply).toMatchObject({
      status: 409,
      body: { error: { code: 'CONFLICT', details: { reason: 'multiple_matches' } } },
    });
    const { candidate_company_ids, candidates } = reply.body.error.details;
    expect(candidate_company_ids.sort()).toEqual([first.id, second.id].sort());
    expect(candidates).toContainEqual({
      company_id: second.id,
      name: 'Pier Two',
      domain: mail,
      match: 'identifier',
      score: 1,
    });
    expect(await writtenState()).toEqual(before);
  });

  it('is rejected for two equal names, even if a third name is similar', async () => {
    const ids = [
      await company({ name: 'Zwilling Kontor' }),
      await company({ name: 'Zwilling Kontor AG' }),
    ].map(({ id }) => id);
    await company({ name: 'Zwilling Kontore' });
    const reply = await post({ client_name: 'Zwilling Kontor Ltd', domain: host() });
    expect(reply.body.error.details).toMatchObject({ reason: 'multiple_matches' });
    expect(reply.body.error.details.candidate_company_ids.sort()).toEqual(ids.sort());
  });

  it('is rejected for two brands that match equally well', async () => {
    await company({ name: 'Klabautermann Bremen' });
    await company({ name: 'Klabautermann Kiel' });
    const reply = await post({ client_name: 'Ghosts', domain: 'klabautermann.de' });
    expect(reply).toMatchObject({ status: 409, body: { error: { details: { reason: 'ambiguous_match' } } } });
  });

  it('names the candidates only to callers who may read companies', async () => {
    const [site, mail] = [host(), host()];
    await company({ name: 'Secret One', website: site });
    await company({ name: 'Secret Two', domain: mail });
    const as = await service.token(service.acme, {
      kind: 'service',
      scopes: ['delivery.clients:write'],
      roleKey: 'admin',
    });
    const reply = await post({ client_name: 'Secret', website: site, domain: mail }, { as });
    expect(reply.body.error.details.candidate_company_ids).toHaveLength(2);
    expect(reply.body.error.details.candidates).toEqual([]);
    expect(reply.text).not.toContain('Secret One');
  });

  it('is resolved by company_id', async () => {
    const { id } = await company({ name: 'Settled Pier' });
    await company({ name: 'Settled Pier' });
    const reply = await post({ client_name: 'Settled Pier', domain: host(), company_id: id });
    expect(reply).toMatchObject({
      status: 200,
      body: { data: { id, match: { outcome: 'linked', step: null, score: null } } },
    });
  });

  it('is resolved by force_new for people, unless another company has the domain', async () => {
    const domain = host();
    const { id } = await company({ name: 'Forced Pier', domain });
    const body = { client_name: 'Forced Pier', force_new: true };
    const created = await post({ ...body, domain: host() });
    expect(created.status).toBe(201);
    expect(created.body.data.id).not.toBe(id);
    expect(await post({ ...body, domain })).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'identifier_taken', candidate_company_ids: [id] } } },
    });
    expect(await post({ ...body, domain: host() }, { as: service.acme.service })).toMatchObject({
      status: 403,
      body: { error: { code: 'HUMAN_REQUIRED' } },
    });
  });
});

describe('creating a client', () => {
  it.each([
    ['a missing website and domain', { client_name: 'X' }, 'website', 'required'],
    ['a missing name', { domain: 'acme-nameless.com', client_name: '  ' }, 'client_name', 'required'],
    ['a personal email domain', { client_name: 'X', domain: 'GMail.com' }, 'domain', 'personal_email_domain'],
    [
      'a website on a personal domain',
      { client_name: 'X', website: 'https://www.web.de/' },
      'website',
      'personal_email_domain',
    ],
    [
      'two different numbers',
      { client_name: 'X', domain: 'two-numbers.com', client_id: 'A', client_number: 'B' },
      'client_number',
      'client_number_mismatch',
    ],
    [
      'a company that does not exist',
      { client_name: 'X', domain: 'no-company.com', company_id: uuid() },
      'company_id',
      'exists',
    ],
    [
      'company_id together with force_new',
      { client_name: 'X', domain: 'both-ways.com', company_id: uuid(), force_new: true },
      'force_new',
      'exclusive',
    ],
  ])('rejects %s, and writes nothing', async (_, body, path, rule) => {
    const before = await writtenState();
    const reply = await post(body);
    expect(reply).toMatchObject({ status: 400, body: { error: { code: 'VALIDATION_ERROR' } } });
    expect(reply.body.error.fields).toContainEqual(expect.objectContaining({ path, rule }));
    expect(await writtenState()).toEqual(before);
  });

  it('rejects the number of another company', async () => {
    const taken = await post({ client_name: 'Number Holder', domain: host(), client_number: 'TAKEN-1' });
    expect(taken.status).toBe(201);
    expect(
      await post({ client_name: 'Number Thief', domain: host(), client_number: 'taken-1' }),
    ).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'client_number_taken' } } },
    });
  });

  it('twenty times at once for one domain creates one company and one number', async () => {
    const domain = host();
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => post({ client_name: `Race ${index}`, domain })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(replies.map(({ body }) => `${body.data.id} ${body.data.client_number}`)).size).toBe(1);
    const rows = await service.sql(
      service.acme,
      'select company_id from company_identifiers where value = ?',
      [domain],
    );
    expect(rows).toHaveLength(2);
  });

  it('at once for one name and different domains creates one company', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => post({ client_name: 'Gleichzeitig Gerüstbau', domain: host() })),
    );
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1);
  });

  it('at once for different clients gives each its own number', async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => post({ client_name: `Apart ${uuid()}`, domain: host() })),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(201));
    expect(new Set(replies.map(({ body }) => body.data.client_number)).size).toBe(12);
  });
});

describe('a dry run of the company matcher', () => {
  it('returns what would be linked, and writes nothing', async () => {
    const domain = host();
    const { id } = await company({ name: 'Dry Dock', domain });
    const before = await writtenState();
    const reply = await service.rest('POST', '/api/companies/match', { name: 'Dry Dock Ltd', domain });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        data: {
          verdict: 'match',
          company_id: id,
          step: 'identifier',
          score: 1,
          candidates: [{ company_id: id, name: 'Dry Dock', domain, match: 'identifier', score: 1 }],
        },
      },
    });
    const nobody = await service.rest('POST', '/api/companies/match', {
      client_name: 'Nobody At All',
      domain: host(),
    });
    expect(nobody.body.data).toEqual({
      verdict: 'none',
      reason: null,
      company_id: null,
      step: null,
      score: null,
      candidates: [],
    });
    expect(await writtenState()).toEqual(before);
  });

  it('does not see companies of another workspace', async () => {
    const domain = host();
    await company({ name: 'Hidden Dock', domain });
    const reply = await service.rest(
      'POST',
      '/api/companies/match',
      { name: 'Hidden Dock', domain },
      { as: service.globex.people.owner },
    );
    expect(reply.body.data).toMatchObject({ verdict: 'none', candidates: [] });
  });
});
