// Calls every operation of a module without the required permission, or on a record of somebody else.
import { describe, expect, it } from '@jest/globals';
import { type Operation, takesVersion } from '../../../src/operations/catalogue.ts';
import { send } from '../calls.ts';
import { newMember, signInTo } from '../people.ts';
import { type Identity, ROLES } from '../service.ts';
import { adminOnly } from './credentials.ts';
import { tenantOnly, type Walk, withKey } from './walk.ts';

export const permitted = (operation: Operation): boolean =>
  !!operation.access.permission && tenantOnly(operation);

/** Tells whether the operation changes a record and so is limited by record scope (platform.md section 5). */
export const changesRecord = (operation: Operation): boolean =>
  operation.kind === 'mutation' &&
  permitted(operation) &&
  operation.path.includes('{') &&
  /\.(update|delete)$/.test(operation.access.permission!);

/** Operations that refuse a record of somebody else with another error, and the reason. */
export const OTHER_REFUSALS: Record<string, string> = {
  CancelActionProposal: 'only its proposer withdraws a proposal, whatever the role',
  ...Object.fromEntries(
    [
      'UpdateContentDraft',
      'DeleteContentDraft',
      'SetContentVariant',
      'UploadContentMedia',
      'DeleteContentMedia',
    ].map((name) => [name, 'only its owner sees a draft, so it answers 404']),
  ),
  CancelJob: 'only its requester and admins see a job, so it answers 404',
  ...Object.fromEntries(
    [
      'UpdateCompanyNote',
      'DeleteCompanyNote',
      'UpdateContactNote',
      'DeleteContactNote',
      'DeleteDealNote',
    ].map((name) => [name, 'only its author changes a note without notes.manage, whatever the role']),
  ),
};

/** Operations on what belongs to the workspace and has neither owner nor author who could be told from others. */
export const WITHOUT_OWNER: Record<string, string> = {
  ...Object.fromEntries(
    ['TestWebhook', 'ReplayWebhookDelivery', 'RecoverWebhookDeliveries'].map((name) => [
      name,
      'a webhook is a setting of the workspace',
    ]),
  ),
  CancelBatch: 'the batches of others are not found',
  RetryBatchFailures: 'the batches of others are not found',
  UpdateCustomField: 'a definition is a setting of the workspace',
  ArchiveCustomField: 'a definition is a setting of the workspace',
};

/** Declares the tests of what a role may do. */
export function describeRoles(walk: () => Walk): void {
  describe('a role', () => {
    it.each([...ROLES, 'agent'])(
      'such as %s is refused with the name of the permission that it lacks',
      async (role) => {
        const { acme } = walk().service;
        const as = role === 'agent' ? acme.agent : acme.people[role as (typeof ROLES)[number]];
        const session = await walk().service.rest('GET', '/api/auth/session', undefined, { as });
        const permissions = new Set<string>(session.body.data.permissions);
        await walk().expectRefused({
          among: (operation) => permitted(operation) && !permissions.has(operation.access.permission!),
          as,
          headers: withKey(),
          expect: ({ access }) => ({
            code: 'PERMISSION_DENIED',
            details: { required_permission: access.permission },
          }),
        });
      },
    );

    it('with all permissions except that of the operation is refused', async () => {
      const every = [...walk().service.server.services.permissions.keys()];
      const cases = [];
      for (const missing of walk().permissions(permitted)) {
        cases.push({
          among: (operation: Operation) => permitted(operation) && operation.access.permission === missing,
          as: await walk().tokenWith(every.filter((permission) => permission !== missing)),
          expect: () => ({ code: 'PERMISSION_DENIED', details: { required_permission: missing } }),
        });
      }
      await walk().expectRefused(...cases);
    });

    it('with only the permission of the operation is not refused for lack of that permission', async () => {
      const faults: string[] = [];
      for (const permission of walk().permissions(permitted)) {
        const as = await walk().tokenWith([permission]);
        for (const operation of walk().operations.filter(permitted)) {
          if (operation.access.permission !== permission) continue;
          const reply = await send(walk().service, await walk().maker.prepare(operation), as);
          if (reply.body.error?.details?.required_permission === permission) faults.push(operation.name);
        }
      }
      expect(faults).toEqual([]);
    });

    it('below admin is refused where an admin is required', () =>
      walk().expectRefused({
        among: adminOnly,
        as: walk().service.acme.people.manager,
        expect: () => ({ code: 'PERMISSION_DENIED', details: { required_role: 'admin' } }),
      }));

    it('with the record scope "own" cannot change a record of somebody else and nothing is written', async () => {
      const { service, maker, inspector } = walk();
      const as = await ownOnlyMember(walk());
      const unrefused: Record<string, string> = {};
      const owned = walk().operations.filter(changesRecord);
      for (const operation of owned) {
        const call = await maker.prepare(operation);
        // Nobody learns the version of a record that they may not change: the scope is checked before the version.
        if (takesVersion(operation)) call.input.expected_version = 999;
        const before = await inspector.fingerprint(service.acme.id);
        const { status, body, text } = await send(service, call, as);
        if (isRefusal(operation.name, status, body.error))
          expect([operation.name, await inspector.fingerprint(service.acme.id)]).toEqual([
            operation.name,
            before,
          ]);
        else unrefused[operation.name] = `${status} ${text.slice(0, 200)}`;
      }
      const withoutOwner = owned.map(({ name }) => name).filter((name) => WITHOUT_OWNER[name]);
      const faults = Object.entries(unrefused).filter(([name]) => !WITHOUT_OWNER[name]);
      expect(faults).toEqual([]);
      // An operation that is refused must not stand in WITHOUT_OWNER.
      expect(Object.keys(unrefused)).toEqual(withoutOwner);
    });
  });
}

function isRefusal(
  name: string,
  status: number,
  error: { code: string; details?: { record_scope?: string } } | undefined,
): boolean {
  const byScope = error?.code === 'PERMISSION_DENIED' && error.details?.record_scope === 'own';
  return OTHER_REFUSALS[name] ? status >= 400 && !byScope : status === 403 && byScope;
}

/** Creates a member with every permission except those named `.manage`, whose role has the record scope "own". */
async function ownOnlyMember(walk: Walk): Promise<Identity> {
  const { service } = walk;
  const permissions = [...service.server.services.permissions.keys()].filter(
    (permission) => !permission.endsWith('.manage'),
  );
  const { email } = await newMember(service, service.acme, await walk.role(permissions, { '*': 'own' }));
  return signInTo(service, service.acme, email);
}
