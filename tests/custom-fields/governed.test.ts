// Custom fields of a governed classification: read and written only with permission, and absent everywhere else.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { type Identity, startService, type TestService } from '../support/service.ts';
import { Fields } from './fields.ts';

const RESTRICTED_VALUE = 'canary7restricted';
const PRIVATE_VALUE = 'canary7private';
const CANARY = /canary7/;

let service: TestService;
let inspector: Inspector;
let fields: Fields;
let confidant: Identity;
let companyId: string;
const lines: string[] = [];

beforeAll(async () => {
  service = await startService({}, { write: (line) => lines.push(line) });
  inspector = await Inspector.open(service.databaseUrl);
  fields = new Fields(service);
  confidant = await managerWithGrants([
    '*',
    'custom_fields_private.read',
    'custom_fields_private.update',
    'custom_fields_restricted.read',
    'custom_fields_restricted.update',
  ]);
  await fields.define({ key: 'motive', classification: 'restricted_relationship' });
  await fields.define({ key: 'diary', classification: 'private_user_note', type: 'long_text' });
  await fields.define({ key: 'open' });
  companyId = (
    await fields.company({ open: 'seen', motive: RESTRICTED_VALUE, diary: PRIVATE_VALUE }, { as: confidant })
  ).id;
  await fields.ok(
    'PATCH',
    `/api/companies/${companyId}`,
    { custom_fields: { motive: `${RESTRICTED_VALUE} twice`, diary: `${PRIVATE_VALUE} twice` } },
    { as: confidant },
  );
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

/** Gives the manager of acme a role with exactly these grants, and returns that person. */
async function managerWithGrants(grants: string[]): Promise<Identity> {
  const { id, people } = service.acme;
  await inspector.query(
    `with new_role as (insert into roles (tenant_id, id, key, name, grants, created_at, updated_at)
       values ($1, gen_random_uuid(), 'confidant', 'confidant', $2, now(), now()) returning id)
     update membership_roles set role_id = (select id from new_role) where tenant_id = $1 and membership_id in
       (select id from memberships where tenant_id = $1 and user_id = $3)`,
    [id, grants, people.manager.userId],
  );
  service.server.services.principals.clear();
  return people.manager;
}

describe('a governed custom field', () => {
  it('is returned to callers who may read it, and omitted but listed as redacted for others, even without a value', async () => {
    expect((await fields.get(companyId, { as: confidant })).custom_fields).toEqual({
      open: 'seen',
      motive: `${RESTRICTED_VALUE} twice`,
      diary: `${PRIVATE_VALUE} twice`,
    });
    const { owner, viewer } = service.acme.people;
    const other = await fields.company({ open: 'x' });
    for (const [as, hidden] of [
      [owner, ['custom_fields.diary']],
      [viewer, ['custom_fields.diary', 'custom_fields.motive']],
      [service.acme.agent, ['custom_fields.diary', 'custom_fields.motive']],
    ] as const)
      for (const id of [companyId, other.id]) {
        const { body } = await service.rest('GET', `/api/companies/${id}`, undefined, { as });
        expect(body.meta.redacted_fields).toEqual(hidden);
        for (const path of hidden) expect(body.data.custom_fields).not.toHaveProperty(path.split('.')[1]!);
      }
    const { body } = await service.graphql(
      `{ company(id: "${companyId}") { customFields } }`,
      {},
      { as: viewer },
    );
    expect(body).toMatchObject({
      data: { company: { customFields: { open: 'seen' } } },
      extensions: { redactedFields: ['custom_fields.diary', 'custom_fields.motive'] },
    });
  });

  it('can be written only by people, and only with its own permission', async () => {
    const { member, owner } = service.acme.people;
    const own = await fields.company({}, { as: member });
    expect((await fields.setValues(own.id, { motive: 'x' }, { as: member })).body.error).toMatchObject({
      code: 'PERMISSION_DENIED',
      details: { required_permission: 'custom_fields_restricted.update' },
    });
    expect((await fields.setValues(own.id, { diary: 'x' }, { as: owner })).status).toBe(403);
    expect((await fields.setValues(own.id, { motive: 'x' }, { as: owner })).status).toBe(200);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const byAgent = await fields.setValues(own.id, { motive: 'x' }, { as: service.acme.agent, headers });
    expect(byAgent.body.error.code).toBe('HUMAN_REQUIRED');
  });

  it('cannot be used to filter or sort by callers who may not read it', async () => {
    for (const query of [
      'filter[custom.motive]=x',
      'filter[custom.motive][is_null]=true',
      'sort=custom.motive',
    ])
      for (const path of ['/api/companies', '/api/clients'])
        expect(
          (await service.rest('GET', `${path}?${query}`, undefined, { as: service.acme.people.viewer })).body
            .error,
        ).toMatchObject({
          code: 'VALIDATION_ERROR',
          details: { reason: 'field_not_readable' },
        });
    const found = await service.rest(
      'GET',
      `/api/companies?filter[custom.motive][contains]=${RESTRICTED_VALUE}`,
    );
    expect(found.body.data).toMatchObject([{ id: companyId }]);
  });

  it('is absent from lists, exports, dossiers, merge previews and search for callers who may not read it', async () => {
    const { admin, viewer } = service.acme.people;
    const other = await fields.company();
    for (const [as, path] of [
      [viewer, '/api/companies'],
      [viewer, `/api/companies/${companyId}/dossier`],
      [viewer, `/api/companies?search=${RESTRICTED_VALUE}`],
      [service.acme.agent, '/api/companies'],
    ] as const) {
      const { status, text } = await service.rest('GET', path, undefined, { as });
      expect([path, status, CANARY.test(text)]).toEqual([path, 200, false]);
    }
    const secret = new RegExp(PRIVATE_VALUE);
    const preview = await service.rest(
      'GET',
      `/api/companies/${other.id}/merge-preview?duplicate_company_id=${companyId}`,
      undefined,
      { as: admin },
    );
    expect([preview.status, secret.test(preview.text)]).toEqual([200, false]);
    const csv = await service.rest('GET', '/api/companies/export', undefined, { as: admin });
    expect(csv.text).toContain('custom_fields.motive');
    expect(csv.text).not.toContain('custom_fields.diary');
    expect(csv.text).not.toMatch(secret);
  });

  it('is stored in its record only, and in no audit entry, event, timeline, search index, uniqueness claim or log line', async () => {
    const holders = new Set<string>();
    const tables = await inspector.query<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables where schemaname in ('public', 'graphile_worker')`,
    );
    for (const { name } of tables)
      for (const { row } of await inspector.query<{ row: object }>(
        `select to_jsonb(t) as row from ${name} t`,
      ))
        for (const [column, value] of Object.entries(row))
          if (CANARY.test(JSON.stringify(value))) holders.add(`${name}.${column}`);
    expect([...holders]).toEqual(['public.companies.custom_fields']);
    expect(lines.filter((line) => CANARY.test(line))).toEqual([]);
    const [entry] = await inspector.query<{ changes: object[] }>(
      `select changes from audit_entries where target_id = $1 and action = 'company.updated'`,
      [companyId],
    );
    expect(entry!.changes).toEqual(
      ['diary', 'motive'].map((key) => ({
        field: `customFields.${key}`,
        from: '[redacted]',
        to: '[redacted]',
      })),
    );
  });

  it('appears in a proposal only for callers who may read it, in the current and in the proposed values', async () => {
    const company = await fields.company({ open: 'seen', diary: PRIVATE_VALUE }, { as: confidant });
    const changes = { open: 'changed', diary: `${PRIVATE_VALUE} proposed` };
    const { proposal_id: id } = await fields.ok(
      'POST',
      '/api/agent/actions/proposals',
      {
        operation: 'UpdateCompany',
        arguments: { id: company.id, custom_fields: changes },
        title: 'Change the diary',
      },
      { as: confidant },
    );
    const path = `/api/agent/actions/proposals/${id}`;
    const proposal = await fields.ok('GET', path, undefined, { as: confidant });
    expect(proposal.arguments.custom_fields).toEqual(changes);
    const hidden = await service.rest('GET', path, undefined, { as: service.acme.people.admin });
    expect(hidden.body.data.arguments.custom_fields).toEqual({ open: 'changed' });
    expect(hidden.text).not.toContain(PRIVATE_VALUE);
  });
});

describe('a custom field definition', () => {
  it('takes effect at once, and adds no SQL statement to a read', async () => {
    const { key } = await fields.define();
    expect((await fields.setValues(companyId, { [key]: 'now' })).status).toBe(200);
    await fields.get(companyId);
    const { database } = service.server.services;
    const counts: number[] = [];
    const read = database.read.bind(database);
    database.read = ((visibility: object, work: (tx: { statements: number }) => Promise<unknown>) =>
      read(visibility, async (tx) => {
        const result = await work(tx);
        counts.push(tx.statements);
        return result;
      })) as never;
    await fields.get(companyId);
    database.read = read;
    expect(counts).toEqual([1]);
  });
});
