// The registry of agents: states, allowed scopes, tokens, daily caps and the list of agents.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Queue, withKey } from '../proposals/queue.ts';
import { Inspector } from '../support/inspector.ts';
import { type Identity, startService, type TestService } from '../support/service.ts';

const PATH = '/api/settings/agents';
const SCOPES = ['crm.companies:read', 'crm.companies:write', 'agent.actions:read', 'agent.actions:write'];

let service: TestService;
let queue: Queue;
let inspector: Inspector;

beforeAll(async () => {
  service = await startService();
  queue = new Queue(service);
  inspector = await Inspector.open(service.databaseUrl);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

async function register(input: object = {}) {
  const reply = await service.rest('POST', PATH, {
    name: `Agent ${randomUUID()}`,
    purpose: 'Tests',
    allowed_scopes: SCOPES,
    ...input,
  });
  if (reply.status !== 201) throw new Error(reply.text);
  return reply.body.data;
}

const tokenOf = (agentId: string, scopes = SCOPES): Promise<Identity> =>
  service.token(service.acme, { kind: 'agent', scopes, agentId });

const change = (id: string, body: object, headers: Record<string, string> = {}) =>
  service.rest('PATCH', `${PATH}/${id}`, body, { headers });

const create = (as: Identity) => queue.asAgent('POST', '/api/companies', { name: `By ${randomUUID()}` }, as);

describe('an agent', () => {
  it('is registered with an owner, a role and scopes', async () => {
    const agent = await register({
      allowed_scopes: ['crm.*:read', 'crm.companies:write'],
      daily_action_cap: 7,
    });
    expect(agent).toMatchObject({
      version: 1,
      owner_user_id: service.acme.people.owner.userId,
      status: 'active',
      daily_action_cap: 7,
      pending_proposals: 0,
      last_seen_at: null,
      created_by: { type: 'user' },
    });
    expect(agent.allowed_scopes).toEqual(
      expect.arrayContaining(['crm.companies:read', 'crm.contacts:read', 'crm.companies:write']),
    );
    expect(agent.allowed_scopes).not.toContain('crm.contacts:write');
    expect(await queue.events(agent.id)).toEqual(['agent.created']);
  });

  it('is rejected with an unknown owner, role or scope, and nothing is written', async () => {
    const before = await inspector.fingerprint();
    const firstFault = async (input: object) => {
      const full = { name: 'X', purpose: 'X', allowed_scopes: [], ...input };
      const { status, body } = await service.rest('POST', PATH, full);
      return [status, body.error.fields?.[0]?.path ?? body.error.code];
    };
    expect(await firstFault({ owner_user_id: service.globex.people.owner.userId })).toEqual([
      400,
      'owner_user_id',
    ]);
    expect(await firstFault({ role_id: randomUUID() })).toEqual([400, 'role_id']);
    expect(await firstFault({ allowed_scopes: ['crm.nothing:read'] })).toEqual([400, 'allowed_scopes']);
    expect(await firstFault({ daily_action_cap: -1 })).toEqual([400, 'daily_action_cap']);
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('may do only what its token, its own scopes and its role all allow', async () => {
    const { id } = await register({ allowed_scopes: ['crm.companies:read'] });
    const as = await tokenOf(id);
    expect((await service.rest('GET', '/api/companies', undefined, { as })).status).toBe(200);
    expect(await create(as)).toMatchObject({ status: 403, body: { error: { code: 'SCOPE_MISSING' } } });
    await change(id, { allowed_scopes: SCOPES });
    expect((await create(as)).status).toBe(201);
    const [viewer] = await inspector.query<{ id: string }>(
      `select id from roles where tenant_id = $1 and key = 'viewer'`,
      [service.acme.id],
    );
    await change(id, { role_id: viewer!.id });
    expect(await create(as)).toMatchObject({ status: 403, body: { error: { code: 'PERMISSION_DENIED' } } });
  });

  it('can still read while it is paused, and can write again once it is active', async () => {
    const { id, version } = await register();
    const as = await tokenOf(id);
    const paused = await change(id, { status: 'paused' }, { 'if-match': `"${version}"` });
    expect(paused.body.data).toMatchObject({ status: 'paused', version: 2 });
    expect((await service.rest('GET', '/api/companies', undefined, { as })).status).toBe(200);
    expect(await create(as)).toMatchObject({
      status: 403,
      body: { error: { code: 'AGENT_AUTOMATION_DISABLED', details: { reason: 'agent_paused' } } },
    });
    await change(id, { status: 'active' });
    expect((await create(as)).status).toBe(201);
    expect(await queue.events(id)).toEqual(['agent.created', 'agent.paused']);
    expect((await change(id, { status: 'paused' }, { 'if-match': '"1"' })).status).toBe(412);
  });

  it('cannot be reactivated once it is retired, and loses its tokens and its pending proposals', async () => {
    const { id } = await register();
    const as = await tokenOf(id);
    const proposal = await queue.deletion(undefined, as);
    expect(proposal.agent_id).toBe(id);
    await service.sql(service.acme, 'select 1');
    expect((await change(id, { status: 'retired' })).status).toBe(200);
    const read = await service.rest('GET', '/api/companies', undefined, { as });
    expect(read).toMatchObject({ status: 401, body: { error: { code: 'TOKEN_REVOKED' } } });
    expect((await queue.read(proposal.id)).state).toBe('cancelled');
    for (const body of [{ status: 'active' }, { status: 'paused' }, { name: 'Back' }]) {
      expect(await change(id, body)).toMatchObject({
        status: 409,
        body: { error: { code: 'INVALID_STATE_TRANSITION', details: { from: 'retired', allowed: [] } } },
      });
    }
    expect(await queue.events(id)).toEqual(['agent.created', 'agent.retired']);
  });

  it('has its proposals cancelled by its owner or by another token of the same agent', async () => {
    const owner = service.acme.people.manager;
    const { id } = await register({ owner_user_id: owner.userId });
    const [first, second] = [await tokenOf(id), await tokenOf(id)];
    for (const as of [owner, second]) {
      const { id: proposalId } = await queue.deletion(undefined, first);
      const path = `/api/agent/actions/proposals/${proposalId}`;
      if (as === second) expect((await service.rest('GET', path, undefined, { as })).status).toBe(200);
      const reply = await service.rest('POST', `${path}/cancel`, {}, { as, headers: withKey() });
      expect(reply.body.data?.state ?? reply.text).toBe('cancelled');
    }
  });

  it('can be changed by admins only, and is not visible in other workspaces', async () => {
    const { id } = await register();
    for (const as of [service.acme.people.manager, service.acme.agent]) {
      const reply = await service.rest(
        'PATCH',
        `${PATH}/${id}`,
        { name: 'Mine' },
        { as, headers: withKey() },
      );
      expect(reply.status).toBe(403);
    }
    const stranger = { as: service.globex.people.owner };
    expect((await service.rest('PATCH', `${PATH}/${id}`, { name: 'Mine' }, stranger)).status).toBe(404);
    const other = await service.rest('GET', PATH, undefined, stranger);
    expect(other.body.data).toEqual([]);
  });
});

describe('the list of agents', () => {
  it('shows the number of pending proposals of each agent, and GraphQL the proposals themselves', async () => {
    const agents = await Promise.all([1, 2, 3].map(() => register()));
    for (const { id } of agents.slice(0, 2)) await queue.deletion(undefined, await tokenOf(id));
    const reply = await service.rest('GET', `${PATH}?filter[status]=active&pageSize=100`);
    const listed = agents.map(({ id }) => reply.body.data.find((agent: { id: string }) => agent.id === id));
    expect(listed.map((agent) => agent.pending_proposals)).toEqual([1, 1, 0]);
    const graph = await service.graphql(
      '{ agents(first: 50) { nodes { name pendingProposals lastSeenAt proposals(first: 2) { nodes { title agent { name } } } } } }',
    );
    const nodes = graph.body.data.agents.nodes as { name: string; proposals: { nodes: object[] } }[];
    const first = nodes.find(({ name }) => name === agents[0].name)!;
    expect(first.proposals.nodes).toEqual([{ title: 'Delete a company', agent: { name: agents[0].name } }]);
  });
});

describe('the daily cap', () => {
  it('of an agent counts successful actions and proposals, and is exact for simultaneous calls', async () => {
    const { id } = await register({ daily_action_cap: 4 });
    const as = await tokenOf(id);
    expect((await queue.asAgent('POST', '/api/companies', { nam: 'x' }, as)).status).toBe(400);
    await queue.deletion(undefined, as);
    const replies = await Promise.all(Array.from({ length: 8 }, () => create(as)));
    const statuses = replies.map((reply) => reply.status).sort();
    expect(statuses).toEqual([201, 201, 201, 429, 429, 429, 429, 429]);
    const refused = replies.find((reply) => reply.status === 429)!;
    expect(refused.body.error).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      details: {
        quota: 'agent_daily_actions',
        limit: 4,
        resets_at: expect.stringMatching(/T00:00:00.000Z$/),
      },
    });
    const created = await service.sql(
      service.acme,
      `select id from companies where created_by ->> 'id' = ?`,
      [
        (await queue.read((await queue.deletion()).id)) &&
          replies.find((reply) => reply.status === 201)!.body.data.created_by.id,
      ],
    );
    expect(created).toHaveLength(3);
    const graph = await service.graphql(
      'mutation { createCompany(input: { name: "One more" }) { id } }',
      {},
      { as, headers: withKey() },
    );
    expect(graph.body.errors[0].extensions.code).toBe('QUOTA_EXCEEDED');
    expect((await service.rest('GET', '/api/companies', undefined, { as })).status).toBe(200);
  });

  it('of the workspace counts the actions of all its agents', async () => {
    const [row] = await service.sql<{ n: number }>(
      service.acme,
      'select n from agent_action_counts where counter = tenant_id',
    );
    await queue.setPolicy({ daily_cap: row!.n + 1 });
    expect((await create(service.acme.agent)).status).toBe(201);
    expect(await create(service.acme.agent)).toMatchObject({
      status: 429,
      body: { error: { details: { quota: 'workspace_daily_agent_actions', limit: row!.n + 1 } } },
    });
    await queue.setPolicy({ daily_cap: 2000 });
    expect((await create(service.acme.agent)).status).toBe(201);
  });
});
