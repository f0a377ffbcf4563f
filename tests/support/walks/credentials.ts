// Calls every operation of a module without the required credentials, scope, fresh session or module.
import { describe, expect, it } from '@jest/globals';
import { wantsFreshSession } from '../../../src/access/freshness.ts';
import { operatorPermissions } from '../../../src/access/operators.ts';
import type { Operation } from '../../../src/operations/catalogue.ts';
import { operatorsOnly, signedIn, tenantOnly, type Walk, withKey } from './walk.ts';

/** Modules that no workspace can switch off (platform.md section 3). */
const ALWAYS_ON = ['auth', 'settings', 'dashboard', 'activities', 'admin'];

export const adminOnly = ({ access }: Operation): boolean => access.principals === 'admin';
export const freshOnly = ({ access }: Operation): boolean =>
  wantsFreshSession(access) && access.principals === 'admin';
export const peopleOnly = ({ access }: Operation): boolean =>
  ['user', 'admin', 'operator'].includes(access.principals);
export const canBeOff = ({ access }: Operation): boolean => !ALWAYS_ON.includes(access.module);

/** Declares the tests of authentication, scopes and modules. */
export function describeCredentials(walk: () => Walk): void {
  describe('credentials', () => {
    it('are required by every operation that is not public', () =>
      walk().expectRefused(
        { among: signedIn, as: null, expect: () => ({ code: 'UNAUTHENTICATED' }) },
        {
          among: signedIn,
          as: { token: `tat_${'x'.repeat(43)}`, tenantId: walk().service.acme.id },
          expect: () => ({ code: 'UNAUTHENTICATED' }),
        },
      ));

    it('of people and tokens give no access to another workspace', () => {
      const { acme, globex } = walk().service;
      const refused = { among: tenantOnly, expect: () => ({ code: 'TENANT_ACCESS_DENIED' }) };
      return walk().expectRefused(
        { ...refused, as: { ...acme.people.owner, tenantId: globex.id } },
        { ...refused, as: { ...acme.service, tenantId: globex.id } },
      );
    });

    it('of a token are refused without the id of the workspace', () => {
      const { service } = walk().service.acme;
      return walk().expectRefused(
        { among: tenantOnly, as: { ...service, tenantId: '' }, expect: () => ({ code: 'TENANT_REQUIRED' }) },
        {
          among: tenantOnly,
          as: { ...service, tenantId: 'acme' },
          expect: () => ({ code: 'VALIDATION_ERROR' }),
        },
      );
    });

    it('of a member who is not its owner give no access to a suspended workspace', () =>
      walk().whileWorkspaceHas(`status = 'suspended'`, `status = 'active'`, () =>
        walk().expectRefused({
          among: tenantOnly,
          as: walk().service.acme.people.admin,
          expect: () => ({ code: 'TENANT_SUSPENDED' }),
        }),
      ));

    it.each(['agent', 'service'] as const)('of a token (%s) are refused by operations for people', (kind) =>
      walk().expectRefused({
        among: peopleOnly,
        as: walk().service.acme[kind],
        headers: withKey(),
        expect: () => ({ code: 'HUMAN_REQUIRED' }),
      }),
    );

    it('of an old session are refused where a fresh session is required', async () =>
      walk().expectRefused({
        among: freshOnly,
        as: await walk().service.session(walk().service.acme, 'owner', 901),
        expect: () => ({
          code: 'FRESH_SESSION_REQUIRED',
          details: { max_age_seconds: 900, path: '/api/auth/re-authenticate' },
        }),
      }));
  });

  describe('an operation of operators', () => {
    it('is refused to everybody else, to sessions without a second factor, and to roles without its permission', async () => {
      const { service, operations } = walk();
      const { support } = service.operators;
      const operator = await service.server.services.database.read({}, ({ db }) =>
        db('users').where({ id: support.userId }).first('operator_role'),
      );
      expect(operator).toEqual({ operator_role: 'support' });
      const withoutCode = await service.sessionOf(support.userId);
      await walk().expectRefused(
        {
          among: operatorsOnly,
          as: service.acme.people.owner,
          expect: () => ({ code: 'OPERATOR_REQUIRED' }),
        },
        { among: operatorsOnly, as: withoutCode, expect: () => ({ code: 'MFA_REQUIRED' }) },
        {
          among: (operation) =>
            operatorsOnly(operation) &&
            !operatorPermissions('support', service.server.services.permissions).has(
              operation.access.permission!,
            ),
          as: support,
          expect: ({ access }) => ({
            code: 'PERMISSION_DENIED',
            details: { required_permission: access.permission },
          }),
        },
        {
          among: (operation) => operatorsOnly(operation) && operation.access.risk === 'risky',
          as: service.operators.administrator,
          expect: () => ({ code: 'VALIDATION_ERROR' }),
        },
      );
      expect(operations.length).toBeGreaterThan(0);
    });
  });

  describe('a scope', () => {
    it.each(['agent', 'service'] as const)('that the %s lacks is named in the refusal', async (kind) => {
      const { service, operations, scopes } = walk();
      const cases = [];
      for (const missing of new Set(operations.flatMap(({ access }) => access.scope ?? []))) {
        const as = await service.token(service.acme, {
          kind,
          scopes: scopes.filter((scope) => scope !== missing),
          roleKey: kind === 'agent' ? 'agent' : 'owner',
        });
        const session = await service.rest('GET', '/api/auth/session', undefined, { as });
        const permissions = session.body.data?.permissions as string[] | undefined;
        cases.push({
          among: (operation: Operation) =>
            tenantOnly(operation) &&
            operation.access.scope === missing &&
            (!operation.access.permission ||
              !permissions ||
              permissions.includes(operation.access.permission)),
          as,
          headers: withKey(),
          expect: () => ({ code: 'SCOPE_MISSING', details: { required_scopes: [missing] } }),
        });
      }
      await walk().expectRefused(...cases);
    });
  });

  describe('a module', () => {
    it('that is off in the workspace is refused for everyone', async () => {
      const { module, service } = walk();
      if (!walk().operations.some(canBeOff)) return;
      const details = { module, flag: `modules.${module}`, level: 'tenant' };
      const off = { among: tenantOnly, expect: () => ({ code: 'FEATURE_DISABLED', details }) };
      await walk().whileWorkspaceHas(`modules = '{"${module}": false}'`, `modules = '{}'`, () =>
        walk().expectRefused({ ...off, as: service.acme.people.owner }, { ...off, as: service.acme.service }),
      );
    });

    it('that is missing in the list of a token is refused for that token', async () => {
      const { module, service, scopes } = walk();
      const as = await service.token(service.acme, {
        kind: 'service',
        scopes,
        roleKey: 'owner',
        modules: [],
      });
      await walk().expectRefused({
        among: (operation) => canBeOff(operation) && tenantOnly(operation),
        as,
        expect: () => ({ code: 'FEATURE_DISABLED', details: { module, level: 'token' } }),
      });
      expect(walk().operations.length).toBeGreaterThan(0);
    });
  });
}
