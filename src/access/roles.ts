// The six system roles as data, and how grants become permissions and wildcards become scopes (platform.md §5).
import { type GraphQLSchema, isEnumType, isInterfaceType, isObjectType } from 'graphql';
import { argumentsOf, directive } from '../sdl/directives.ts';
import { accessOf } from './access.ts';

/** Every permission of the product and the module that it belongs to. */
export type PermissionCatalogue = ReadonlyMap<string, string>;

/**
 * One permission per governed field, granted by its name only: no wildcard covers them (spec README point 2). Custom
 * fields share a pair of each class. Grouped, because the roles carry the first group and nobody the second.
 */
const RESTRICTED = readAndUpdate(
  'contact_relationship_intent',
  'contact_interests',
  'custom_fields_restricted',
);
export const PRIVATE = readAndUpdate('contact_context_notes', 'custom_fields_private');
export const GOVERNED: ReadonlySet<string> = new Set([...RESTRICTED, ...PRIVATE]);

/** Agents never read private notes, whatever role their token was given (spec README point 2). */
export const NEVER_FOR_AGENTS: readonly string[] = PRIVATE;

/** Permissions that no field of the schema asks for by itself (spec README point 11). */
const EXTRAS: readonly (readonly [permission: string, module: string])[] = [
  ['deals.manage', 'deals'],
  ['notes.manage', 'crm'],
  // Sees the jobs of others (delivery.md section 6.2).
  ['jobs.manage', 'imports'],
  ...[...GOVERNED].map((permission) => [permission, 'crm'] as const),
];

/** Modules that are not part of the product that a workspace works with (spec README point 18). */
const NOT_PRODUCT: ReadonlySet<string> = new Set([
  'auth',
  'settings',
  'webhooks',
  'agent',
  'billing',
  'admin',
]);

/** Whether a module is part of the product, and not of what runs it. */
export function isProduct(module: string): boolean {
  return !NOT_PRODUCT.has(module);
}

/** What every role may do. */
export const BASELINE = [
  'tenant_settings.read',
  'members.read',
  'roles.read',
  'custom_fields.read',
  'tenant_health.read',
  'my_work.read',
  'notifications.read',
  'notifications.update',
  'saved_views.create',
  'saved_views.read',
  'saved_views.update',
  'saved_views.delete',
];

/** To propose, to see what came of it, and to withdraw one's own (platform.md section 7). */
const PROPOSING = ['proposals.create', 'proposals.read', 'proposals.update'];

export interface SystemRole {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  /** Exact names, `*` or `<entity>.*`, beside the baseline. */
  readonly grants: readonly string[];
  /** Actions that it holds on every entity of the product modules. */
  readonly onProduct?: readonly string[] | 'all';
  /** Taken out of `onProduct`. */
  readonly except?: readonly string[];
  /** It changes and deletes only records that are its own or assigned to it. */
  readonly ownOnly?: true;
}

export const SYSTEM_ROLES: readonly SystemRole[] = [
  {
    key: 'owner',
    name: 'Owner',
    description: 'Everything, including handing the workspace over and granting the role owner.',
    grants: ['*', ...RESTRICTED],
  },
  {
    key: 'admin',
    name: 'Admin',
    description: 'Everything but handing the workspace over and granting the role owner.',
    grants: ['*', ...RESTRICTED],
  },
  {
    key: 'manager',
    name: 'Manager',
    description: 'All work of the product on all records; reads settings, approves no agent action.',
    grants: ['webhooks.read', ...PROPOSING, ...RESTRICTED],
    onProduct: 'all',
    except: ['numbering.manage', 'payments.refund', 'contacts.manage'],
  },
  {
    key: 'member',
    name: 'Member',
    description: 'Reads and creates everywhere in the product; changes and deletes own or assigned records.',
    grants: ['assistant.use', ...PROPOSING],
    onProduct: ['create', 'read', 'update', 'delete'],
    // A payment is written onto an invoice, which members do not write.
    except: ['invoices.create', 'invoices.update', 'invoices.delete', 'payments.create'],
    ownOnly: true,
  },
  {
    key: 'viewer',
    name: 'Viewer',
    description: 'Reads the product.',
    grants: ['assistant.use'],
    onProduct: ['read'],
  },
  {
    key: 'agent',
    name: 'Agent',
    description:
      'Creates, reads, changes, deletes and sends in the product; a risky call becomes a proposal.',
    grants: PROPOSING,
    onProduct: ['create', 'read', 'update', 'delete', 'send'],
  },
];

const BY_KEY = new Map(SYSTEM_ROLES.map((role) => [role.key, role]));

/** A role as a principal holds it. */
export interface HeldRole {
  key: string;
  /** The stored grants; empty on a system role, whose grants are those of this file. */
  grants: readonly string[];
  isSystem: boolean;
  /** Of a role that the workspace made: entities whose records its holders change and delete only where they are theirs. */
  recordScope?: RecordScopes;
}

/** Scope by entity, plural snake_case; `*` stands for the entities that are not named, and all without it. */
export type RecordScopes = Readonly<Record<string, 'all' | 'own'>>;

/**
 * The permissions of a system role (platform.md §5, spec README points 2 and 18).
 * @throws when there is no such system role
 */
export function grantsOf(roleKey: string, catalogue: PermissionCatalogue): Set<string> {
  const role = BY_KEY.get(roleKey);
  if (!role) throw new Error(`there is no system role ${roleKey}`);
  const permissions = expandGrants([...BASELINE, ...role.grants], catalogue);
  const { onProduct, except = [] } = role;
  if (!onProduct) return permissions;
  for (const [permission, module] of catalogue) {
    if (!isProduct(module) || GOVERNED.has(permission) || except.includes(permission)) continue;
    if (onProduct === 'all' || onProduct.includes(actionOf(permission))) permissions.add(permission);
  }
  return permissions;
}

