// The six system roles as data, and the expansion of grants to permissions and of wildcards to scopes (platform.md §5).
import { type GraphQLSchema, isEnumType, isInterfaceType, isObjectType } from 'graphql';
import { argumentsOf, directive } from '../sdl/directives.ts';
import { accessOf } from './access.ts';

/** Every permission of the product with its module. */
export type PermissionCatalogue = ReadonlyMap<string, string>;

/**
 * Permissions of governed fields, granted only by name: no wildcard includes them (spec README point 2). Custom fields
 * share a pair for each class. The system roles have the first group; none has the second.
 */
const RESTRICTED = readAndUpdate(
  'contact_relationship_intent',
  'contact_interests',
  'custom_fields_restricted',
);
/** Private notes and fields: agents never hold these permissions, whatever role their token has (spec README point 2). */
export const PRIVATE = readAndUpdate('contact_context_notes', 'custom_fields_private');
export const GOVERNED: ReadonlySet<string> = new Set([...RESTRICTED, ...PRIVATE]);

/** Permissions that no field of the schema requires on its own (spec README point 11). */
const EXTRAS: readonly (readonly [permission: string, module: string])[] = [
  ['deals.manage', 'deals'],
  ['notes.manage', 'crm'],
  ['comments.manage', 'support'],
  // Deciding on the time of others (delivery.md section 2.3).
  ['time_entries.approve', 'delivery'],
  // Reading the jobs of others (delivery.md section 6.2).
  ['jobs.manage', 'imports'],
  ...[...GOVERNED].map((permission) => [permission, 'crm'] as const),
];

/** Modules that are not part of the product itself (spec README point 18). */
const NOT_PRODUCT: ReadonlySet<string> = new Set([
  'auth',
  'settings',
  'webhooks',
  'agent',
  'billing',
  'admin',
]);

/** Returns whether a module is part of the product, and not of its administration. */
export function isProduct(module: string): boolean {
  return !NOT_PRODUCT.has(module);
}

/** The permissions that every role has. */
export const BASELINE = [
  'tenant_settings.read',
  'members.read',
  'roles.read',
  'custom_fields.read',
  'tenant_health.read',
  'my_work.read',
  'my_work.update',
  'notifications.read',
  'notifications.update',
  'saved_views.create',
  'saved_views.read',
  'saved_views.update',
  'saved_views.delete',
];

/** Permissions to propose actions, to read proposals, and to withdraw one's own (platform.md section 7). */
const PROPOSING = ['proposals.create', 'proposals.read', 'proposals.update'];

/** Sharing of one's own records with people outside: bound to own records like their update. */
const SHARING: readonly string[] = ['rooms.manage'];

export interface SystemRole {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  /** Exact names, `*` or `<entity>.*`, in addition to the baseline. */
  readonly grants: readonly string[];
  /** Actions that the role may perform on every entity of the product modules. */
  readonly onProduct?: readonly string[] | 'all';
  /** Permissions of product modules with other actions. */
  readonly also?: readonly string[];
  /** Permissions excluded from `onProduct`. */
  readonly except?: readonly string[];
  /** The role may only change and delete records that it owns or is assigned to. */
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
    grants: ['assistant.use', 'communications.send', ...PROPOSING],
    onProduct: ['create', 'read', 'update', 'delete'],
    also: SHARING,
    // A payment changes an invoice, which members may not change.
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
    // An import is executed after a person has approved it.
    also: ['rooms.manage', 'imports.execute'],
  },
];

const BY_KEY = new Map(SYSTEM_ROLES.map((role) => [role.key, role]));

/** A role held by a principal. */
export interface HeldRole {
  key: string;
  /** The stored grants; empty for a system role, whose grants are defined in this file. */
  grants: readonly string[];
  isSystem: boolean;
  /** For custom roles: the entities whose records may only be changed and deleted by their owners. */
  recordScope?: RecordScopes;
}

/** Scope by entity, plural snake_case; `*` applies to the entities that are not named. The default is all. */
export type RecordScopes = Readonly<Record<string, 'all' | 'own'>>;

/**
 * Returns the permissions of a system role (platform.md §5, spec README points 2 and 18).
 * @throws Error if there is no such system role
 */
export function grantsOf(roleKey: string, catalogue: PermissionCatalogue): Set<string> {
  const role = BY_KEY.get(roleKey);
  if (!role) throw new Error(`there is no system role ${roleKey}`);
  const permissions = expandGrants([...BASELINE, ...role.grants], catalogue);
  const { onProduct, also = [], except = [] } = role;
  if (!onProduct) return permissions;
  for (const [permission, module] of catalogue) {
    if (!isProduct(module) || GOVERNED.has(permission) || except.includes(permission)) continue;
    if (onProduct === 'all' || onProduct.includes(actionOf(permission)) || also.includes(permission))
      permissions.add(permission);
  }
  return permissions;
}

