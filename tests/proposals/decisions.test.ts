// Decisions on proposals: who may decide, which conditions must hold, that a decision runs once, and its traces.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Inspector } from '../support/inspector.ts';
import { type Identity, startService, type TestService } from '../support/service.ts';
import { Queue, withKey } from './queue.ts';

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

const status = async (id: string) => (await service.rest('GET', `/api/companies/${id}`)).status;

describe('an approval', () => {
  it('runs the call in the name of the agent and the approver and is recorded once everywhere', async () => {
    const proposal = await queue.deletion();
    const { admin } = service.acme.people;
    const reply = await queue.approve(proposal, { as: admin, body: { note: 'Agreed.' } });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('etag')).toBe('"2"');
    expect(reply.body.data).toMatchObject({
      state: 'approved',
      decided_by: { type: 'user', id: admin.userId },
      decided_at: expect.any(String),
      decision_note: 'Agreed.',
      execution: {
        state: 'succeeded',
        error_code: null,
        result_ref: { type: 'company', id: proposal.target.id },
        at: expect.any(String),
      },
    });
    expect(await status(proposal.target.id)).toBe(404);
    expect(await queue.events(proposal.id)).toEqual([
      'proposal.queued',
      'proposal.approved',
      'proposal.executed',
    ]);
    const [entry] = await service.sql(
      service.acme,
      `select actor, operation from audit_entries where target_id = ? and action = 'company.deleted'`,
      [proposal.target.id],
    );
    expect(entry).toMatchObject({
      actor: {
        type: 'agent',
        id: proposal.proposed_by.id,
        approver: { type: 'user', id: admin.userId },
        proposal_id: proposal.id,
      },
      operation: 'DeleteCompany',
    });
    const [event] = await service.sql(
      service.acme,
      `select actor from events where object_id = ? and type = 'company.deleted'`,
      [proposal.target.id],
    );
    expect(event!.actor).toEqual(entry!.actor);
    const [key] = await service.sql(
      service.acme,
      `select operation, status from idempotency_keys where key = ?`,
      [`proposal:${proposal.id}`],
    );
    expect(key).toEqual({ operation: 'DeleteCompany', status: 200 });
  });

  it('has one effect when it is sent ten times at once', async () => {
    const proposal = await queue.deletion();
    const { owner, admin } = service.acme.people;
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        queue.approve(proposal, { as: n % 2 ? owner : admin, ...(n < 5 && { key: randomUUID() }) }),
      ),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array(9).fill(409)]);
    for (const { body } of replies.filter((reply) => reply.status === 409))
      expect(body.error).toMatchObject({ code: 'PROPOSAL_NOT_QUEUED', details: { state: 'approved' } });
    expect(
      (await queue.events(proposal.target.id)).filter((type) => type === 'company.deleted'),
    ).toHaveLength(1);
    expect((await queue.events(proposal.id)).filter((type) => type === 'proposal.executed')).toHaveLength(1);
  });

  it('returns the first response when it is repeated with its idempotency key', async () => {
    const proposal = await queue.deletion();
    const key = randomUUID();
    const first = await queue.approve(proposal, { key });
    const again = await queue.approve(proposal, { key });
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('is refused as stale when the approver saw other arguments or another version, and the proposal remains', async () => {
    const proposal = await queue.deletion();
    for (const [body, reason] of [
      [{ arguments_hash: '0'.repeat(64) }, 'arguments_hash'],
      [{ target_version: proposal.target.version + 1 }, 'target_version'],
      [{ target_version: null }, 'target_version'],
    ] as const) {
      const reply = await queue.approve(proposal, { body });
      expect(reply).toMatchObject({
        status: 409,
        body: { error: { code: 'PROPOSAL_STALE', details: { reason } } },
      });
    }
    await service.rest('PATCH', `/api/companies/${proposal.target.id}`, { industry: 'Toys' });
    const changed = await queue.approve(proposal);
    expect(changed).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'PROPOSAL_STALE',
          details: { reason: 'target_version', current_version: proposal.target.version + 1 },
        },
      },
    });
    expect((await queue.read(proposal.id)).state).toBe('queued');
    expect(await status(proposal.target.id)).toBe(200);
  });

  it('requires an owner or admin with a fresh session', async () => {
    const proposal = await queue.deletion();
    const before = await inspector.fingerprint();
    const { manager } = service.acme.people;
    const refusals: [Identity, string][] = [
      [manager, 'PERMISSION_DENIED'],
      [service.acme.agent, 'HUMAN_REQUIRED'],
      [service.acme.service, 'HUMAN_REQUIRED'],
    ];
    for (const [as, code] of refusals) {
      const reply = await queue.approve(proposal, { as });
      expect([reply.status, reply.body.error.code]).toEqual([403, code]);
    }
    expect((await queue.approve(proposal, { as: service.globex.people.owner })).status).toBe(404);
    expect(await inspector.fingerprint()).toEqual(before);
    const old = await queue.approve(proposal, { as: await service.session(service.acme, 'owner', 901) });
    expect(old).toMatchObject({
      status: 423,
      body: { error: { code: 'FRESH_SESSION_REQUIRED', details: { max_age_seconds: 900 } } },
    });
    expect((await queue.read(proposal.id)).state).toBe('queued');
  });

  it('of a plain write does not require a fresh session', async () => {
    const reply = await queue.asAgent('POST', '/api/agent/actions/proposals', {
      operation: 'CreateCompany',
      arguments: { name: 'Later' },
    });
    const proposal = await queue.read(reply.body.data.proposal_id);
    const approved = await queue.approve(proposal, { as: await service.session(service.acme, 'owner', 901) });
    expect(approved.body.data.execution).toMatchObject({
      state: 'succeeded',
      result_ref: { type: 'company', id: expect.any(String) },
    });
  });

  it('is recorded with the error code when the call fails, and the call is rolled back', async () => {
    const website = `${randomUUID()}.example.com`;
    const reply = await queue.asAgent('POST', '/api/agent/actions/proposals', {
      operation: 'CreateCompany',
      arguments: { name: 'Too late', website },
    });
    const proposal = await queue.read(reply.body.data.proposal_id);
    await queue.company({ website });
    const approved = await queue.approve(proposal);
    expect(approved).toMatchObject({
      status: 200,
      body: {
        data: { state: 'approved', execution: { state: 'failed', error_code: 'CONFLICT', result_ref: null } },
      },
    });
    expect(await queue.events(proposal.id)).toEqual([
      'proposal.queued',
      'proposal.approved',
      'proposal.execution_failed',
    ]);
    expect(await service.sql(service.acme, `select id from companies where name = 'Too late'`)).toEqual([]);
    expect((await queue.approve(proposal)).body.error.code).toBe('PROPOSAL_NOT_QUEUED');
  });

  it("cannot do more than the agent's current permissions allow", async () => {
    const scopes = ['crm.companies:write'];
    const as = await service.token(service.acme, { kind: 'agent', scopes });
    const proposal = await queue.deletion(undefined, as);
    const revoke = (assignment: string) =>
      inspector.query(`update api_tokens set ${assignment} where tenant_id = $1 and id = $2`, [
        service.acme.id,
        proposal.proposed_by.id,
      ]);
    await revoke(`scopes = '{}'`);
    const narrowed = await queue.approve(proposal);
    expect(narrowed).toMatchObject({ status: 403, body: { error: { code: 'SCOPE_MISSING' } } });
    await revoke('revoked_at = now()');
    const revoked = await queue.approve(proposal);
    expect(revoked).toMatchObject({
      status: 403,
      body: { error: { code: 'PERMISSION_DENIED', details: { reason: 'proposer_without_access' } } },
    });
    expect((await queue.read(proposal.id)).state).toBe('queued');
    expect(await status(proposal.target.id)).toBe(200);
  });

  it('requires a second person where the policy demands four eyes', async () => {
    const { owner, admin } = service.acme.people;
    await queue.setPolicy({ four_eyes: ['write'] });
    const reply = await service.rest('POST', '/api/agent/actions/proposals', {
      operation: 'CreateCompany',
      arguments: { name: 'Two of us' },
    });
    const proposal = await queue.read(reply.body.data.proposal_id);
    const firstApproval = await queue.approve(proposal, { as: owner });
    expect(firstApproval).toMatchObject({
      status: 403,
      body: { error: { code: 'PERMISSION_DENIED', details: { reason: 'four_eyes' } } },
    });
    const both = await queue.approve(proposal, { as: admin });
    expect(both.body.data).toMatchObject({ state: 'approved', execution: { state: 'succeeded' } });
    const { created_by: author } = (
      await service.rest('GET', `/api/companies/${both.body.data.execution.result_ref.id}`)
    ).body.data;
    expect(author).toMatchObject({ type: 'user', id: owner.userId });
    await queue.setPolicy({ four_eyes: ['financial', 'signing'] });
  });
});

