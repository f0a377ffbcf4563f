// Values of custom fields: written with their record, checked by type, rule and reference, and unique where required.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eraseArchivedFields } from '../../src/domains/custom-fields/jobs.ts';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Data, Fields } from './fields.ts';

let service: TestService;
let inspector: Inspector;
let fields: Fields;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  fields = new Fields(service);
});

afterEach(() => service.advance(0));

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

const OPTIONS = ['a', 'b', 'c'].map((key) => ({ key, label: key }));
const faults = ({ status, body }: { status: number; body: Data }) => [
  status,
  body.error?.fields?.map(({ path, rule }: Data) => `${path} ${rule}`),
];

describe('a custom field value', () => {
  it.each<[string, string, object, unknown, unknown]>([
    ['of type text is trimmed', 'text', {}, '  Ada ', 'Ada'],
    [
      'of type text is accepted if it matches the pattern',
      'text',
      { rules: { pattern: '^[A-Z]{2}[0-9]+$' } },
      'AB12',
      'AB12',
    ],
    ['of type long_text may have 20,000 characters', 'long_text', {}, 'x'.repeat(20_000), 'x'.repeat(20_000)],
    ['of type integer may be equal to the maximum', 'integer', { rules: { min: 0, max: 10 } }, 10, 10],
    ['of type integer is stored as 0 when it is -0', 'integer', {}, -0, 0],
    [
      'of type number may have as many decimal places as its scale',
      'number',
      { rules: { scale: 2 } },
      0.25,
      0.25,
    ],
    ['of type number may be very small', 'number', {}, 1e-7, 1e-7],
    ['of type percent may have decimal places', 'percent', {}, 12.5, 12.5],
    [
      'of type currency is stored with the decimal places of its currency',
      'currency',
      {},
      { amount: 12.5, currency: 'EUR' },
      { amount: '12.50', currency: 'EUR' },
    ],
    [
      'of type currency may have a currency without decimal places',
      'currency',
      {},
      { amount: '7', currency: 'JPY' },
      { amount: '7', currency: 'JPY' },
    ],
    ['of type date may be a leap day', 'date', {}, '2028-02-29', '2028-02-29'],
    [
      'of type datetime is stored in UTC',
      'datetime',
      {},
      '2026-11-21T10:30:00+01:00',
      '2026-11-21T09:30:00.000Z',
    ],
    [
      'of type datetime may be a date, which means midnight UTC',
      'datetime',
      {},
      '2026-11-21',
      '2026-11-21T00:00:00.000Z',
    ],
    ['of type boolean may be false', 'boolean', {}, false, false],
    ['of type select may be one of the options', 'select', { options: OPTIONS }, 'b', 'b'],
    [
      'of type multi_select keeps its order and loses repetitions',
      'multi_select',
      { options: OPTIONS },
      ['c', 'a', 'c'],
      ['c', 'a'],
    ],
    ['of type url is normalized', 'url', {}, 'HTTPS://Example.com/a b', 'https://example.com/a%20b'],
    ['of type email is stored in lower case', 'email', {}, 'Ada@Example.COM', 'ada@example.com'],
    ['of type phone is stored in E.164 format', 'phone', {}, '+49 30 12345', '+493012345'],
    ['of type json may be nested', 'json', {}, { a: [1, null, { b: '' }] }, { a: [1, null, { b: '' }] }],
  ])('%s', async (_, type, definition, input, stored) => {
    const { key } = await fields.define({ type, ...definition });
    const company = await fields.company({ [key]: input });
    expect(company.custom_fields[key]).toEqual(stored);
    expect((await fields.get(company.id)).custom_fields[key]).toEqual(stored);
    const isText = type === 'text' || type === 'long_text';
    const empty = isText && !('rules' in definition) ? '' : null;
    expect((await fields.setValues(company.id, { [key]: empty })).body.data.custom_fields).not.toHaveProperty(
      key,
    );
  });

  it.each<[string, string, object, unknown, string]>([
    ['of type text that is a number', 'text', {}, 5, 'type'],
    ['of type text with more than 500 characters', 'text', {}, 'x'.repeat(501), 'max_length'],
    ['of type text below the minimum length', 'text', { rules: { min_length: 3 } }, 'ab', 'min_length'],
    [
      'of type text that does not match the pattern',
      'text',
      { rules: { pattern: '^[A-Z]+$' } },
      'ab',
      'pattern',
    ],
    ['of type integer with decimal places', 'integer', {}, 1.5, 'scale'],
    ['of type integer that is a string', 'integer', {}, '5', 'type'],
    ['of type integer beyond the safe range', 'integer', {}, 1e16, 'range'],
    ['of type integer below the minimum', 'integer', { rules: { min: 0 } }, -1, 'minimum'],
    [
      'of type number with more decimal places than its scale',
      'number',
      { rules: { scale: 2 } },
      0.125,
      'scale',
    ],
    ['of type percent above the maximum', 'percent', { rules: { max: 100 } }, 101, 'maximum'],
    ['of type currency that is a plain number', 'currency', {}, 12, 'type'],
    ['of type currency without a currency', 'currency', {}, { amount: '1' }, 'type'],
    ['of type date that does not exist', 'date', {}, '2026-02-30', 'format'],
    ['of type date before the minimum', 'date', { rules: { min: '2026-01-01' } }, '2025-12-31', 'minimum'],
    ['of type datetime that is not a time', 'datetime', {}, 'yesterday', 'format'],
    [
      'of type datetime after the maximum',
      'datetime',
      { rules: { max: '2026-01-01' } },
      '2026-01-02',
      'maximum',
    ],
    ['of type boolean that is a string', 'boolean', {}, 'true', 'type'],
    ['of type select that is not an option', 'select', { options: OPTIONS }, 'd', 'option'],
    ['of type multi_select that is not a list', 'multi_select', { options: OPTIONS }, 'a', 'type'],
    [
      'of type multi_select with an unknown option',
      'multi_select',
      { options: OPTIONS },
      ['a', 'd'],
      'option',
    ],
    ['of type url with a scheme other than http and https', 'url', {}, 'javascript:alert(1)', 'url'],
    ['of type url with a password', 'url', {}, 'https://user:secret@example.com', 'url'],
    ['of type email without a domain', 'email', {}, 'ada@', 'email'],
    ['of type phone without a country code', 'phone', {}, '030 12345', 'phone'],
    ['of type user that is not an id', 'user', {}, 'me', 'format'],
    ['of type json that is too large', 'json', {}, 'x'.repeat(16_385), 'max_length'],
  ])('%s is rejected, and nothing is written', async (_, type, definition, input, rule) => {
    const { id, key } = await fields.define({ type, ...definition });
    const company = await fields.company();
    const before = await inspector.fingerprint();
    expect(faults(await fields.setValues(company.id, { [key]: input }))).toEqual([
      400,
      [`custom_fields.${key} ${rule}`],
    ]);
    expect(await inspector.fingerprint()).toEqual(before);
    await fields.archive(id);
  });

  it('is checked together with all others, and unknown fields are reported too', async () => {
    const { key } = await fields.define({ type: 'currency' });
    const { key: other } = await fields.define({ type: 'integer' });
    const values = { [key]: { amount: '1.005', currency: 'EUR' }, [other]: 'x', nothing: 1, constructor: 2 };
    expect(
      faults(await service.rest('POST', '/api/companies', { name: 'x', custom_fields: values })),
    ).toEqual([
      400,
      [
        `custom_fields.${key}.amount money_format`,
        `custom_fields.${other} type`,
        'custom_fields.nothing unknown_field',
        'custom_fields.constructor unknown_field',
      ],
    ]);
    expect(faults(await fields.setValues((await fields.company()).id, null))).toEqual([
      400,
      ['custom_fields type'],
    ]);
  });

  it('is cleared by null, which leaves the other values unchanged', async () => {
    const [first, second] = [await fields.define(), await fields.define()];
    const company = await fields.company({ [first.key]: 'a', [second.key]: 'b' });
    const changed = await fields.setValues(company.id, { [first.key]: null });
    expect(changed.body.data).toMatchObject({ version: 2, custom_fields: { [second.key]: 'b' } });
    const [event] = await service.sql<Data>(
      service.acme,
      `select data from events where object_id = ? and type = 'company.updated'`,
      [company.id],
    );
    expect(event.data.previous).toEqual({ [`customFields.${first.key}`]: 'a' });
  });

  it('can be written on deals, contacts and clients, and a new client does not overwrite values of its company', async () => {
    const onDeals = await fields.define({ entity: 'deals', type: 'integer' });
    const onContacts = await fields.define({ entity: 'contacts' });
    const onCompanies = await fields.define();
    const deal = await fields.ok('POST', '/api/deals', { name: 'x', custom_fields: { [onDeals.key]: 5 } });
    expect(deal.custom_fields).toEqual({ [onDeals.key]: 5 });
    const contact = await fields.ok('POST', '/api/contacts', { first_name: 'x' });
    const bulk = await fields.ok('POST', '/api/contacts/bulk-update', {
      ids: [contact.id],
      changes: { custom_fields: { [onContacts.key]: 'y' } },
    });
    expect(bulk.counts).toEqual({ succeeded: 1, failed: 0 });
    const read = await service.graphql(`{ contact(id: "${contact.id}") { customFields } }`);
    expect(read.body.data.contact.customFields).toEqual({ [onContacts.key]: 'y' });
    const client = await fields.ok('POST', '/api/clients', {
      client_name: 'Custom Client',
      website: 'custom-client.de',
      custom_fields: { [onCompanies.key]: 'z' },
    });
    expect(client.custom_fields).toMatchObject({ [onCompanies.key]: 'z' });
    const linked = await fields.company({ [onCompanies.key]: 'stays' });
    const [more] = [await fields.define()];
    await fields.ok('POST', '/api/clients', {
      company_id: linked.id,
      client_name: linked.name,
      website: 'linked-client.de',
      custom_fields: { [onCompanies.key]: 'not', [more.key]: 'new' },
    });
    expect((await fields.get(linked.id)).custom_fields).toEqual({
      [onCompanies.key]: 'stays',
      [more.key]: 'new',
    });
  });
});

