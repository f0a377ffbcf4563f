// System roles and grants: the permissions of each role, and those that no wildcard covers.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { buildSchema } from 'graphql';
import {
  expandGrants,
  expandScopes,
  GOVERNED,
  grantsOf,
  type HeldRole,
  ownOnlyOf,
  permissionCatalogue,
  permissionsOf,
  SYSTEM_ROLES,
  scopeCatalogue,
} from '../../src/access/roles.ts';
import { PERMISSIONS } from './identity.ts';

const PRIVATE = [...GOVERNED].filter((name) => /^(contact_context_notes|custom_fields_private)\./.test(name));
const RESTRICTED = [...GOVERNED].filter((name) => !PRIVATE.includes(name));
const held = (key: string) => grantsOf(key, PERMISSIONS);
const system = (key: string): HeldRole => ({ key, grants: [], isSystem: true });

describe('with system roles,', () => {
  test('an owner or an admin holds everything except private notes and the operator permissions', () => {
    const excluded = [...PRIVATE, 'platform_users.read'];
    const all = [...PERMISSIONS.keys()].filter((name) => !excluded.includes(name)).sort();
    expect([...held('owner')].sort()).toEqual(all);
    expect([...held('admin')].sort()).toEqual(all);
  });

  test('a manager holds product permissions and special actions, but not money, numbering or settings', () => {
    const manager = held('manager');
    for (const name of [
      'companies.merge',
      'companies.export',
      'invoices.void',
      'deals.manage',
      'webhooks.read',
      ...RESTRICTED,
    ]) {
      expect(manager).toContain(name);
    }
    const never = [
      'payments.refund',
      'numbering.manage',
      'contacts.manage',
      'billing.read',
      'billing.manage',
    ];
    for (const name of [...never, 'roles.create', 'webhooks.create', 'proposals.approve', ...PRIVATE]) {
      expect(manager).not.toContain(name);
    }
  });

  test('a member holds product permissions, but no special actions, invoice changes or payments', () => {
    const member = held('member');
    for (const name of [
      'companies.create',
      'companies.update',
      'companies.delete',
      'invoices.read',
      'assistant.use',
    ]) {
      expect(member).toContain(name);
    }
    for (const name of [
      'companies.merge',
      'companies.export',
      'invoices.create',
      'payments.create',
      'deals.manage',
    ]) {
      expect(member).not.toContain(name);
    }
  });

  test('a viewer only reads, uses the assistant, snoozes own work and updates notifications', () => {
    const writes = [...held('viewer')].filter((name) => !name.endsWith('.read'));
    expect(writes.sort()).toEqual(['assistant.use', 'my_work.update', 'notifications.update']);
    expect(held('viewer')).not.toContain('webhooks.read');
    expect(held('viewer')).toContain('assistant.read');
  });

  test('an agent may send and delete, but never approve, merge, export or read governed fields', () => {
    const agent = held('agent');
    for (const name of ['companies.delete', 'invoices.send', 'proposals.create'])
      expect(agent).toContain(name);
    for (const name of [
      'companies.merge',
      'companies.export',
      'invoices.void',
      'proposals.approve',
      ...GOVERNED,
    ]) {
      expect(agent).not.toContain(name);
    }
  });

  test.each(SYSTEM_ROLES.map(({ key }) => key))(
    'the role %s holds the baseline permissions and no operator permissions',
    (key) => {
      for (const name of ['roles.read', 'my_work.read', 'notifications.update'])
        expect(held(key)).toContain(name);
      for (const name of held(key)) expect(PERMISSIONS.get(name)).not.toBe('admin');
    },
  );

  test('an unknown role key throws an error instead of being an empty role', () => {
    expect(() => grantsOf('root', PERMISSIONS)).toThrow('root');
  });
});

