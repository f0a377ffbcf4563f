// The automation policy: its rules and permissions, and its immediate effect on agents.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { proposals } from '../../src/domains/proposals/jobs.ts';
import { startWorker } from '../../src/jobs/worker.ts';
import { Queue } from '../proposals/queue.ts';
import { Inspector } from '../support/inspector.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let queue: Queue;
let inspector: Inspector;
let mail: MailServer;

beforeAll(async () => {
  mail = await startMailServer();
  service = await startService({ SMTP_URL: mail.url });
  queue = new Queue(service);
  inspector = await Inspector.open(service.databaseUrl);
});

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
  await mail?.stop();
});

const create = () => queue.asAgent('POST', '/api/companies', { name: 'By an agent' });
const code = async (reply: Promise<{ body: { error?: { code: string; details?: object } } }>) => {
  const { error } = (await reply).body;
  return error && [error.code, error.details];
};

describe('the automation policy', () => {
  it('is off and cautious by default', async () => {
    await inspector.query(
      `update automation_policies set enabled = false, version = 1 where tenant_id = $1`,
      [service.globex.id],
    );
    const reply = await service.rest('GET', '/api/settings/agents/policy', undefined, {
      as: service.globex.people.owner,
    });
    expect(reply.headers.get('etag')).toBe('"1"');
    expect(reply.body.data).toMatchObject({
      enabled: false,
      modes: {
        write: 'allow',
        external_send: 'approval',
        financial: 'approval',
        destructive: 'approval',
        signing: 'approval',
      },
      four_eyes: ['financial', 'signing'],
      proposal_ttl_hours: 72,
      daily_cap: 2000,
      quiet_hours: null,
      kill_switch: false,
    });
  });

  it('changes only the given parts, and only at the current version', async () => {
    const before = (await queue.setPolicy({ proposal_ttl_hours: 24 })).body.data;
    const after = await queue.setPolicy({ modes: { write: 'approval' } });
    expect(after.body.data).toMatchObject({
      version: before.version + 1,
      proposal_ttl_hours: 24,
      modes: { write: 'approval', destructive: 'approval' },
      updated_by: { type: 'user' },
    });
    const same = await queue.setPolicy({ modes: { write: 'approval' } });
    expect(same.body.data.version).toBe(after.body.data.version);
    const stale = await service.rest(
      'PUT',
      '/api/settings/agents/policy',
      { enabled: false },
      { headers: { 'if-match': `"${before.version}"` } },
    );
    expect(stale.status).toBe(412);
    await queue.setPolicy({ modes: { write: 'allow' }, proposal_ttl_hours: 72 });
    expect((await queue.events(service.acme.id)).every((type) => type === 'agent_policy.updated')).toBe(true);
  });

  it('cannot allow risky classes without approval, and rejects invalid values', async () => {
    const before = await inspector.fingerprint();
    for (const riskClass of ['external_send', 'financial', 'destructive', 'signing']) {
      const reply = await queue.setPolicy({ modes: { [riskClass]: 'allow' } });
      expect(reply).toMatchObject({
        status: 400,
        body: { error: { fields: [{ path: `modes.${riskClass}`, rule: 'never_allowed' }] } },
      });
    }
    for (const body of [
      { quiet_hours: { from: '22:00', until: '22:00' } },
      { quiet_hours: { from: '24:00', until: '06:00' } },
      { proposal_ttl_hours: 0 },
      { enabled: null },
      { modes: { write: null } },
      { four_eyes: ['everything'] },
    ])
      expect((await queue.setPolicy(body)).status).toBe(400);
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('can be set only by admins with a fresh sign-in', async () => {
    const { manager } = service.acme.people;
    expect((await queue.setPolicy({ enabled: true }, { as: manager })).status).toBe(403);
    expect((await queue.setPolicy({ enabled: true }, { as: service.acme.agent })).status).toBe(403);
    const old = await service.session(service.acme, 'owner', 901);
    expect((await queue.setPolicy({ enabled: true }, { as: old })).status).toBe(423);
  });
});

describe('an agent', () => {
  it('cannot write while automation is off, during quiet hours or after the kill switch, and can write again afterwards', async () => {
    const now = service.server.services.clock.now();
    const time = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString().slice(11, 16);
    for (const [stop, go, reason] of [
      [{ enabled: false }, { enabled: true }, 'disabled'],
      [{ kill_switch: true }, { kill_switch: false }, 'kill_switch'],
      [{ quiet_hours: { from: time(-1), until: time(1) } }, { quiet_hours: null }, 'quiet_hours'],
    ] as const) {
      await queue.setPolicy(stop);
      const refused = ['AGENT_AUTOMATION_DISABLED', { reason }];
      expect(await code(create())).toEqual(refused);
      const { id } = await queue.company();
      expect(await code(queue.asAgent('DELETE', `/api/companies/${id}`))).toEqual(refused);
      const read = await service.rest('GET', '/api/agent/capabilities?all=true', undefined, {
        as: service.acme.agent,
      });
      expect(read.body.data.policy.automation_enabled).toBe(false);
      await queue.setPolicy(go);
      expect((await create()).status).toBe(201);
    }
    await queue.setPolicy({ quiet_hours: { from: time(1), until: time(-1) } });
    expect((await create()).status).toBe(201);
    await queue.setPolicy({ quiet_hours: null });
  });

  it('can be denied a risk class, and its plain writes can require approval', async () => {
    await queue.setPolicy({ modes: { destructive: 'deny', write: 'approval' } });
    const { id } = await queue.company();
    expect(await code(queue.asAgent('DELETE', `/api/companies/${id}`))).toEqual([
      'ACTION_NOT_AVAILABLE',
      { risk_class: 'destructive' },
    ]);
    expect((await create()).status).toBe(202);
    const capabilities = await service.rest('GET', '/api/agent/capabilities?all=true', undefined, {
      as: service.acme.agent,
    });
    const capability = (name: string) =>
      capabilities.body.data.capabilities.find((entry: { operation: string }) => entry.operation === name);
    expect(capability('DeleteCompany')).toMatchObject({
      approval: 'denied',
      available: false,
      unavailable_reason: 'ACTION_NOT_AVAILABLE',
    });
    expect(capability('CreateCompany')).toMatchObject({ approval: 'required', available: true });
    await queue.setPolicy({ modes: { destructive: 'approval', write: 'allow' } });
  });
});

describe('a pending proposal', () => {
  it('is cancelled by the kill switch', async () => {
    const proposal = await queue.deletion();
    await queue.setPolicy({ kill_switch: true });
    expect((await queue.read(proposal.id)).state).toBe('cancelled');
    expect(await queue.events(proposal.id)).toEqual(['proposal.queued', 'proposal.cancelled']);
    await queue.setPolicy({ kill_switch: false });
  });

  it('expires after its lifetime, even before the job has processed it', async () => {
    await queue.setPolicy({ proposal_ttl_hours: 1 });
    const proposal = await queue.deletion();
    const expire = () =>
      proposals.expire_proposal!(
        {
          services: service.server.services,
          log: service.server.app.log,
          tenantId: service.acme.id,
          requestId: 'job-of-the-test',
          jobId: '1',
          attempt: 1,
          signal: new AbortController().signal,
        },
        { proposalId: proposal.id } as never,
      );
    await expire();
    expect((await queue.read(proposal.id)).state).toBe('queued');
    service.advance(3601);
    const as = await service.session(service.acme, 'owner');
    const approval = await queue.approve(proposal, { as });
    expect(approval.body.error).toMatchObject({ code: 'PROPOSAL_NOT_QUEUED', details: { state: 'expired' } });
    await expire();
    await expire();
    service.advance(0);
    expect((await queue.read(proposal.id)).state).toBe('expired');
    expect(await queue.events(proposal.id)).toEqual(['proposal.queued', 'proposal.expired']);
    await queue.setPolicy({ proposal_ttl_hours: 72 });
  });

  it('is reported by mail to owners and admins, and its rejection to the owner of the agent', async () => {
    const worker = await startWorker(service.server.services, service.databaseUrl, service.server.app.log);
    try {
      const { member, owner, admin } = service.acme.people;
      const agent = await service.rest('POST', '/api/settings/agents', {
        name: 'Mailing',
        purpose: 'Tests',
        allowed_scopes: ['crm.companies:write'],
        owner_user_id: member.userId,
      });
      const as = await service.token(service.acme, {
        kind: 'agent',
        scopes: ['crm.companies:write'],
        agentId: agent.body.data.id,
      });
      const { id } = await queue.deletion(undefined, as);
      // The owner has a daily digest of such requests from here on.
      await service.rest('PUT', '/api/notifications/preferences', {
        preferences: { approval_requested: { email: 'daily' } },
      });
      const { id: second } = await queue.deletion(undefined, as);
      await service.rest('POST', `/api/agent/actions/approvals/${id}/reject`, { reason: 'Keep it.' });
      const rejection = await mail.next(member.email);
      expect(rejection.subject).toBe('Rejected: Delete a company');
      expect(rejection.text).toContain('Keep it.');
      for (const { email } of [owner, admin]) {
        const request = await until(() => mail.to(email).find(({ text }) => text.includes(id)));
        expect(request.subject).toBe('Approval needed: Delete a company');
      }
      const asked = (email: string) => mail.to(email).some(({ text }) => text.includes(second));
      await until(async () => asked(admin.email));
      expect(asked(owner.email)).toBe(false);
    } finally {
      await worker.stop();
    }
  });
});
