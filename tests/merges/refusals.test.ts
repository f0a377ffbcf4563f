// Merges that are refused, who may not merge, and what requests with the id of a merged record get.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';
import { bodyOf, type Data, type Kind, Records } from './records.ts';

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

const make = (kind: Kind): Promise<Data> => (kind === 'companies' ? records.company() : records.contact());

describe.each(['companies', 'contacts'] as const)('a merge of %s', (kind) => {
  const permission = (action: string) => `${kind}.${action}`;

  async function expectUntouched(work: () => Promise<void>): Promise<void> {
    const before = await inspector.fingerprint(service.acme.id);
    await work();
    expect(await inspector.fingerprint(service.acme.id)).toEqual(before);
  }

  it('is refused without effect for one and the same record', async () => {
    const { id } = await make(kind);
    await expectUntouched(async () => {
      for (const same of [id, id.toUpperCase()]) {
        expect(await records.refused(kind, id, same)).toMatchObject({
          status: 400,
          code: 'VALIDATION_ERROR',
          details: { reason: 'merge_same_record' },
        });
      }
    });
  });

  it('is refused without effect for a record that is missing, deleted or of another workspace, on either side', async () => {
    const { id } = await make(kind);
    const deleted = await make(kind);
    await records.ok('DELETE', `/api/${kind}/${deleted.id}`);
    const body = kind === 'companies' ? { name: 'Theirs' } : { first_name: 'Theirs' };
    const foreign = await records.ok('POST', `/api/${kind}`, body, { as: service.globex.people.owner });
    await expectUntouched(async () => {
      for (const other of [uuid(), deleted.id, foreign.id]) {
        for (const [one, two] of [
          [id, other],
          [other, id],
        ]) {
          const { status, code, details } = await records.refused(kind, one, two);
          expect({ status, code, details }).toEqual({ status: 404, code: 'NOT_FOUND', details: undefined });
        }
      }
    });
  });

  it('is refused without effect when the caller lacks the permission to delete', async () => {
    const [one, two] = [await make(kind), await make(kind)];
    const key = `keeper-${kind}`;
    await inspector.query(
      `insert into roles (tenant_id, id, key, name, grants, created_at, updated_at) values ($1, $2, $3, $3, $4, now(), now())`,
      [service.acme.id, uuid(), key, [permission('update'), permission('read')]],
    );
    const as = await service.token(service.acme, {
      kind: 'service',
      scopes: [`crm.${kind}:write`],
      roleKey: key,
    });
    await expectUntouched(async () => {
      expect(await records.refused(kind, one.id, two.id, { as })).toMatchObject({
        status: 403,
        details: { required_permission: permission('delete') },
      });
      const undo = await service.rest('POST', `/api/${kind}/merges/${uuid()}/undo`, undefined, { as });
      expect(undo).toMatchObject({ status: 403 });
    });
  });

  it('is refused without effect for a member who does not own the records', async () => {
    const [one, two] = [await make(kind), await make(kind)];
    const as = service.acme.people.member;
    await expectUntouched(async () => {
      expect(await records.refused(kind, one.id, two.id, { as })).toMatchObject({
        status: 403,
        details: { record_scope: 'own' },
      });
    });
  });

  it('waits for approval when an agent requests it', async () => {
    const [one, two] = [await make(kind), await make(kind)];
    const reply = await service.rest('POST', `/api/${kind}/${one.id}/merge`, bodyOf(kind, two.id), {
      as: service.acme.agent,
      headers: { 'idempotency-key': uuid() },
    });
    expect(reply).toMatchObject({ status: 202, body: { data: { executed: false } } });
    for (const { id } of [one, two])
      expect((await service.rest('GET', `/api/${kind}/${id}`)).body.data.version).toBe(1);
  });
});

describe.each(['companies', 'contacts'] as const)('the id of a merged record among %s', (kind) => {
  it('is answered with 404 and the id of the remaining record, on read and write, REST and GraphQL', async () => {
    const [first, second, last] = [await make(kind), await make(kind), await make(kind)];
    await records.merge(kind, second.id, first.id);
    await records.merge(kind, last.id, second.id);
    const field = kind === 'companies' ? 'company' : 'contact';
    for (const { id } of [first, second]) {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PATCH', '', { tags: ['x'] }],
        ['DELETE', '', undefined],
        ['POST', '/restore', undefined],
        ['GET', '/notes', undefined],
        ['POST', '/notes', { body: 'x' }],
        ['GET', '/activity', undefined],
        ['POST', '/merge', bodyOf(kind, last.id)],
      ] as const) {
        const reply = await service.rest(method, `/api/${kind}/${id}${path}`, body);
        expect({ method, path, status: reply.status, details: reply.body.error?.details }).toEqual({
          method,
          path,
          status: 404,
          details: { merged_into_id: last.id },
        });
      }
      expect((await records.refused(kind, last.id, id)).details).toEqual({ merged_into_id: last.id });
      const read = await service.graphql(`{ ${field}(id: "${id}") { id } }`);
      expect(read.body.errors[0].extensions).toMatchObject({
        code: 'NOT_FOUND',
        details: { merged_into_id: last.id },
      });
    }
    const deleted = await records.ok('GET', `/api/${kind}?include_deleted=true&pageSize=100`);
    expect(deleted.find(({ id }: Data) => id === first.id)).toMatchObject({ merged_into_id: last.id });
  });
});

describe('a record that refers to a merged company', () => {
  it('is refused with the id of the remaining company', async () => {
    const [primary, duplicate] = [await records.company(), await records.company()];
    await records.merge('companies', primary.id, duplicate.id);
    const contact = await records.contact();
    for (const [method, path, body, field] of [
      ['POST', '/api/contacts', { first_name: 'X', company_id: duplicate.id }, 'company_id'],
      ['PATCH', `/api/contacts/${contact.id}`, { company_id: duplicate.id }, 'company_id'],
      ['POST', `/api/contacts/${contact.id}/companies`, { company_id: duplicate.id }, 'company_id'],
      ['POST', '/api/companies', { name: 'X', parent_company_id: duplicate.id }, 'parent_company_id'],
    ] as const) {
      const { status, body: answer } = await service.rest(method, path, body);
      expect({ path, status, error: answer.error }).toMatchObject({
        path,
        status: 400,
        error: { details: { merged_into_id: primary.id }, fields: [{ path: field, rule: 'exists' }] },
      });
    }
  });
});
