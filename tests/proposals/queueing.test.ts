// A risky call of an agent waits for a person: on REST, GraphQL and MCP alike it changes nothing and returns a proposal.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Identity, startService, type TestService } from '../support/service.ts';
import { Queue, withKey } from './queue.ts';

let service: TestService;
let queue: Queue;

beforeAll(async () => {
  service = await startService();
  queue = new Queue(service);
});

afterAll(() => service?.stop());

const QUEUED = {
  status: 'queued_for_approval',
  executed: false,
  proposal_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  expires_at: expect.any(String),
};

const exists = async (id: string) => (await service.rest('GET', `/api/companies/${id}`)).status === 200;

async function tool(name: string, input: object, as: Identity = service.acme.agent) {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } };
  const reply = await service.rest('POST', '/api/agent/mcp', message, { as });
  return reply.body.result;
}

describe('a risky call of an agent', () => {
  it('is answered with 202 on REST and leaves the record unchanged', async () => {
    const { id, version } = await queue.company();
    const reply = await queue.asAgent('DELETE', `/api/companies/${id}`);
    expect([reply.status, reply.body]).toEqual([202, { success: true, data: QUEUED }]);
    expect(await exists(id)).toBe(true);
    const proposal = await queue.read(reply.body.data.proposal_id);
    expect(proposal).toMatchObject({
      operation: 'DeleteCompany',
      arguments: { id },
      arguments_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      risk_class: 'destructive',
      target: { type: 'company', id, version },
      title: 'Delete a company',
      preview: [{ field: 'deleted_at', from: null, to: expect.any(String) }],
      proposed_by: { type: 'agent' },
      on_behalf_of_user_id: null,
      state: 'queued',
      execution: { state: 'pending', error_code: null },
    });
    expect(await queue.events(proposal.id)).toEqual(['proposal.queued']);
    expect(await queue.events(id)).toEqual(['company.created']);
  });

  it('is answered on GraphQL with null, no error and the proposal in the extensions', async () => {
    const { id } = await queue.company();
    const query = 'mutation ($id: UUID!) { gone: deleteCompany(id: $id) { id } }';
    const reply = await service.graphql(query, { id }, { as: service.acme.agent, headers: withKey() });
    expect(reply.status).toBe(200);
    expect(reply.body.errors).toBeUndefined();
    expect(reply.body.data).toEqual({ gone: null });
    expect(reply.body.extensions.queuedForApproval).toEqual({
      path: ['gone'],
      status: 'queued_for_approval',
      executed: false,
      proposalId: QUEUED.proposal_id,
      expiresAt: expect.any(String),
    });
    expect(await exists(id)).toBe(true);
    const proposal = await queue.read(reply.body.extensions.queuedForApproval.proposalId);
    expect(proposal).toMatchObject({ operation: 'DeleteCompany', arguments: { id } });
  });

  it('is answered on MCP with the same shape as structured content', async () => {
    const { id } = await queue.company();
    const result = await tool('delete_company', { id, idempotencyKey: randomUUID() });
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toEqual({ success: true, data: QUEUED });
    expect(await exists(id)).toBe(true);
  });

  it('creates one proposal for each idempotency key, on whichever surface it is repeated', async () => {
    const { id } = await queue.company();
    const key = randomUUID();
    const ask = { as: service.acme.agent, headers: withKey(key) };
    const [first, second] = [
      await service.rest('DELETE', `/api/companies/${id}`, undefined, ask),
      await service.rest('DELETE', `/api/companies/${id}`, undefined, ask),
    ];
    const third = await tool('delete_company', { id, idempotencyKey: key });
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(third.structuredContent).toEqual(first.body);
    const rows = await service.sql(service.acme, 'select id from action_proposals where target_id = ?', [id]);
    expect(rows).toHaveLength(1);
  });

  it('is refused without a proposal when it could not run', async () => {
    const nothing = await queue.asAgent('DELETE', `/api/companies/${randomUUID()}`);
    expect(nothing).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
    const { id } = await queue.company({ client_number: `N-${randomUUID().slice(0, 8)}` });
    const client = await queue.asAgent('DELETE', `/api/companies/${id}`);
    expect(client).toMatchObject({ status: 409, body: { error: { code: 'RESOURCE_IN_USE' } } });
    const old = await service.rest('DELETE', `/api/companies/${(await queue.company()).id}`, undefined, {
      as: service.acme.agent,
      headers: { ...withKey(), 'if-match': '"7"' },
    });
    expect(old).toMatchObject({ status: 412, body: { error: { code: 'PRECONDITION_FAILED' } } });
    const rows = await service.sql(service.acme, 'select id from action_proposals where target_id = ?', [id]);
    expect(rows).toEqual([]);
  });

  it('requires exactly the permission and the scope of the operation', async () => {
    const { id } = await queue.company();
    const companyWriter = await service.token(service.acme, {
      kind: 'agent',
      scopes: ['crm.companies:write'],
    });
    expect((await queue.asAgent('DELETE', `/api/companies/${id}`, undefined, companyWriter)).status).toBe(
      202,
    );
    const reader = await service.token(service.acme, { kind: 'agent', scopes: ['crm.companies:read'] });
    const refused = await queue.asAgent('DELETE', `/api/companies/${id}`, undefined, reader);
    expect(refused).toMatchObject({ status: 403, body: { error: { code: 'SCOPE_MISSING' } } });
    const viewer = await service.token(service.acme, {
      kind: 'agent',
      scopes: ['crm.companies:write'],
      roleKey: 'viewer',
    });
    const forbidden = await queue.asAgent('DELETE', `/api/companies/${id}`, undefined, viewer);
    expect(forbidden).toMatchObject({ status: 403, body: { error: { code: 'PERMISSION_DENIED' } } });
  });

  it('reveals nothing of the record to callers who may not read it', async () => {
    const { id } = await queue.company({ industry: 'Secret industry' });
    const as = await service.token(service.acme, {
      kind: 'agent',
      scopes: ['crm.companies:write', 'crm.deals:write', 'agent.actions:read'],
    });
    const reply = await service.rest(
      'POST',
      '/api/deals/bulk-stage',
      { ids: [id], changes: { stage: 'closed_won' } },
      { as, headers: withKey() },
    );
    expect(reply.status).toBe(202);
    const merged = await queue.asAgent('DELETE', `/api/companies/${id}`, undefined, as);
    const own = await service.rest(
      'GET',
      `/api/agent/actions/proposals/${merged.body.data.proposal_id}`,
      undefined,
      { as },
    );
    expect(own.body.data.preview).toEqual([]);
    expect(own.body.meta.redacted_fields).toContain('preview');
  });

  it('runs immediately when people or integrations make it', async () => {
    for (const as of [service.acme.people.owner, service.acme.service]) {
      const { id } = await queue.company();
      expect((await service.rest('DELETE', `/api/companies/${id}`, undefined, { as })).status).toBe(200);
    }
  });
});

