// Merges concurrent with other writes: nothing written to a merged record is lost, and nothing deadlocks.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';
import { bodyOf, type Data, type Kind, Records } from './records.ts';

let service: TestService;
let records: Records;

beforeAll(async () => {
  service = await startService();
  records = new Records(service);
});

afterAll(() => service?.stop());

const make = (kind: Kind): Promise<Data> => (kind === 'companies' ? records.company() : records.contact());
const merge = (kind: Kind, primary: string, duplicate: string) =>
  service.rest('POST', `/api/${kind}/${primary}/merge`, bodyOf(kind, duplicate));

describe('a write to a merged company', () => {
  it('is applied to the remaining company or refused when it runs during the merge', async () => {
    for (let round = 0; round < 8; round += 1) {
      const [primary, duplicate] = [await records.company(), await records.company()];
      const other = await records.contact();
      const writes = [
        ...Array.from({ length: 4 }, () =>
          service.rest('POST', '/api/contacts', { first_name: 'Late', company_id: duplicate.id }),
        ),
        service.rest('POST', `/api/companies/${duplicate.id}/notes`, { body: 'late' }),
        service.rest('POST', `/api/contacts/${other.id}/companies`, { company_id: duplicate.id }),
        service.rest('POST', '/api/companies', { name: 'Late', parent_company_id: duplicate.id }),
      ];
      const merging = merge('companies', primary.id, duplicate.id);
      const later = [
        service.rest('POST', '/api/contacts', { first_name: 'Later', company_id: duplicate.id }),
        service.rest('POST', `/api/companies/${duplicate.id}/notes`, { body: 'later' }),
      ];
      const replies = await Promise.all([...writes, ...later]);
      expect((await merging).status).toBe(200);
      for (const { status } of replies) expect([200, 201, 400, 404, 409]).toContain(status);
      const leftBehind = await records.rows(
        `select 'contact' as kind from contacts where company_id = :id
         union all select 'association' from contact_companies where company_id = :id
         union all select 'note' from notes where company_id = :id
         union all select 'child' from companies where parent_company_id = :id
         union all select 'line' from activity_links where entity = 'company' and entity_id = :id`,
        { id: duplicate.id } as never,
      );
      expect(leftBehind).toEqual([]);
      const accepted = replies.filter(({ status }) => status < 300).length;
      const [{ n }] = await records.rows(
        `select (select count(*) from contact_companies where company_id = :id) + (select count(*) from notes where company_id = :id)
           + (select count(*) from companies where parent_company_id = :id) as n`,
        { id: primary.id } as never,
      );
      expect(n).toBe(accepted);
    }
  });

  it('is refused by the database when it bypasses the checks of the service', async () => {
    const [primary, duplicate] = [await records.company(), await records.company()];
    await records.merge('companies', primary.id, duplicate.id);
    const rejectedWrite = service.server.services.database.write({ tenantId: service.acme.id }, ({ db }) =>
      db('companies').where({ id: primary.id }).update({ parent_company_id: duplicate.id }),
    );
    await expect(rejectedWrite).rejects.toMatchObject({ code: '23503' });
  });
});

describe.each(['companies', 'contacts'] as const)('simultaneous merges of %s', (kind) => {
  it('in opposite directions leave one record', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [one, two] = [await make(kind), await make(kind)];
      const replies = await Promise.all([merge(kind, one.id, two.id), merge(kind, two.id, one.id)]);
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 404]);
      const stays = replies[0].status === 200 ? one.id : two.id;
      const refused = replies.find(({ status }) => status === 404)!;
      expect(refused.body.error.details).toEqual({ merged_into_id: stays });
    }
  });

  it('in a ring leave chains that end at an existing record', async () => {
    for (let round = 0; round < 4; round += 1) {
      const ids = [(await make(kind)).id, (await make(kind)).id, (await make(kind)).id] as string[];
      const replies = await Promise.all(ids.map((id, index) => merge(kind, id, ids[(index + 1) % 3]!)));
      for (const { status } of replies) expect([200, 404]).toContain(status);
      const rows = await records.rows(
        `select id, merged_into_id, deleted_at from ${kind} where id in (?, ?, ?)`,
        ids,
      );
      const live = rows.filter((row) => !row.merged_into_id);
      expect(live).toHaveLength(3 - replies.filter(({ status }) => status === 200).length);
      for (const row of rows)
        if (row.merged_into_id) expect(live.map(({ id }) => id)).toContain(row.merged_into_id);
    }
  });

  it('do not deadlock with the undo of an older merge', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [one, two, three] = [await make(kind), await make(kind), await make(kind)];
      const { merge: older } = await records.merge(kind, two.id, one.id);
      const replies = await Promise.all([
        merge(kind, three.id, two.id),
        service.rest('POST', `/api/${kind}/merges/${older.id}/undo`),
        merge(kind, one.id, two.id),
      ]);
      for (const { status } of replies) expect([200, 404, 409]).toContain(status);
      const [{ n }] = await records.rows(
        `select count(*) as n from ${kind} a join ${kind} b on b.tenant_id = a.tenant_id and b.id = a.merged_into_id where b.merged_into_id is not null`,
      );
      expect(n).toBe(0);
    }
  });

  it('are undone only once when two undo requests arrive together', async () => {
    const [one, two] = [await make(kind), await make(kind)];
    const { merge: completed } = await records.merge(kind, one.id, two.id);
    const undo = () => service.rest('POST', `/api/${kind}/merges/${completed.id}/undo`);
    const replies = await Promise.all([undo(), undo(), undo()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});