describe('with custom grants,', () => {
  const names = [...PERMISSIONS.keys()];
  const wildcards = ['*', ...names.map((name) => `${name.split('.')[0]}.*`)];

  test('a wildcard never covers a governed field or an operator permission', () => {
    fc.assert(
      fc.property(fc.subarray(wildcards), (grants) => {
        for (const name of expandGrants(grants, PERMISSIONS)) {
          expect(GOVERNED.has(name) || name.startsWith('platform_')).toBe(false);
        }
      }),
    );
  });

  test('an exact name grants exactly that permission, governed or not', () => {
    const grantable = names.filter((name) => !name.startsWith('platform_'));
    fc.assert(
      fc.property(fc.subarray(grantable), (grants) => {
        expect([...expandGrants(grants, PERMISSIONS)].sort()).toEqual([...grants].sort());
      }),
    );
  });

  test('adding grants never removes permissions', () => {
    const some = fc.subarray([...names, ...wildcards]);
    fc.assert(
      fc.property(some, some, (first, other) => {
        const both = expandGrants([...first, ...other], PERMISSIONS);
        for (const name of expandGrants(first, PERMISSIONS)) expect(both.has(name)).toBe(true);
      }),
    );
  });

  test('an entity wildcard covers only its entity, and an unknown name covers nothing', () => {
    expect([...expandGrants(['invoices.*'], PERMISSIONS)].every((name) => name.startsWith('invoices.'))).toBe(
      true,
    );
    expect(expandGrants(['invoices', 'invoice.*', 'nothing.read', ''], PERMISSIONS).size).toBe(0);
  });

  test('a custom role with the key owner is still a custom role', () => {
    const impostor = { key: 'owner', grants: ['companies.read'], isSystem: false };
    expect([...permissionsOf([impostor], PERMISSIONS)]).toEqual(['companies.read']);
  });
});

describe('the record scope', () => {
  test('limits a member to own records unless a wider role is held too', () => {
    const ownOnly = (...roles: HeldRole[]) => [...ownOnlyOf(roles, PERMISSIONS)];
    expect(ownOnly(system('member'))).toEqual(
      expect.arrayContaining(['companies.update', 'companies.delete', 'contacts.delete']),
    );
    expect(ownOnly(system('member'))).not.toContain('companies.read');
    expect(ownOnly(system('member'), system('viewer'))).toEqual(ownOnly(system('member')));
    expect(ownOnly(system('member'), system('manager'))).toEqual([]);
    expect(ownOnly(system('agent'))).toEqual([]);
  });

  test('of a custom role is that of the entity, or else the one given for all entities', () => {
    const role = (recordScope: HeldRole['recordScope']): HeldRole => ({
      key: 'field',
      grants: ['companies.*', 'contacts.*'],
      isSystem: false,
      recordScope,
    });
    const ownOnly = (...roles: HeldRole[]) => [...ownOnlyOf(roles, PERMISSIONS)].sort();
    expect(ownOnly(role({ companies: 'own' }))).toEqual(['companies.delete', 'companies.update']);
    expect(ownOnly(role({ '*': 'own', companies: 'all' }))).toEqual(['contacts.delete', 'contacts.update']);
    // A permission that a second role grants without the limit is not limited.
    expect(ownOnly(role({ '*': 'own' }), role({ '*': 'own', contacts: 'all' }))).toEqual([
      'companies.delete',
      'companies.update',
    ]);
  });
});

describe('the permission and scope catalogues', () => {
  const schema = buildSchema(`
    directive @access(module: String!, permission: String, scope: String) on FIELD_DEFINITION | OBJECT
    directive @class(is: String!, read: String!) on FIELD_DEFINITION
    type Deal @access(module: "DEALS", permission: "deals.read", scope: "crm.deals:read") {
      id: ID
      secret: String @class(is: "PRIVATE_USER_NOTE", read: "deal_secrets.read")
    }
    type Query { deals: [Deal] @access(module: "DEALS", permission: "deals.export", scope: "crm.deals:read") }
    type Mutation { win: Deal @access(module: "DEALS", permission: "deals.update", scope: "crm.deals:write") }
  `);

  test('contain the permissions of types, fields and classifications, and those that only services check', () => {
    const catalogue = permissionCatalogue(schema);
    expect(Object.fromEntries(catalogue)).toMatchObject({
      'deals.read': 'deals',
      'deals.export': 'deals',
      'deals.update': 'deals',
      'deals.manage': 'deals',
      'deal_secrets.read': 'deals',
      'contact_context_notes.read': 'crm',
    });
  });

  test('expand scope wildcards to existing scopes, and keep exact names unchanged', () => {
    const scopes = scopeCatalogue(schema);
    expect(expandScopes(['crm.*:read', 'agent.runtime:use'], scopes)).toEqual([
      'agent.runtime:use',
      'crm.deals:read',
    ]);
    expect(expandScopes(['crm.*:write', 'crm.deals:write'], scopes)).toEqual(['crm.deals:write']);
  });
});