describe('a rule that raises the risk of a call', () => {
  it('turns a stage change that closes a deal into a financial proposal with a preview of the changes', async () => {
    const { id: companyId } = await queue.company();
    const deal = (
      await service.rest('POST', '/api/deals', { name: 'Closing', company_id: companyId, value: '100.00' })
    ).body.data;
    const open = await queue.asAgent('PATCH', `/api/deals/${deal.id}/stage`, { stage: 'proposal' });
    expect(open.status).toBe(200);
    const query =
      'mutation ($id: UUID!, $input: DealStageInput!) { moveDealStage(id: $id, input: $input) { id } }';
    const viaGraphql = await service.graphql(
      query.replace('DealStageInput', inputTypeOf('moveDealStage', 'input')),
      { id: deal.id, input: { stage: 'closed_won' } },
      { as: service.acme.agent, headers: withKey() },
    );
    expect(viaGraphql.body.errors).toBeUndefined();
    const closing = await queue.asAgent('PATCH', `/api/deals/${deal.id}/stage`, { stage: 'closed_won' });
    expect(closing.status).toBe(202);
    for (const id of [
      closing.body.data.proposal_id,
      viaGraphql.body.extensions.queuedForApproval.proposalId,
    ]) {
      const proposal = await queue.read(id);
      expect(proposal).toMatchObject({
        operation: 'MoveDealStage',
        arguments: { id: deal.id, stage: 'closed_won' },
        risk_class: 'financial',
        target: { type: 'deal', id: deal.id, version: open.body.data.version },
        preview: expect.arrayContaining([
          { field: 'stage', from: 'proposal', to: 'closed_won' },
          { field: 'status', from: 'open', to: 'won' },
        ]),
      });
    }
    expect((await service.rest('GET', `/api/deals/${deal.id}`)).body.data.stage).toBe('proposal');
  });

  it('turns the first client number of a company into a proposal', async () => {
    const { id } = await queue.company();
    const number = `N-${randomUUID().slice(0, 8)}`;
    const reply = await queue.asAgent('PATCH', `/api/companies/${id}`, { client_number: number });
    expect(reply.status).toBe(202);
    expect((await service.rest('GET', `/api/companies/${id}`)).body.data.client_id).toBeNull();
    const proposal = await queue.read(reply.body.data.proposal_id);
    expect(proposal.preview).toEqual(
      expect.arrayContaining([{ field: 'client_id', from: null, to: number.toUpperCase() }]),
    );
  });

  function inputTypeOf(field: string, argument: string): string {
    const { byMutation } = service.server.services.catalogue;
    const input = byMutation.get(field)!.inputs.find((candidate) => candidate.argument === argument)!;
    return String(input.type).replace('!', '');
  }
});

