// Calls every operation of a module as an agent: with automation off, with required approval, and without a key.
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Operation } from '../../../src/operations/catalogue.ts';
import { asGraphql, send } from '../calls.ts';
import { mutates, tenantOnly, type Walk, withKey } from './walk.ts';

/** Tables that a call writes when it waits for approval; those who may approve it get a notification. */
const QUEUE_TABLES =
  /^public\.(action_proposals|audit_entries|audit_unsealed|events|webhook_outbox|idempotency_keys|agent_action_counts|notifications)$|^graphile_worker/;

export const isRisky = (operation: Operation): boolean =>
  tenantOnly(operation) &&
  operation.access.risk === 'risky' &&
  // Only its author may delete a note, and a refused call is not queued.
  operation.access.permission !== 'notes.delete';

/** Declares the tests of what agents may do. */
export function describeAgents(walk: () => Walk): void {
  describe('an agent', () => {
    let permissions: string[];

    beforeAll(async () => {
      const { service } = walk();
      const session = await service.rest('GET', '/api/auth/session', undefined, { as: service.acme.agent });
      permissions = session.body.data.permissions;
    });

    const allowed = (operation: Operation) =>
      tenantOnly(operation) &&
      (!operation.access.permission || permissions.includes(operation.access.permission));

    it('changes nothing while automation is off', () =>
      walk().whileAutomationIsOff(() =>
        walk().expectRefused({
          among: (operation) => allowed(operation) && mutates(operation),
          as: walk().service.acme.agent,
          headers: withKey(),
          expect: () => ({ code: 'AGENT_AUTOMATION_DISABLED' }),
        }),
      ));

    it('can read while automation is off', () =>
      walk().whileAutomationIsOff(async () => {
        const { service, operations, calls } = walk();
        const reads = operations.filter(
          (operation) =>
            allowed(operation) &&
            operation.access.risk === 'read' &&
            operation.answer !== 'export' &&
            // The proposal of the test belongs to somebody else, and agents see only their own.
            operation.name !== 'GetActionProposal' &&
            // The cells of a file are for its uploader, and for people who approve imports.
            !['PreviewImport', 'ListImportRows'].includes(operation.name),
        );
        for (const operation of reads) {
          const reply = await send(service, calls.get(operation)!, service.acme.agent);
          expect({ name: operation.name, status: reply.status }).toEqual({
            name: operation.name,
            status: operation.status,
          });
        }
      }));

    it('receives a proposal in place of a risky change, on REST and GraphQL', async () => {
      for (const operation of walk().operations.filter(
        // A message is sent by a mail server only (tests/communications/sending.test.ts).
        (operation) => allowed(operation) && isRisky(operation) && operation.name !== 'SendCommunication',
      ))
        await expectQueued(walk(), operation);
    });

    it('changes nothing without an idempotency key', () =>
      walk().expectRefused({
        among: (operation) => allowed(operation) && mutates(operation),
        as: walk().service.acme.agent,
        expect: () => ({ code: 'IDEMPOTENCY_KEY_REQUIRED' }),
      }));
  });
}

async function expectQueued({ service, inspector, maker }: Walk, operation: Operation): Promise<void> {
  const effects = async () =>
    Object.fromEntries(
      Object.entries(await inspector.fingerprint()).filter(([table]) => !QUEUE_TABLES.test(table)),
    );
  const call = await maker.prepare(operation);
  // An existing client number is refused, and a call that could not run is not queued.
  if ('client_number' in call.input) call.input.client_number = randomUUID().slice(0, 8);
  const before = await effects();
  const rest = await send(service, call, service.acme.agent, withKey());
  expect([operation.name, rest.status, rest.body.data?.executed]).toEqual([operation.name, 202, false]);
  const { query, variables } = asGraphql(call);
  const graphql = await service.graphql(query, variables, { as: service.acme.agent, headers: withKey() });
  expect({ name: operation.name, ...graphql.body }).toMatchObject({
    name: operation.name,
    data: { [operation.rootField]: null },
    extensions: { queuedForApproval: { status: 'queued_for_approval', executed: false } },
  });
  expect(await effects()).toEqual(before);
}