/**
 * What stored grants allow: `*`, `<entity>.*` and exact names. A wildcard covers neither governed fields nor the
 * operator surface; a name that the catalogue does not know grants nothing (platform.md §5, spec README point 2).
 */
export function expandGrants(grants: readonly string[], catalogue: PermissionCatalogue): Set<string> {
  const permissions = new Set<string>();
  for (const [permission, module] of catalogue) {
    if (module === 'admin') continue;
    const ofEntity = `${entityOf(permission)}.*`;
    const byWildcard = !GOVERNED.has(permission) && (grants.includes('*') || grants.includes(ofEntity));
    if (byWildcard || grants.includes(permission)) permissions.add(permission);
  }
  return permissions;
}

/** The union of the roles held: there are no deny rules (platform.md §5). */
export function permissionsOf(roles: readonly HeldRole[], catalogue: PermissionCatalogue): Set<string> {
  const permissions = new Set<string>();
  for (const role of roles) {
    const granted = role.isSystem ? grantsOf(role.key, catalogue) : expandGrants(role.grants, catalogue);
    for (const permission of granted) permissions.add(permission);
  }
  return permissions;
}

/**
 * The permissions that reach only the holder's own or assigned records: those that no role held grants without that
 * bound. Reading is never bound (platform.md §5).
 */
export function ownOnlyOf(roles: readonly HeldRole[], catalogue: PermissionCatalogue): Set<string> {
  const restricted = new Set<string>();
  const unrestricted = new Set<string>();
  for (const role of roles) {
    const scopes = recordScopeOf(role);
    for (const permission of permissionsOf([role], catalogue)) {
      // What everybody has is their own by nature.
      if (!/\.(update|delete)$/.test(permission) || BASELINE.includes(permission)) continue;
      const scope = scopes[entityOf(permission)] ?? scopes['*'];
      (scope === 'own' ? restricted : unrestricted).add(permission);
    }
  }
  for (const permission of unrestricted) restricted.delete(permission);
  return restricted;
}

/** The record scope of a role, be it one of the system. */
export function recordScopeOf({ key, isSystem, recordScope = {} }: HeldRole): RecordScopes {
  if (!isSystem) return recordScope;
  return BY_KEY.get(key)?.ownOnly ? { '*': 'own' } : {};
}

/** The grants of a role as they can be given to another one. */
export function grantsIn({ key, grants, isSystem }: HeldRole, catalogue: PermissionCatalogue): string[] {
  if (!isSystem) return [...grants];
  const { grants: stated = [], onProduct } = BY_KEY.get(key) ?? {};
  return onProduct ? [...grantsOf(key, catalogue)].sort() : [...stated];
}

/** Every permission that the schema asks for, and the few that only services ask for (spec README point 11). */
export function permissionCatalogue(schema: GraphQLSchema): Map<string, string> {
  const found = new Map<string, string>(EXTRAS);
  const add = (permission: string | undefined, module: string): void => {
    if (permission && !found.has(permission)) found.set(permission, module);
  };
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || !(isObjectType(type) || isInterfaceType(type))) continue;
    const record = accessOf(type as never, 'query');
    if (record) add(record.permission, record.module);
    for (const field of Object.values(type.getFields())) {
      const access = accessOf(field, 'query');
      if (access) add(access.permission, access.module);
      const governed = directive(field, 'class');
      if (governed) add(argumentsOf(governed).read as string, record?.module ?? 'crm');
    }
  }
  return found;
}

/** Scopes that let a token use the agent surface at all (platform.md §5). */
export const RUNTIME_SCOPES = ['agent.mcp:use', 'agent.runtime:use'];

/** Every scope that the schema asks for, and the runtime scopes. */
export function scopeCatalogue(schema: GraphQLSchema): Set<string> {
  const found = new Set(RUNTIME_SCOPES);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const carrier of [type, ...Object.values(type.getFields())]) {
      const scope = accessOf(carrier as never, 'query')?.scope;
      if (scope) found.add(scope);
    }
  }
  return found;
}

/** `crm.*:read` as the scopes that it means today, so that resources to come do not leak in (platform.md §5). */
export function expandScopes(scopes: readonly string[], catalogue: ReadonlySet<string>): string[] {
  const expanded = scopes.flatMap((scope) => {
    const [, product, action] = /^(\w+)\.\*:(\w+)$/.exec(scope) ?? [];
    if (!product) return [scope];
    return [...catalogue].filter((known) => known.startsWith(`${product}.`) && known.endsWith(`:${action}`));
  });
  return [...new Set(expanded)].sort();
}

/** Every module that a workspace may have: those of the schema, without the operator surface. */
export function tenantModules(schema: GraphQLSchema): string[] {
  const type = schema.getType('Module');
  if (!isEnumType(type)) return [];
  const names = type.getValues().map(({ name }) => name.toLowerCase());
  return names.filter((name) => name !== 'admin');
}

/** `deals` of `deals.update`. */
export function entityOf(permission: string): string {
  return permission.slice(0, permission.lastIndexOf('.'));
}

function actionOf(permission: string): string {
  return permission.slice(permission.lastIndexOf('.') + 1);
}

function readAndUpdate(...fields: string[]): string[] {
  return fields.flatMap((field) => [`${field}.read`, `${field}.update`]);
}
