// Undoing a merge restores both records, keeps later changes and lists them.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { startService, type TestService } from '../support/service.ts';
import { type Data, host, Records, withoutVersionFields } from './records.ts';

let service: TestService;
let records: Records;

beforeAll(async () => {
  service = await startService();
  records = new Records(service);
});

afterEach(() => service.advance(0));

afterAll(() => service?.stop());

const refusedUndo = async (kind: string, mergeId: string): Promise<Data> => {
  const reply = await service.rest('POST', `/api/${kind}/merges/${mergeId}/undo`);
  return { status: reply.status, code: reply.body.error.code, details: reply.body.error.details };
};

describe('the undo of a merge of companies', () => {
  it('restores both records, their rows and their client number exactly', async () => {
    const top = await records.company();
    const number = `U-${uuid().slice(-8)}`.toUpperCase();
    const duplicate = await records.company({
      website: host(),
      domain: host(),
      client_number: number,
      parent_company_id: top.id,
      industry: 'Toys',
      tags: ['a', 'b'],
      annual_revenue: '1.00',
      revenue_currency: 'EUR',
    });
    const primary = await records.company({ website: host(), parent_company_id: duplicate.id, tags: ['B'] });
    const contact = await records.contact({ company_id: duplicate.id });
    const both = await records.contact({ company_id: duplicate.id });
    await records.ok('POST', `/api/contacts/${both.id}/companies`, { company_id: primary.id, role: 'User' });
    await records.ok('PATCH', `/api/contacts/${both.id}/companies/${duplicate.id}`, { title: 'Head' });
    await records.ok('POST', `/api/companies/${duplicate.id}/notes`, { body: 'a note' });
    const ids = [primary.id, duplicate.id];
    const readRecords = async () => ({
      companies: await Promise.all(
        ids.map(async (id) => withoutVersionFields(await records.get('companies', id))),
      ),
      contacts: await Promise.all(
        [contact, both].map(async ({ id }) => withoutVersionFields(await records.get('contacts', id))),
      ),
      notes: await Promise.all(ids.map((id) => records.ok('GET', `/api/companies/${id}/notes`))),
      words: await records.rows(
        `select record_id, token from search_tokens where record_id in (?, ?) order by 1, 2`,
        ids,
      ),
    });
    const before = await readRecords();
    const { merge } = await records.merge('companies', primary.id, duplicate.id);
    const undone = await records.undo('companies', merge.id);
    expect(await readRecords()).toEqual(before);
    expect(undone.record).toMatchObject({ id: primary.id, version: 3, client_number: null });
    expect(undone.restored).toMatchObject({ id: duplicate.id, client_number: number, deleted_at: null });
    expect(undone.merge).toMatchObject({ id: merge.id, moved: merge.moved, skipped: [] });
    expect(undone.merge.filled_fields.sort()).toEqual(merge.filled_fields.sort());
  });

  it('keeps later changes and lists them', async () => {
    const duplicate = await records.company({
      industry: 'Toys',
      phone: '1',
      tags: ['x', 'y'],
      domain: host(),
    });
    const primary = await records.company();
    const contact = await records.contact({ company_id: duplicate.id });
    const note = await records.ok('POST', `/api/companies/${duplicate.id}/notes`, { body: 'a note' });
    const { merge, record } = await records.merge('companies', primary.id, duplicate.id);
    const other = await records.company();
    await records.ok('PATCH', `/api/contacts/${contact.id}`, { company_id: other.id });
    await records.ok('PATCH', `/api/companies/${primary.id}`, { phone: '2', tags: ['z', 'x', 'y'] });
    const [identifier] = record.email_domains;
    await records.ok('DELETE', `/api/companies/${primary.id}/identifiers/${identifier.id}`);
    const undone = await records.undo('companies', merge.id);
    expect(undone.record).toMatchObject({ industry: null, phone: '2', tags: ['z'], domain: null });
    expect(undone.restored).toMatchObject({ industry: 'Toys', phone: '1', tags: ['x', 'y'], domain: null });
    expect(undone.merge.skipped).toEqual(
      expect.arrayContaining([
        { name: 'phone', reason: 'changed', count: 1, ids: [] },
        { name: 'contacts', reason: 'moved_or_removed', count: 1, ids: [contact.id] },
        { name: 'company_identifiers', reason: 'moved_or_removed', count: 1, ids: [identifier.id] },
      ]),
    );
    expect(await records.get('contacts', contact.id)).toMatchObject({ company_id: other.id });
    const notes = await records.ok('GET', `/api/companies/${duplicate.id}/notes`);
    expect(notes.map(({ id }: Data) => id)).toEqual([note.id]);
  });

  it('follows a contact whose moved association became the primary one', async () => {
    const [primary, duplicate] = [await records.company(), await records.company()];
    const contact = await records.contact();
    await records.ok('POST', `/api/contacts/${contact.id}/companies`, { company_id: duplicate.id });
    const { merge } = await records.merge('companies', primary.id, duplicate.id);
    await records.ok('PATCH', `/api/contacts/${contact.id}/companies/${primary.id}`, { is_primary: true });
    await records.undo('companies', merge.id);
    expect(await records.get('contacts', contact.id)).toMatchObject({ company_id: duplicate.id });
  });

  it('creates no cycle in the tree of companies', async () => {
    const top = await records.company();
    const duplicate = await records.company({ parent_company_id: top.id });
    const child = await records.company({ parent_company_id: duplicate.id });
    const primary = await records.company();
    const { merge } = await records.merge('companies', primary.id, duplicate.id);
    await records.ok('PATCH', `/api/companies/${primary.id}`, { parent_company_id: null });
    await records.ok('PATCH', `/api/companies/${top.id}`, { parent_company_id: child.id });
    const undone = await records.undo('companies', merge.id);
    expect(undone.restored.parent_company_id).toBeNull();
    expect(undone.merge.skipped).toContainEqual({
      name: 'parent_company_id',
      reason: 'cycle',
      count: 1,
      ids: [],
    });
  });

  it('emits one event with both ids', async () => {
    const [primary, duplicate] = [await records.company(), await records.company()];
    const { merge } = await records.merge('companies', primary.id, duplicate.id);
    await records.undo('companies', merge.id);
    const [event] = await records.rows(
      "select * from events where type = 'company.merge_undone' order by id desc",
    );
    expect(event.data.object).toEqual({
      id: primary.id,
      version: 3,
      primary_company_id: primary.id,
      duplicate_company_id: duplicate.id,
      merge_id: merge.id,
    });
  });
});

