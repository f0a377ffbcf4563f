// Calls of operators: who makes them, and the records that no POST of the operators' surface creates.
import { v7 as uuid } from 'uuid';
import { PLATFORM_WORKSPACE } from '../../src/access/operators.ts';
import { createUser } from '../../src/domains/auth/accounts.ts';
import { enqueue } from '../../src/jobs/queue.ts';
import type { Operation } from '../../src/operations/catalogue.ts';
import type { CallMaker, Input } from './calls.ts';
import { type Identity, operatorCall, type TestService } from './service.ts';

/** What a risky call of an operator must state. */
export const STATING_REASON = { 'x-operator-reason': 'Ticket 4711' };

type Creator = (maker: CallMaker, path: string, parentIds: Input) => string | Promise<string>;

/** Creates records for operations of operators, by the name of the input or by path of the collection. */
export const OPERATOR_CREATORS: Record<string, Creator> = {
  // A user can be granted one role, so that the same proposal is returned again.
  '/api/admin/operators': async ({ service }) => {
    const rows = await service.server.services.database.read({ tenantId: PLATFORM_WORKSPACE }, ({ db }) =>
      db('operators').where({ user_id: service.operators.support.userId }).select('id'),
    );
    return rows[0]!.id;
  },
  workspace_id: ({ workspace }) => workspace.id,
  // Workers make a queue known, and there is none.
  queueName: async ({ service, workspace }) => {
    await service.server.services.database.write({ tenantId: workspace.id }, ({ db }) =>
      enqueue({ db, tenantId: workspace.id, requestId: 'test' }, 'seal_audit', {}, { key: 'one' }),
    );
    return 'seal_audit';
  },
  policyKey: () => 'tenant',
  '/api/admin/jobs': async (maker, path) => {
    const id = await maker.job();
    if (path.endsWith('/retry')) await failJob(maker, id);
    return id;
  },
  // An event whose envelope never became known.
  '/api/admin/ingress-events': async ({ service, workspace }) => {
    const [row] = await service.server.services.database.write({ tenantId: workspace.id }, ({ db }) =>
      db('signing_provider_events')
        .insert({
          ...{ tenant_id: workspace.id, connection_id: uuid(), event_id: uuid(), type: 'envelope.completed' },
          ...{ provider_envelope_id: 'unknown', state: 'dead', body: '{}', received_at: new Date() },
        })
        .returning('id'),
    );
    return row!.id;
  },
  // A transition needs a workspace in a state.
  '/api/admin/tenants': (maker, path) => tenantFor(maker, path),
  '/api/admin/privacy-requests': ({ service, workspace }) => requestFor(service, workspace.id),
  flagKey: ({ service }) => flagFor(service),
  tenant_id: ({ workspace }) => workspace.id,
  operator_id: ({ service }) => service.operators.support.userId,
  '/api/admin/users': (maker, path) =>
    path.endsWith('/impersonate') ? impersonable(maker) : createAccount(maker.service, path),
  '/api/admin/impersonations': async (maker) => {
    const path = `/api/admin/users/${await impersonable(maker)}/impersonate`;
    const input = { tenant_id: maker.workspace.id, reason: 'Her board stays empty.', ticket: 'SUP-1' };
    const { body } = await maker.service.rest('POST', path, input);
    return body.data?.impersonation.id ?? body.error.details.impersonation_id;
  },
  '/api/admin/webhooks': (maker) => maker.webhook(),
  '/api/admin/webhooks/deliveries': async (maker) =>
    maker.createBy('TestWebhook', 'deliveryId', { id: await maker.webhook() }),
};

/** Creates a workspace, in the state that the last part of the path needs. */
async function tenantFor({ service }: CallMaker, path: string): Promise<string> {
  const slug = `tenant-${uuid()}`;
  const input = { name: 'Northwind', slug, owner_email: `${slug}@example.com`, plan_key: 'growth' };
  const call = (method: string, to: string, body?: object) =>
    service.rest(method, `/api/admin/tenants${to}`, body, operatorCall(service.operators));
  const { id } = (await call('POST', '', input)).body.data;
  if (path.endsWith('/reactivate')) await call('POST', `/${id}/suspend`);
  if (path.endsWith('/restore')) await call('DELETE', `/${id}`);
  return id;
}

/** Opens a request that can be executed. */
async function requestFor(service: TestService, workspaceId: string): Promise<string> {
  const body = { type: 'export', email: `${uuid()}@example.com`, workspace_id: workspaceId };
  const reply = await service.rest(
    'POST',
    '/api/admin/privacy-requests',
    body,
    operatorCall(service.operators),
  );
  return reply.body.data.id;
}

/** Defines a flag, and sets it for no workspace. */
async function flagFor(service: TestService): Promise<string> {
  const key = `flag-${uuid()}`;
  const body = { key, description: 'A flag', kind: 'boolean' };
  await service.rest('POST', '/api/admin/feature-flags', body, operatorCall(service.operators));
  return key;
}

/** Lets a job fail whose work can be repeated. */
async function failJob({ service, workspace }: CallMaker, id: string): Promise<void> {
  await service.server.services.database.write({ tenantId: workspace.id }, ({ db }) =>
    db('jobs')
      .where({ tenant_id: workspace.id, id })
      .update({
        state: 'failed',
        error: { code: 'INTERNAL_ERROR', message: 'It failed.' },
        finished_at: new Date(),
        work: { handler: 'export_audit_log', input: { format: 'csv' }, repeatable: true },
      }),
  );
}

/** Creates an account in the state that the operation of a path changes. */
async function createAccount({ server }: TestService, path: string): Promise<string> {
  const now = server.services.clock.now();
  return server.services.database.write({}, async ({ db }) => {
    const email = `${uuid()}@people.example`;
    const id = await createUser(db, { email, name: 'Ada Byron', now });
    if (path.endsWith('/reactivate')) await db('users').where({ id }).update({ status: 'suspended' });
    if (path.endsWith('/reset-mfa'))
      await db('users').where({ id }).update({ mfa_enabled: true, mfa_secret: 'sealed' });
    return id;
  });
}

/** Ends what runs, because an operator has one impersonation at a time. @returns a member of the workspace */
async function impersonable({ service, workspace }: CallMaker): Promise<string> {
  await service.server.services.database.write({}, ({ db }) =>
    db('impersonations').where({ ended_at: null }).update({ ended_at: new Date(), end_reason: 'operator' }),
  );
  return workspace.people.viewer.userId;
}

/** Returns who calls an operation in tests, and with which headers: an administrator, or the owner of the workspace. */
export function callerOf(
  operation: Operation,
  service: TestService,
  owner: Identity,
): { as: Identity; headers?: Record<string, string> } {
  if (operation.access.principals !== 'operator') return { as: owner };
  return operatorCall(service.operators);
}