describe('a required custom field', () => {
  it('must be given on creation and cannot be cleared, but existing records can still be updated', async () => {
    const existing = await fields.company();
    const { id, key } = await fields.define({ required: true });
    const path = `custom_fields.${key} required`;
    expect(faults(await service.rest('POST', '/api/companies', { name: 'x' }))).toEqual([400, [path]]);
    const company = await fields.company({ [key]: 'x' });
    for (const empty of [null, '', '  '])
      expect(faults(await fields.setValues(company.id, { [key]: empty }))).toEqual([400, [path]]);
    await fields.ok('PATCH', `/api/companies/${existing.id}`, { industry: 'Toys' });
    await fields.change(id, { default_value: 'by itself' });
    expect((await fields.company()).custom_fields).toMatchObject({ [key]: 'by itself' });
    await fields.archive(id);
  });
});

describe('a custom field that refers to a record', () => {
  it('accepts only users of the workspace and its live companies and contacts', async () => {
    const { key: user } = await fields.define({ type: 'user' });
    const { key: company } = await fields.define({ type: 'company' });
    const { key: contact } = await fields.define({ type: 'contact' });
    const target = await fields.company();
    const person = await fields.ok('POST', '/api/contacts', { first_name: 'x' });
    const foreign = await fields.company(undefined, { as: service.globex.people.owner });
    const values = { [user]: service.acme.people.viewer.userId, [company]: target.id, [contact]: person.id };
    const holder = await fields.company(values);
    expect(holder.custom_fields).toMatchObject(values);
    for (const id of [foreign.id, crypto.randomUUID()])
      expect(
        faults(
          await fields.setValues(holder.id, {
            [user]: service.globex.people.owner.userId,
            [company]: id,
            [contact]: id,
          }),
        ),
      ).toEqual([400, [user, company, contact].map((key) => `custom_fields.${key} exists`)]);
    await fields.ok('DELETE', `/api/companies/${target.id}`);
    expect((await fields.setValues(holder.id, { [company]: target.id })).status).toBe(200);
    expect(faults(await fields.setValues((await fields.company()).id, { [company]: target.id }))[0]).toBe(
      400,
    );
  });
});

