// Erasing a person: their data is removed from all tables except declared columns, and related business data remains.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';
import { makeKnownPerson } from './known-person.ts';
import { type Data, host, Records } from './records.ts';

let service: TestService;
let records: Records;
let inspector: Inspector;

beforeAll(async () => {
  service = await startService();
  records = new Records(service);
  inspector = await Inspector.open(service.databaseUrl);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

/** Returns the tables that contain a text anywhere in a row. */
async function tablesContaining(text: string): Promise<string[]> {
  const found: string[] = [];
  for (const table of await inspector.tenantTables()) {
    const rows = await inspector.query(`select 1 from ${table} t where t::text ilike $1 limit 1`, [
      `%${text}%`,
    ]);
    if (rows.length) found.push(table);
  }
  return found;
}

const erase = (id: string): Promise<Data> => records.ok('POST', `/api/contacts/${id}/erase`);

describe('an erased contact', () => {
  it('is in no table any more: search, notes, timelines, audit, events, merges and stored responses', async () => {
    const { contact } = await makeKnownPerson(records);
    expect((await tablesContaining('zanzibar')).length).toBeGreaterThan(8);
    await erase(contact.id);
    expect(await tablesContaining('zanzibar')).toEqual([]);
    expect(await tablesContaining('quimby')).toEqual([]);
    expect(await tablesContaining('8675309')).toEqual([]);
  });

  it('is shown as erased, keeps its id and company, and cannot be changed', async () => {
    const { contact, company } = await makeKnownPerson(records);
    const erased = await erase(contact.id);
    expect(erased).toMatchObject({
      id: contact.id,
      display_name: 'Erased contact',
      status: 'erased',
      first_name: null,
      email: null,
      methods: [],
      tags: [],
      company_id: company.id,
      do_not_contact: true,
    });
    expect(await records.get('contacts', contact.id)).toEqual(erased);
    for (const [method, path, body] of [
      ['PATCH', '', { first_name: 'Back' }],
      ['POST', '/contact-methods', { kind: 'email', value: `back@${host()}` }],
      ['PUT', '/consent', { email: { state: 'opted_in' } }],
    ] as const) {
      const reply = await service.rest(method, `/api/contacts/${contact.id}${path}`, body);
      expect(reply).toMatchObject({ status: 409, body: { error: { code: 'INVALID_STATE_TRANSITION' } } });
    }
    const other = await records.contact();
    for (const [one, two] of [
      [contact.id, other.id],
      [other.id, contact.id],
    ]) {
      expect(await records.refused('contacts', one, two)).toMatchObject({
        status: 409,
        details: { reason: 'erased' },
      });
    }
  });

  it('leaves its timeline entries, audit entries and events without their content', async () => {
    const { contact } = await makeKnownPerson(records);
    const count = () =>
      records.rows(
        // Refusals of the tests before are written to the audit log later.
        `select (select count(*) from audit_entries where outcome = 'success') as audit,
          (select count(*) from events) as events, (select count(*) from activities) as activities`,
      );
    const [before] = await count();
    await erase(contact.id);
    expect(await count()).toEqual([
      { audit: before.audit + 1, events: before.events + 1, activities: before.activities + 1 },
    ]);
    const audit = await records.rows(
      "select * from audit_entries where target_id = ? and action = 'contact.updated' order by seq",
      [contact.id],
    );
    expect(audit[0]).toMatchObject({ target_label: null, actor: { type: 'user' } });
    expect(audit[0].changes).toContainEqual({ field: 'middleName', from: '[erased]', to: '[erased]' });
    const timeline = await records.ok('GET', `/api/contacts/${contact.id}/activity?pageSize=50`);
    expect(timeline.map(({ subject }: Data) => subject)).toEqual(
      expect.arrayContaining(['Contact erased', 'Contact created', 'Contact method removed']),
    );
  });

  it('leaves unreadable digests of its addresses on the suppression list and frees the addresses for others', async () => {
    const { contact } = await makeKnownPerson(records);
    await erase(contact.id);
    const { keys } = service.server.services;
    const digest = keys.hashAddress(contact.email, service.acme.id);
    const [row] = await records.rows('select * from suppressions where digest = ?', [digest]);
    expect(row).toMatchObject({ kind: 'email', reason: 'erased' });
    expect(keys.hashAddress(contact.email, service.globex.id)).not.toBe(digest);
    expect(await records.contact({ email: contact.email })).toMatchObject({ email: contact.email });
  });

  it('can no longer be separated by undoing a merge, and its merged duplicates are erased too', async () => {
    const { contact, mergeId } = await makeKnownPerson(records);
    await erase(contact.id);
    const undo = await service.rest('POST', `/api/contacts/merges/${mergeId}/undo`);
    expect(undo).toMatchObject({ status: 409, body: { error: { details: { reason: 'erased' } } } });
  });

  it('emits one event, and none when it is erased again', async () => {
    const { contact } = await makeKnownPerson(records);
    const once = await erase(contact.id);
    expect(await erase(contact.id)).toEqual(once);
    const events = await records.rows(
      "select * from events where object_id = ? and type = 'contact.erased'",
      [contact.id],
    );
    expect(events.map(({ data }) => data)).toEqual([
      { object_type: 'contact', object: { id: contact.id, version: once.version } },
    ]);
  });

  it('may have been deleted before, and the id of a merged duplicate leads to the contact to erase', async () => {
    const deleted = await records.contact({ first_name: 'Xanadu' });
    await records.ok('DELETE', `/api/contacts/${deleted.id}`);
    expect(await erase(deleted.id)).toMatchObject({ status: 'erased' });
    const [one, two] = [await records.contact(), await records.contact()];
    await records.merge('contacts', one.id, two.id);
    const reply = await service.rest('POST', `/api/contacts/${two.id}/erase`);
    expect(reply).toMatchObject({ status: 404, body: { error: { details: { merged_into_id: one.id } } } });
  });

  it('is erased only at the request of owners and admins', async () => {
    const contact = await records.contact({ first_name: 'Kept' });
    for (const as of [service.acme.people.manager, service.acme.agent, service.acme.service]) {
      const reply = await service.rest('POST', `/api/contacts/${contact.id}/erase`, undefined, { as });
      expect(reply.status).toBe(403);
    }
    expect(await records.get('contacts', contact.id)).toMatchObject({ first_name: 'Kept' });
  });

  it('is the only contact whose traces can be removed', async () => {
    const contact = await records.contact({ first_name: 'Standing' });
    await service.server.services.database.write({ tenantId: service.acme.id }, ({ db }) =>
      db.raw('select erase_traces(?)', [[contact.id]]),
    );
    const [entry] = await records.rows('select target_label from audit_entries where target_id = ?', [
      contact.id,
    ]);
    expect(entry.target_label).toContain('Standing');
  });
});