/**
 * Returns the permissions of stored grants: `*`, `<entity>.*` and exact names. A wildcard includes neither governed
 * fields nor the operator surface; a name that is not in the catalogue grants nothing (platform.md §5, spec README
 * point 2).
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

/** The roles that grant a permission: system roles by key, custom ones by one of these grants. */
export interface Holders {
  readonly roleKeys: readonly string[];
  readonly grants: readonly string[];
}

const holdersByCatalogue = new WeakMap<PermissionCatalogue, Map<string, Holders>>();

/** Returns by which roles people hold a permission, for statements that look for them. */
export function holdersOf(permission: string, catalogue: PermissionCatalogue): Holders {
  const known = holdersByCatalogue.get(catalogue) ?? new Map<string, Holders>();
  holdersByCatalogue.set(catalogue, known);
  let holders = known.get(permission);
  if (!holders) {
    const roles = SYSTEM_ROLES.filter(({ key }) => grantsOf(key, catalogue).has(permission));
    const wildcards = GOVERNED.has(permission) ? [] : ['*', `${entityOf(permission)}.*`];
    holders = { roleKeys: roles.map(({ key }) => key), grants: [...wildcards, permission] };
    known.set(permission, holders);
  }
  return holders;
}

/** Returns the union of the permissions of the roles; there are no deny rules (platform.md §5). */
export function permissionsOf(roles: readonly HeldRole[], catalogue: PermissionCatalogue): Set<string> {
  const permissions = new Set<string>();
  for (const role of roles) {
    const granted = role.isSystem ? grantsOf(role.key, catalogue) : expandGrants(role.grants, catalogue);
    for (const permission of granted) permissions.add(permission);
  }
  return permissions;
}

/**
 * Returns the permissions limited to own or assigned records: those that no role grants without that limit. Reading is
 * never limited (platform.md §5).
 */
export function ownOnlyOf(roles: readonly HeldRole[], catalogue: PermissionCatalogue): Set<string> {
  const restricted = new Set<string>();
  const unrestricted = new Set<string>();
  for (const role of roles) {
    const scopes = recordScopeOf(role);
    for (const permission of permissionsOf([role], catalogue)) {
      // Baseline permissions only concern a user's own objects.
      const isLimited = /\.(update|delete|send)$/.test(permission) || SHARING.includes(permission);
      if (!isLimited || BASELINE.includes(permission)) continue;
      const scope = scopes[entityOf(permission)] ?? scopes['*'];
      (scope === 'own' ? restricted : unrestricted).add(permission);
    }
  }
  for (const permission of unrestricted) restricted.delete(permission);
  return restricted;
}

/** Returns the record scope of a custom or system role. */
export function recordScopeOf({ key, isSystem, recordScope = {} }: HeldRole): RecordScopes {
  if (!isSystem) return recordScope;
  return BY_KEY.get(key)?.ownOnly ? { '*': 'own' } : {};
}

/** Returns the grants of a role in the form in which they can be given to another role. */
export function grantsIn({ key, grants, isSystem }: HeldRole, catalogue: PermissionCatalogue): string[] {
  if (!isSystem) return [...grants];
  const { grants: stated = [], onProduct } = BY_KEY.get(key) ?? {};
  return onProduct ? [...grantsOf(key, catalogue)].sort() : [...stated];
}

/** Returns every permission that the schema requires, and those that only services require (spec README point 11). */
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

/** Scopes that a token needs to use the agent surface (platform.md §5). */
export const RUNTIME_SCOPES = ['agent.mcp:use', 'agent.runtime:use'];

/** Returns every scope that the schema requires, and the runtime scopes. */
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

/**
 * Expands wildcards such as `crm.*:read` to the scopes that exist today, so that future resources are not included
 * (platform.md §5).
 */
export function expandScopes(scopes: readonly string[], catalogue: ReadonlySet<string>): string[] {
  const expanded = scopes.flatMap((scope) => {
    const [, product, action] = /^(\w+)\.\*:(\w+)$/.exec(scope) ?? [];
    if (!product) return [scope];
    return [...catalogue].filter((known) => known.startsWith(`${product}.`) && known.endsWith(`:${action}`));
  });
  return [...new Set(expanded)].sort();
}

/** Returns every module that a workspace can have: those of the schema, without the operator surface. */
export function tenantModules(schema: GraphQLSchema): string[] {
  const type = schema.getType('Module');
  if (!isEnumType(type)) return [];
  const names = type.getValues().map(({ name }) => name.toLowerCase());
  return names.filter((name) => name !== 'admin');
}

/** Returns the entity of a permission: `deals` for `deals.update`. */
export function entityOf(permission: string): string {
  return permission.slice(0, permission.lastIndexOf('.'));
}

function actionOf(permission: string): string {
  return permission.slice(permission.lastIndexOf('.') + 1);
}

function readAndUpdate(...fields: string[]): string[] {
  return fields.flatMap((field) => [`${field}.read`, `${field}.update`]);
}
