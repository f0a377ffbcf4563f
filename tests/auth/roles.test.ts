// System roles and grants: who holds what, and what no wildcard ever covers.
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

const RESTRICTED = [...GOVERNED].filter((name) => !name.startsWith('contact_context_notes'));
const held = (key: string) => grantsOf(key, PERMISSIONS);
const system = (key: string): HeldRole => ({ key, grants: [], isSystem: true });

describe('the system roles', () => {
  test('owner and admin hold everything but private notes and the operator surface', () => {
    const left = ['contact_context_notes.read', 'contact_context_notes.update', 'platform_users.read'];
    const all = [...PERMISSIONS.keys()].filter((name) => !left.includes(name)).sort();
    expect([...held('owner')].sort()).toEqual(all);
    expect([...held('admin')].sort()).toEqual(all);
  });

  test('manager holds the product with its special actions, but money, numbering and settings stay out', () => {
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
    for (const name of [
      ...never,
      'roles.create',
      'webhooks.create',
      'proposals.approve',
      'contact_context_notes.read',
    ]) {
      expect(manager).not.toContain(name);
    }
  });

  test('member works in the product without special actions, invoices and money', () => {
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

  test('viewer only reads, beside its own notifications', () => {
    const writes = [...held('viewer')].filter((name) => !name.endsWith('.read'));
    expect(writes.sort()).toEqual(['assistant.use', 'notifications.update']);
    expect(held('viewer')).not.toContain('webhooks.read');
    expect(held('viewer')).toContain('assistant.read');
  });

  test('agent sends and deletes, but never approves, merges, exports or reads governed fields', () => {
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

  test.each(SYSTEM_ROLES.map(({ key }) => key))('%s holds the baseline and nothing of operators', (key) => {
    for (const name of ['roles.read', 'my_work.read', 'notifications.update'])
      expect(held(key)).toContain(name);
    for (const name of held(key)) expect(PERMISSIONS.get(name)).not.toBe('admin');
  });

  test('an unknown key is a fault, not an empty role', () => {
    expect(() => grantsOf('root', PERMISSIONS)).toThrow('root');
  });
});

describe('custom grants', () => {
  const names = [...PERMISSIONS.keys()];
  const wildcards = ['*', ...names.map((name) => `${name.split('.')[0]}.*`)];

  test('a wildcard never covers a governed field or the operator surface', () => {
    fc.assert(
      fc.property(fc.subarray(wildcards), (grants) => {
        for (const name of expandGrants(grants, PERMISSIONS)) {
          expect(GOVERNED.has(name) || name.startsWith('platform_')).toBe(false);
        }
      }),
    );
  });

  test('an exact name gives itself and nothing else, governed or not', () => {
    const grantable = names.filter((name) => !name.startsWith('platform_'));
    fc.assert(
      fc.property(fc.subarray(grantable), (grants) => {
        expect([...expandGrants(grants, PERMISSIONS)].sort()).toEqual([...grants].sort());
      }),
    );
  });

  test('more grants never give less', () => {
    const some = fc.subarray([...names, ...wildcards]);
    fc.assert(
      fc.property(some, some, (one, other) => {
        const both = expandGrants([...one, ...other], PERMISSIONS);
        for (const name of expandGrants(one, PERMISSIONS)) expect(both.has(name)).toBe(true);
      }),
    );
  });

  test('an entity wildcard covers its entity only, and an unknown name nothing', () => {
    expect([...expandGrants(['invoices.*'], PERMISSIONS)].every((name) => name.startsWith('invoices.'))).toBe(
      true,
    );
    expect(expandGrants(['invoices', 'invoice.*', 'nothing.read', ''], PERMISSIONS).size).toBe(0);
  });

  test('a custom role called owner is still a custom role', () => {
    const impostor = { key: 'owner', grants: ['companies.read'], isSystem: false };
    expect([...permissionsOf([impostor], PERMISSIONS)]).toEqual(['companies.read']);
  });
});

describe('the record scope', () => {
  test('binds a member to own records until a wider role stands beside', () => {
    const bound = (...roles: HeldRole[]) => [...ownOnlyOf(roles, PERMISSIONS)];
    expect(bound(system('member'))).toEqual(
      expect.arrayContaining(['companies.update', 'companies.delete', 'contacts.delete']),
    );
    expect(bound(system('member'))).not.toContain('companies.read');
    expect(bound(system('member'), system('viewer'))).toEqual(bound(system('member')));
    expect(bound(system('member'), system('manager'))).toEqual([]);
    expect(bound(system('agent'))).toEqual([]);
  });

  test('of a role that the workspace made is that of the entity, else that of all others', () => {
    const role = (recordScope: HeldRole['recordScope']): HeldRole => ({
      key: 'field',
      grants: ['companies.*', 'contacts.*'],
      isSystem: false,
      recordScope,
    });
    const bound = (...roles: HeldRole[]) => [...ownOnlyOf(roles, PERMISSIONS)].sort();
    expect(bound(role({ companies: 'own' }))).toEqual(['companies.delete', 'companies.update']);
    expect(bound(role({ '*': 'own', companies: 'all' }))).toEqual(['contacts.delete', 'contacts.update']);
    // A permission that a second role gives without the bound is free.
    expect(bound(role({ '*': 'own' }), role({ '*': 'own', contacts: 'all' }))).toEqual([
      'companies.delete',
      'companies.update',
    ]);
  });
});

describe('the catalogues', () => {
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

  test('find the permissions of types, fields and classes, and add those that only services ask for', () => {
    const found = permissionCatalogue(schema);
    expect(Object.fromEntries(found)).toMatchObject({
      'deals.read': 'deals',
      'deals.export': 'deals',
      'deals.update': 'deals',
      'deals.manage': 'deals',
      'deal_secrets.read': 'deals',
      'contact_context_notes.read': 'crm',
    });
  });

  test('expand scope wildcards to what exists, and leave names as they are', () => {
    const scopes = scopeCatalogue(schema);
    expect(expandScopes(['crm.*:read', 'agent.runtime:use'], scopes)).toEqual([
      'agent.runtime:use',
      'crm.deals:read',
    ]);
    expect(expandScopes(['crm.*:write', 'crm.deals:write'], scopes)).toEqual(['crm.deals:write']);
  });
});
