// Redacts governed fields. A wrapper around the resolver of each field serves every surface.
import { defaultFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import { invalid } from '../errors.ts';
import { camelCase, snakeCase } from '../naming.ts';
import { argumentsOf, directive } from '../sdl/directives.ts';
import type { AccessContext } from './context.ts';
import type { CustomFields } from './custom-field-definitions.ts';
import type { FieldGovernance, Governed } from './governance.ts';
import type { Principal } from './principal.ts';

/**
 * Governed custom fields, with one name per class because the workspace chooses the names of its fields. Granted by
 * name like the governed fields of contacts (spec README point 2).
 */
export const CUSTOM_FIELD_CLASSES: Governed = new Map([
  [
    'customFieldsRestricted',
    { class: 'restricted_relationship', read: 'custom_fields_restricted.read' } as const,
  ],
  ['customFieldsPrivate', { class: 'private_user_note', read: 'custom_fields_private.read' } as const],
]);

/** Returns the governance of a field, or undefined for an ordinary one. */
export function governanceOf(field: Parameters<typeof directive>[0]): FieldGovernance | undefined {
  const use = directive(field, 'class');
  if (!use) return undefined;
  const given = argumentsOf(use) as { is: string; read: string };
  return { class: given.is.toLowerCase() as FieldGovernance['class'], read: given.read };
}

/** Returns whether a principal may read a governed field; agents never read private notes (crm.md section 5). */
export function mayRead(governance: FieldGovernance, principal: Principal): boolean {
  if (governance.class === 'credential') return false;
  if (principal.kind === 'agent') {
    if (governance.class === 'private_user_note') return false;
    if (!principal.scopes?.has('crm.relationships_restricted:read')) return false;
  }
  return principal.permissions.has(governance.read);
}

/** Wraps every governed field, so that it returns null and is reported as redacted for a caller who may not read it. */
export function applyRedaction(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const governance = governanceOf(field);
      if (!governance) continue;
      const resolve = field.resolve ?? defaultFieldResolver;
      const name = snakeCase(field.name);
      field.resolve = (parent, args, ctx: AccessContext, info) => {
        if (mayRead(governance, ctx.principal))
          return auditRead(ctx, type.name, parent, resolve(parent, args, ctx, info));
        ctx.redacted.add(name);
        return null;
      };
    }
  }
  return schema;
}

/** Types identified by the id of another record, with the name of that record. */
const RECORDS: Record<string, string> = { RelationshipContext: 'contact' };

/** Reports to the audit that a governed value of a record was read (platform.md section 8). */
function auditRead(ctx: AccessContext, type: string, { id }: { id?: string }, value: unknown): unknown {
  if (value instanceof Promise) return value.then((known) => auditRead(ctx, type, { id }, known));
  const isEmpty = value === null || value === undefined || (Array.isArray(value) && value.length === 0);
  if (id && !isEmpty) ctx.services.deferredAudit.restrictedRead(ctx, RECORDS[type] ?? snakeCase(type), id);
  return value;
}

/**
 * Returns the governed fields that have a value in an answer in wire names, by their names in the schema.
 * @param customFields the workspace's custom fields, of all kinds of records
 */
export function governedIn(governed: Governed, answer: unknown, customFields: CustomFields): Set<string> {
  const names = new Map([...governed.keys()].map((name) => [snakeCase(name), name]));
  for (const [name, one] of CUSTOM_FIELD_CLASSES)
    for (const field of Object.values(customFields).flatMap((own) => [...own.values()]))
      if (field.classification === one.class) names.set(`custom_fields.${field.key}`, name);
  const found = new Set<string>();
  const visit = (part: unknown, prefix: string): void => {
    if (part === null || typeof part !== 'object') return;
    for (const [key, value] of Object.entries(part)) {
      const name = names.get(prefix + key);
      if (name && value !== null) found.add(name);
      visit(value, key === 'custom_fields' ? 'custom_fields.' : '');
    }
  };
  visit(answer, '');
  return found;
}

/** Returns whether a principal may read all of the named governed fields. */
export function mayReadAll(
  { governed }: { governed: Governed },
  names: readonly string[],
  principal: Principal,
): boolean {
  return names.every((name) => {
    const governance = governed.get(name);
    return governance && mayRead(governance, principal);
  });
}

/**
 * Returns the principal without permission to read governed fields of other classes than the given ones, for reading
 * data that will be shown to others.
 */
export function restrictToClasses(
  principal: Principal,
  governed: Governed,
  classes: ReadonlySet<FieldGovernance['class']>,
): Principal {
  const excluded = [...governed.values()].filter((one) => !classes.has(one.class)).map(({ read }) => read);
  const permissions = new Set([...principal.permissions].filter((one) => !excluded.includes(one)));
  return { ...principal, permissions };
}

/** Returns the governed fields of a schema by name, whatever their type, and the classes of custom fields. */
export function governedFields(schema: GraphQLSchema): Governed {
  const fields = new Map(CUSTOM_FIELD_CLASSES);
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const governance = governanceOf(field);
      if (governance) fields.set(field.name, governance);
    }
  }
  return fields;
}

/**
 * Refuses a sort by a field that the caller may not read, whether the list supports that sort or not.
 * @param sort keys in wire form, such as `-name`
 * @throws VALIDATION_ERROR field_not_readable
 */
export function assertSortReadable(
  { governed }: { governed: Governed },
  principal: Principal,
  sort: unknown,
): void {
  for (const [at, key] of [sort].flat().entries()) {
    const governance = typeof key === 'string' ? governed.get(camelCase(key.replace(/^-/, ''))) : undefined;
    if (!governance || mayRead(governance, principal)) continue;
    throw invalid(`sort[${at}]`, 'field_not_readable', 'You can only sort by fields that you may read.', {
      reason: 'field_not_readable',
    });
  }
}

/**
 * Refuses a filter on a field that the caller may not read: the result would disclose its values (crm.md section 0).
 * @throws VALIDATION_ERROR field_not_readable
 */
export function assertFilterReadable(
  { services, principal }: AccessContext,
  filter: object | null | undefined,
): void {
  for (const [name, conditions] of Object.entries(filter ?? {})) {
    const governance = services.governed.get(name);
    if (!governance || !conditions || mayRead(governance, principal)) continue;
    const path = `filter.${snakeCase(name)}`;
    throw invalid(path, 'field_not_readable', 'You can only filter by fields that you may read.', {
      reason: 'field_not_readable',
    });
  }
}