describe('a proposal that names its operation', () => {
  const propose = (body: object, ask: { as?: Identity } = {}) =>
    service.rest('POST', '/api/agent/actions/proposals', body, { ...ask, headers: withKey() });

  it('accepts the name of an operation or a tool with a rationale for the reviewer', async () => {
    const { id } = await queue.company();
    const evidence = [{ type: 'company', id, label: 'The firm' }];
    for (const operation of ['UpdateCompany', 'update_company']) {
      const reply = await propose(
        { operation, arguments: { id, name: 'Renamed' }, title: 'Rename', rationale: 'New sign', evidence },
        { as: service.acme.agent },
      );
      expect([reply.status, reply.body.data]).toEqual([202, QUEUED]);
      expect(await queue.read(reply.body.data.proposal_id)).toMatchObject({
        operation: 'UpdateCompany',
        risk_class: 'write',
        title: 'Rename',
        rationale: 'New sign',
        evidence,
        preview: [{ field: 'name', from: expect.stringMatching(/^Firm/), to: 'Renamed' }],
      });
    }
  });

  it('is made on behalf of the person who makes it', async () => {
    const { manager } = service.acme.people;
    const reply = await propose({ operation: 'CreateCompany', arguments: { name: 'New' } }, { as: manager });
    expect(await queue.read(reply.body.data.proposal_id)).toMatchObject({
      proposed_by: { type: 'user', id: manager.userId },
      on_behalf_of_user_id: manager.userId,
      target: null,
      preview: [{ field: 'name', from: null, to: 'New' }],
    });
  });

  it('is refused for operations that are unknown, incomplete, not permitted or never proposed', async () => {
    const before = await service.sql(service.acme, 'select count(*) from action_proposals');
    const code = async (body: object, as: Identity = service.acme.agent) => {
      const { error } = (await propose(body, { as })).body;
      return [error.code, ...(error.fields ?? []).map(({ path }: { path: string }) => path)];
    };
    expect(await code({ operation: 'FlyToTheMoon', arguments: {} })).toEqual([
      'VALIDATION_ERROR',
      'operation',
    ]);
    expect(await code({ operation: 'CreateCompany', arguments: { nam: 'x' } })).toEqual([
      'VALIDATION_ERROR',
      'arguments.name',
      'arguments.nam',
    ]);
    expect(await code({ operation: 'relationship.disposition.record', arguments: {} })).toEqual([
      'ACTION_NOT_AVAILABLE',
    ]);
    expect(await code({ operation: 'GetCompany', arguments: { id: randomUUID() } })).toEqual([
      'ACTION_NOT_AVAILABLE',
    ]);
    expect(await code({ operation: 'CreateActionProposal', arguments: {} })).toEqual([
      'ACTION_NOT_AVAILABLE',
    ]);
    expect(await code({ operation: 'ApproveAction', arguments: {} })).toEqual(['HUMAN_REQUIRED']);
    expect(await code({ operation: 'UpdateContactRelationship', arguments: {} })).toEqual(['HUMAN_REQUIRED']);
    const reader = await service.token(service.acme, {
      kind: 'agent',
      scopes: ['agent.actions:write', 'crm.companies:read'],
    });
    expect(await code({ operation: 'CreateCompany', arguments: { name: 'x' } }, reader)).toEqual([
      'SCOPE_MISSING',
    ]);
    expect(await service.sql(service.acme, 'select count(*) from action_proposals')).toEqual(before);
  });
});

