// Cells of columns for governed custom fields are shown only to people who may read those fields.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Fields } from '../custom-fields/fields.ts';
import type { Identity, TestService } from '../support/service.ts';
import { ImportWorld } from './world.ts';

const SECRET = 'canary7motive';
const PRIVATE = 'canary7diary';

let service: TestService;
let world: ImportWorld;
let id: string;

beforeAll(async () => {
  world = await ImportWorld.start();
  ({ service } = world);
  const fields = new Fields(service);
  await fields.define({ key: 'motive', classification: 'restricted_relationship', type: 'integer' });
  await fields.define({ key: 'diary', classification: 'private_user_note', type: 'long_text' });
  // The motive is no number, so its row is invalid with the cell as the value of its error.
  const csv = `Name,Why,Diary\nAlpha,${SECRET},${PRIVATE}\n`;
  const columns = [
    { source: 'Name', target: 'name' },
    { source: 'Why', target: 'custom.motive' },
  ];
  ({ id } = await world.validated(csv, 'companies', { columns }));
});

afterAll(() => world?.stop());

/** Gives the manager every permission of a wildcard, which includes none to read governed fields. */
async function wildcardManager(): Promise<Identity> {
  const { id: tenantId, people } = service.acme;
  await service.server.services.database.write({ tenantId }, async ({ db }) => {
    const now = new Date();
    const role = {
      tenant_id: tenantId,
      id: randomUUID(),
      key: 'everything',
      name: 'Everything',
      grants: ['*'],
    };
    await db('roles').insert({ ...role, created_at: now, updated_at: now });
    const membership = db('memberships').where({ user_id: people.manager.userId }).select('id');
    await db('membership_roles').whereIn('membership_id', membership).update({ role_id: role.id });
  });
  service.server.services.principals.clear();
  return people.manager;
}

const read = (path: string, as?: Identity) =>
  service.rest('GET', `/api/import/${id}/${path}`, undefined, { as });

async function csvOf(as: Identity): Promise<string> {
  const { token, tenantId } = as;
  const headers = { accept: 'text/csv', authorization: `Bearer ${token}`, 'x-tenant-id': tenantId };
  return (await fetch(`${service.url}/api/import/${id}/rows`, { headers })).text();
}

describe('the cells of an import', () => {
  it('are shown to a reader of their field, in rows, errors, preview and CSV', async () => {
    const rows = await read('rows');
    expect(rows.body.data).toMatchObject([
      {
        values: { Name: 'Alpha', Why: SECRET, Diary: null },
        errors: [{ column: 'Why', code: 'INVALID_FORMAT', value: SECRET }],
      },
    ]);
    expect(rows.body.meta.redacted_fields).toEqual(['custom_fields.diary']);
    const preview = await read('preview');
    expect(preview.text).toContain(SECRET);
    expect(preview.text).not.toContain(PRIVATE);
    expect(await csvOf(service.acme.people.owner)).toContain(SECRET);
  });

  it('are hidden from everybody else, mapped or only suggested, and the fields are named as redacted', async () => {
    const manager = await wildcardManager();
    const rows = await read('rows', manager);
    expect(rows.body.data).toMatchObject([
      {
        values: { Name: 'Alpha', Why: null, Diary: null },
        errors: [{ column: 'Why', code: 'INVALID_FORMAT', value: null }],
      },
    ]);
    const hidden = ['custom_fields.diary', 'custom_fields.motive'];
    expect(rows.body.meta.redacted_fields).toEqual(hidden);
    const preview = await read('preview', manager);
    expect(preview.body.meta.redacted_fields).toEqual(hidden);
    const fixed = await service.rest(
      'PATCH',
      `/api/import/${id}/rows/1`,
      { values: { Name: 'Beta' } },
      { as: manager },
    );
    expect(fixed.body.data.values).toEqual({ Name: 'Beta', Why: null, Diary: null });
    for (const text of [rows.text, preview.text, fixed.text, await csvOf(manager)])
      expect(text).not.toContain('canary7');
  });
});