describe('the undo of a merge of contacts', () => {
  it('returns the contact methods of each and lists an address that another contact has now', async () => {
    const [shared, own] = [`shared@${host()}`, `own@${host()}`];
    const primary = await records.contact();
    await records.ok('POST', `/api/contacts/${primary.id}/contact-methods`, {
      kind: 'email',
      value: shared,
      is_shared: true,
    });
    const duplicate = await records.contact({ email: shared, phone: '+49 30 5550003' });
    await records.ok('POST', `/api/contacts/${duplicate.id}/contact-methods`, { kind: 'email', value: own });
    const { merge } = await records.merge('contacts', primary.id, duplicate.id);
    await records.contact({ email: shared });
    const undone = await records.undo('contacts', merge.id);
    expect(undone.restored).toMatchObject({ email: own, phone: '+49305550003' });
    expect(undone.record).toMatchObject({ email: shared, phone: null });
    expect(undone.merge.skipped).toEqual([
      { name: 'contact_methods', reason: 'value_taken', count: 1, ids: [expect.any(String)] },
    ]);
  });

  it('restores an association only while its company exists', async () => {
    const [own, gone, into] = [await records.company(), await records.company(), await records.company()];
    const primary = await records.contact({ company_id: own.id });
    const duplicate = await records.contact({ company_id: gone.id });
    await records.ok('POST', `/api/contacts/${primary.id}/companies`, { company_id: gone.id });
    const { merge } = await records.merge('contacts', primary.id, duplicate.id);
    await records.merge('companies', into.id, gone.id);
    const undone = await records.undo('contacts', merge.id);
    expect(undone.restored).toMatchObject({ company_id: null, companies: [] });
    expect(undone.merge.skipped.map(({ name }: Data) => name).sort()).toEqual([
      'company_id',
      'contact_companies',
    ]);
  });
});

describe.each(['companies', 'contacts'] as const)('the undo of a merge of %s', (kind) => {
  const make = (): Promise<Data> => (kind === 'companies' ? records.company() : records.contact());

  it('is refused the second time and works again after another merge', async () => {
    const [one, two] = [await make(), await make()];
    const first = await records.merge(kind, one.id, two.id);
    await records.undo(kind, first.merge.id);
    expect(await refusedUndo(kind, first.merge.id)).toMatchObject({
      status: 409,
      code: 'INVALID_STATE_TRANSITION',
      details: { reason: 'undone' },
    });
    const second = await records.merge(kind, one.id, two.id);
    await records.undo(kind, second.merge.id);
  });

  it('is refused after thirty days', async () => {
    const [one, two] = [await make(), await make()];
    const { merge } = await records.merge(kind, one.id, two.id);
    await service.sql(service.acme, 'select 1');
    const at = await records.rows('select created_at from merges where id = ?', [merge.id]);
    await service.server.services.database.write({ tenantId: service.acme.id }, ({ db }) =>
      db('merges')
        .where({ id: merge.id })
        .update({ created_at: new Date(at[0].created_at.getTime() - 30 * 86_400_000 - 60_000) }),
    );
    expect(await refusedUndo(kind, merge.id)).toMatchObject({
      status: 409,
      code: 'INVALID_STATE_TRANSITION',
      details: { reason: 'undo_expired' },
    });
  });

  it('is refused while the remaining record is merged or deleted, and works after that is undone', async () => {
    const [one, two, three] = [await make(), await make(), await make()];
    const inner = await records.merge(kind, two.id, one.id);
    const outer = await records.merge(kind, three.id, two.id);
    expect(await refusedUndo(kind, inner.merge.id)).toMatchObject({
      status: 409,
      details: { reason: 'primary_merged', merged_into_id: three.id },
    });
    await records.undo(kind, outer.merge.id);
    expect((await service.rest('GET', `/api/${kind}/${one.id}`)).body.error.details).toEqual({
      merged_into_id: two.id,
    });
    await records.ok('DELETE', `/api/${kind}/${two.id}`);
    expect(await refusedUndo(kind, inner.merge.id)).toMatchObject({ details: { reason: 'primary_deleted' } });
    await records.ok('POST', `/api/${kind}/${two.id}/restore`);
    await records.undo(kind, inner.merge.id);
    for (const { id } of [one, two, three]) expect(await records.get(kind, id)).toMatchObject({ id });
  });

  it('is refused for a merge of the other kind, of another workspace or of an unknown id', async () => {
    const other = kind === 'companies' ? 'contacts' : 'companies';
    const [one, two] = [await make(), await make()];
    const { merge } = await records.merge(kind, one.id, two.id);
    expect(await refusedUndo(other, merge.id)).toMatchObject({ status: 404 });
    expect(await refusedUndo(kind, uuid())).toMatchObject({ status: 404 });
    const reply = await service.rest('POST', `/api/${kind}/merges/${merge.id}/undo`, undefined, {
      as: service.globex.people.owner,
    });
    expect(reply.status).toBe(404);
  });
});