describe('the terms of a closed deal', () => {
  const deal = async (stage?: string) => {
    const { id: company_id } = await queue.company();
    const body = {
      name: 'Terms',
      company_id,
      value: '100.00',
      currency: 'EUR',
      expected_close_on: '2026-12-01',
    };
    const { id } = (await service.rest('POST', '/api/deals', body)).body.data;
    if (stage)
      await service.rest('PATCH', `/api/deals/${id}/stage`, {
        stage,
        ...(stage === 'closed_lost' && { lost_reason: 'price' }),
      });
    return id;
  };
  const read = async (id: string) => (await service.rest('GET', `/api/deals/${id}`)).body.data;

  it.each([
    ['closed_won', { value: '200.00' }],
    ['closed_won', { currency: 'USD' }],
    ['closed_lost', { expected_close_on: '2026-12-24' }],
  ])('in stage %s are changed by an agent only after approval: %j', async (stage, change) => {
    const id = await deal(stage);
    const before = await read(id);
    const reply = await queue.asAgent('PATCH', `/api/deals/${id}`, change);
    expect([reply.status, reply.body.data]).toEqual([202, QUEUED]);
    expect(await read(id)).toEqual(before);
    const proposal = await queue.read(reply.body.data.proposal_id);
    expect(proposal).toMatchObject({ operation: 'UpdateDeal', risk_class: 'financial' });
    expect((await queue.approve(proposal)).status).toBe(200);
    expect(await read(id)).toMatchObject(change);
  });

  it('are changed immediately by a person, and by an agent while the deal is open or the value stays the same', async () => {
    const open = await deal();
    expect((await queue.asAgent('PATCH', `/api/deals/${open}`, { value: '200.00' })).status).toBe(200);
    const closed = await deal('closed_won');
    expect((await service.rest('PATCH', `/api/deals/${closed}`, { value: '300.00' })).status).toBe(200);
    const same = { name: 'Renamed', value: '300.00' };
    expect((await queue.asAgent('PATCH', `/api/deals/${closed}`, same)).status).toBe(200);
  });
});

describe('the queue of proposals', () => {
  it('shows agents their own proposals and people all proposals of the workspace', async () => {
    const other = await service.token(service.acme, {
      kind: 'agent',
      scopes: ['crm.companies:write', 'agent.actions:read', 'agent.actions:write'],
    });
    const foreignProposal = await queue.deletion(undefined, other);
    const path = `/api/agent/actions/proposals/${foreignProposal.id}`;
    const as = service.acme.agent;
    expect((await service.rest('GET', path, undefined, { as })).status).toBe(404);
    expect((await service.rest('GET', path, undefined, { as: other })).status).toBe(200);
    const idsOf = async (identity: Identity) => {
      const list = await service.rest('GET', '/api/agent/actions/proposals?pageSize=100', undefined, {
        as: identity,
      });
      return list.body.data.map(({ id }: { id: string }) => id);
    };
    expect(await idsOf(other)).toEqual([foreignProposal.id]);
    expect(await idsOf(as)).not.toContain(foreignProposal.id);
    expect(await idsOf(service.acme.people.manager)).toContain(foreignProposal.id);
    const cancelled = await service.rest('POST', `${path}/cancel`, {}, { as, headers: withKey() });
    expect(cancelled.status).toBe(404);
  });

  it('is filtered by state and operation', async () => {
    await queue.deletion();
    const path =
      '/api/agent/actions/proposals?filter[state]=queued&filter[operation]=DeleteCompany&sort=-created_at';
    const { data } = (await service.rest('GET', path)).body;
    expect(data.length).toBeGreaterThan(0);
    for (const proposal of data)
      expect(proposal).toMatchObject({ state: 'queued', operation: 'DeleteCompany' });
  });
});