describe('a rejection', () => {
  it('is final, has a reason and changes nothing', async () => {
    const proposal = await queue.deletion();
    const path = `/api/agent/actions/approvals/${proposal.id}/reject`;
    expect((await service.rest('POST', path, {})).status).toBe(400);
    const as = service.acme.people.manager;
    expect((await service.rest('POST', path, { reason: 'No.' }, { as })).status).toBe(403);
    const reply = await service.rest('POST', path, { reason: 'Still needed.' });
    expect(reply.body.data).toMatchObject({
      state: 'rejected',
      decision_note: 'Still needed.',
      execution: null,
    });
    expect(await status(proposal.target.id)).toBe(200);
    for (const again of [
      await queue.approve(proposal),
      await service.rest('POST', path, { reason: 'Again.' }),
    ]) {
      expect(again).toMatchObject({
        status: 409,
        body: { error: { code: 'PROPOSAL_NOT_QUEUED', details: { state: 'rejected' } } },
      });
    }
  });
});

describe('a pending proposal', () => {
  let proposal: Awaited<ReturnType<Queue['deletion']>>;
  beforeEach(async () => {
    proposal = await queue.deletion();
  });

  it('is withdrawn only by its author', async () => {
    const path = `/api/agent/actions/proposals/${proposal.id}/cancel`;
    for (const as of [service.acme.people.owner, service.acme.people.member]) {
      const reply = await service.rest('POST', path, {}, { as });
      expect(reply).toMatchObject({ status: 403, body: { error: { code: 'PERMISSION_DENIED' } } });
    }
    const reply = await queue.asAgent('POST', path, {});
    expect(reply.body.data).toMatchObject({ state: 'cancelled', execution: null });
    expect(await queue.events(proposal.id)).toEqual(['proposal.queued', 'proposal.cancelled']);
    expect((await queue.approve(proposal)).body.error.code).toBe('PROPOSAL_NOT_QUEUED');
  });

  it('is not approved while automation is off', async () => {
    await queue.setPolicy({ enabled: false });
    const reply = await queue.approve(proposal);
    await queue.setPolicy({ enabled: true });
    expect(reply).toMatchObject({ status: 403, body: { error: { code: 'AGENT_AUTOMATION_DISABLED' } } });
    expect((await queue.approve(proposal)).status).toBe(200);
  });

  it('is not approved by a person who lacks the permission for the operation', async () => {
    await inspector.query(
      `update memberships set module_access = '{agent}' where tenant_id = $1 and user_id = $2`,
      [service.acme.id, service.acme.people.admin.userId],
    );
    service.server.services.principals.clear();
    const reply = await queue.approve(proposal, { as: service.acme.people.admin });
    expect(reply).toMatchObject({ status: 403, body: { error: { code: 'FEATURE_DISABLED' } } });
    await inspector.query(
      'update memberships set module_access = null where tenant_id = $1 and user_id = $2',
      [service.acme.id, service.acme.people.admin.userId],
    );
    service.server.services.principals.clear();
  });

  it('is decided on GraphQL as on REST', async () => {
    const query = `mutation ($id: UUID!, $hash: String!, $version: Int) {
      approveAction(approvalId: $id, argumentsHash: $hash, targetVersion: $version) { state execution { state } }
    }`;
    const reply = await service.graphql(query, {
      id: proposal.id,
      hash: proposal.arguments_hash,
      version: proposal.target.version,
    });
    expect(reply.body.data.approveAction).toEqual({ state: 'APPROVED', execution: { state: 'SUCCEEDED' } });
    const agent = await service.graphql(
      query,
      { id: proposal.id, hash: proposal.arguments_hash, version: 1 },
      { as: service.acme.agent, headers: withKey() },
    );
    expect(agent.body.errors[0].extensions.code).toBe('HUMAN_REQUIRED');
  });
});
