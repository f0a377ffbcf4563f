// Operators of the platform: how they are appointed, what they must state, and what the audit keeps of their calls.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PLATFORM_WORKSPACE } from '../../src/access/operators.ts';
import { STATING_REASON } from '../support/operator-calls.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

type Operator = keyof TestService['operators'];

const as = (name: Operator) => ({ as: service.operators[name], headers: STATING_REASON });
const grant = (name: Operator, userId: string, role: string) =>
  service.rest('POST', '/api/admin/operators', { user_id: userId, role }, as(name));
const operatorOf = async (userId: string) => {
  const { body } = await service.rest('GET', '/api/admin/operators', undefined, as('administrator'));
  return body.data.find((one: { user_id: string }) => one.user_id === userId);
};

describe('a grant', () => {
  it('takes effect when a second operator repeats it, and not when its author does', async () => {
    const { userId } = service.acme.people.viewer;
    const proposed = await grant('administrator', userId, 'engineer');
    expect(proposed).toMatchObject({ status: 201, body: { data: { state: 'awaiting_second', version: 1 } } });
    const repeated = await grant('administrator', userId, 'engineer');
    expect(repeated.body.data).toMatchObject({ state: 'awaiting_second', version: 1 });
    const person = service.acme.people.viewer;
    expect(
      (await service.rest('GET', '/api/auth/session', undefined, { as: person })).body.data.user,
    ).toMatchObject({
      is_operator: false,
      operator_role: null,
    });
    const confirmed = await grant('second', userId, 'engineer');
    expect(confirmed.body.data).toMatchObject({
      state: 'active',
      requested_by: service.operators.administrator.userId,
      confirmed_by: service.operators.second.userId,
    });
    expect(
      (await service.rest('GET', '/api/auth/session', undefined, { as: person })).body.data.user,
    ).toMatchObject({
      is_operator: true,
      operator_role: 'engineer',
    });
  });

  it('for another role replaces the proposal, which then needs another operator', async () => {
    const { userId } = service.acme.people.manager;
    await grant('administrator', userId, 'engineer');
    const changed = await grant('second', userId, 'support');
    expect(changed.body.data).toMatchObject({ state: 'awaiting_second', role: 'support' });
    expect((await grant('second', userId, 'support')).body.data.state).toBe('awaiting_second');
    expect((await grant('administrator', userId, 'support')).body.data.state).toBe('active');
    const other = await grant('administrator', userId, 'administrator');
    expect(other).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'already_operator' } } },
    });
  });

  it('for an account that does not exist is refused', async () => {
    const reply = await grant('administrator', crypto.randomUUID(), 'support');
    expect(reply).toMatchObject({
      status: 400,
      body: { error: { fields: [{ path: 'user_id', rule: 'exists' }] } },
    });
  });
});

describe('a withdrawal', () => {
  it('ends the access of the operator at once, and of the last administrator it is refused', async () => {
    const { administrator, second } = service.operators;
    const list = (identity: typeof second) =>
      service.rest('GET', '/api/admin/operators', undefined, { as: identity });
    expect((await list(second)).status).toBe(200);
    const { id } = await operatorOf(second.userId);
    const withdrawn = await service.rest(
      'DELETE',
      `/api/admin/operators/${id}`,
      undefined,
      as('administrator'),
    );
    expect(withdrawn.status).toBe(200);
    expect(await list(second)).toMatchObject({ status: 403, body: { error: { code: 'OPERATOR_REQUIRED' } } });
    const last = await operatorOf(administrator.userId);
    const refused = await service.rest(
      'DELETE',
      `/api/admin/operators/${last.id}`,
      undefined,
      as('administrator'),
    );
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { details: { reason: 'last_administrator' } } },
    });
  });
});

describe('a call of an operator', () => {
  it('ignores the workspace that the header names, and reaches nothing of a workspace', async () => {
    const identity = { ...service.operators.administrator, tenantId: service.globex.id };
    expect((await service.rest('GET', '/api/admin/operators', undefined, { as: identity })).status).toBe(200);
    const inPlatform = { ...identity, tenantId: PLATFORM_WORKSPACE };
    for (const tenantId of [service.acme.id, PLATFORM_WORKSPACE]) {
      const reply = await service.rest('GET', '/api/companies', undefined, {
        as: { ...inPlatform, tenantId },
      });
      expect(reply).toMatchObject({ status: 403, body: { error: { code: 'TENANT_ACCESS_DENIED' } } });
    }
  });

  it('cannot be mixed with operations of a workspace in one document', async () => {
    const { acme } = service;
    const reply = await service.graphql(
      '{ operators { nodes { id } } companies { nodes { id } } }',
      {},
      {
        as: acme.people.owner,
      },
    );
    expect(reply.body.data.operators).toBeNull();
    expect(reply.body.errors[0].extensions.code).toBe('OPERATOR_REQUIRED');
  });

  it('is in the audit of the platform with its reason, whether it reads or changes, on REST and GraphQL', async () => {
    const ask = {
      as: service.operators.administrator,
      headers: { 'x-operator-reason': 'Looking into ticket 12' },
    };
    await service.rest('GET', '/api/admin/operators', undefined, ask);
    await service.graphql('{ operators { nodes { id } } }', {}, ask);
    const entries = await service.server.services.database.read({ tenantId: PLATFORM_WORKSPACE }, ({ db }) =>
      db('audit_entries')
        .where({ tenant_id: PLATFORM_WORKSPACE, action: 'operator.called' })
        .whereRaw(`changes @> '[{"to": "Looking into ticket 12"}]'`)
        .orderBy('occurred_at')
        .select('actor', 'surface', 'operation'),
    );
    expect(entries).toEqual([
      expect.objectContaining({ surface: 'rest', operation: 'ListOperators' }),
      expect.objectContaining({ surface: 'graphql', operation: 'operators' }),
    ]);
    expect(entries[0].actor).toEqual({
      type: 'operator',
      id: service.operators.administrator.userId,
      label: 'administrator of the platform',
    });
  });

  it('with a reason longer than the audit keeps is refused', async () => {
    const headers = { 'x-operator-reason': 'x'.repeat(501) };
    const reply = await service.rest('GET', '/api/admin/operators', undefined, {
      as: service.operators.administrator,
      headers,
    });
    expect(reply).toMatchObject({
      status: 400,
      body: { error: { fields: [{ path: 'x-operator-reason' }] } },
    });
  });
});