describe('a unique custom field', () => {
  const conflict = (key: string) => ({
    code: 'CONFLICT',
    details: { reason: 'value_taken', field: `custom_fields.${key}` },
  });

  it('holds each value once among live records, ignoring case', async () => {
    const { key } = await fields.define({ unique: true });
    const first = await fields.company({ [key]: 'Önly' });
    const before = await inspector.fingerprint();
    const second = await service.rest('POST', '/api/companies', {
      name: 'x',
      custom_fields: { [key]: 'öNLY' },
    });
    expect(second.body.error).toMatchObject(conflict(key));
    expect(await inspector.fingerprint()).toEqual(before);
    await fields.company({ [key]: 'Önly' }, { as: service.globex.people.owner }).catch(() => undefined);
    expect((await fields.setValues(first.id, { [key]: 'önly' })).status).toBe(200);
    expect((await fields.setValues(first.id, { [key]: 'another' })).status).toBe(200);
    await fields.company({ [key]: 'önly' });
  });

  it('accepts only one of several simultaneous writes of the same value', async () => {
    const { key } = await fields.define({ unique: true });
    const replies = await Promise.all(
      Array.from({ length: 8 }, () =>
        service.rest('POST', '/api/companies', { name: 'x', custom_fields: { [key]: 'one' } }),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
  });

  it('stays unique when the same value is written while the field becomes unique', async () => {
    const { id, key } = await fields.define();
    const company = await fields.company({ [key]: 'same' });
    const [uniqueReply, ...createReplies] = await Promise.all([
      fields.change(id, { unique: true }),
      ...Array.from({ length: 6 }, () =>
        service.rest('POST', '/api/companies', { name: 'x', custom_fields: { [key]: 'same' } }),
      ),
    ]);
    const holders = await service.sql(
      service.acme,
      `select id from companies where custom_fields ->> '${key}' = 'same'`,
    );
    if (uniqueReply!.status === 200) expect(holders).toEqual([{ id: company.id }]);
    else expect(createReplies.some(({ status }) => status === 201)).toBe(true);
  });

  it('frees its value when the record is deleted, and claims it again on restore unless it is taken', async () => {
    const { key } = await fields.define({ unique: true });
    const deleted = await fields.company({ [key]: 'v' });
    await fields.ok('DELETE', `/api/companies/${deleted.id}`);
    const other = await fields.company({ [key]: 'v' });
    const restore = () => service.rest('POST', `/api/companies/${deleted.id}/restore`);
    expect((await restore()).body.error).toMatchObject(conflict(key));
    await fields.setValues(other.id, { [key]: null });
    expect((await restore()).status).toBe(200);
    expect((await fields.setValues(other.id, { [key]: 'V' })).body.error).toMatchObject(conflict(key));
  });

  it('moves its value in a merge, and returns it on undo unless another record has taken it', async () => {
    const { key } = await fields.define({ unique: true });
    const { key: taken } = await fields.define({ unique: true });
    const primary = await fields.company({ [taken]: 'mine' });
    const duplicate = await fields.company({ [key]: 'v', [taken]: 'theirs' });
    const merged = await fields.ok('POST', `/api/companies/${primary.id}/merge`, {
      duplicate_company_id: duplicate.id,
    });
    expect(merged.record.custom_fields).toMatchObject({ [key]: 'v', [taken]: 'mine' });
    const third = await fields.company({ [taken]: 'theirs' });
    const undone = await fields.ok('POST', `/api/companies/merges/${merged.merge.id}/undo`);
    expect(undone.merge.skipped).toEqual([
      { name: `custom_fields.${taken}`, reason: 'value_taken', count: 1, ids: [] },
    ]);
    const valuesOf = async (id: string) => {
      const { custom_fields: values } = await fields.get(id);
      return [values[key], values[taken]];
    };
    expect(await valuesOf(primary.id)).toEqual([undefined, 'mine']);
    expect(await valuesOf(duplicate.id)).toEqual(['v', undefined]);
    expect(await valuesOf(third.id)).toEqual([undefined, 'theirs']);
  });
});

describe('thirty days after a custom field was archived,', () => {
  it('its values are erased and its key is free again', async () => {
    const { id, key } = await fields.define({ unique: true });
    const company = await fields.company({ [key]: 'x' });
    const deleted = await fields.company({ [key]: 'y' });
    await fields.ok('DELETE', `/api/companies/${deleted.id}`);
    await fields.archive(id);
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const companiesWithValue = () =>
      service.sql(service.acme, `select id from companies where jsonb_exists(custom_fields, '${key}')`);
    service.advance(29 * 86_400);
    await eraseArchivedFields(service.server.services, log);
    expect(await companiesWithValue()).toHaveLength(2);
    service.advance(30 * 86_400 + 60);
    await eraseArchivedFields(service.server.services, log);
    expect(await companiesWithValue()).toEqual([]);
    expect(
      await service.sql(service.acme, 'select from custom_field_claims where field_id = ?', [id]),
    ).toEqual([]);
    service.advance(0);
    expect((await fields.change(id, { archived: false })).status).toBe(404);
    await fields.define({ key });
    expect((await fields.get(company.id)).custom_fields).not.toHaveProperty(key);
  });
});
