// Governed fields: what may be seen of a record. One wrapper at the resolver of the field serves every surface.
import { defaultFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import type { Context } from '../context.ts';
import { argumentsOf, directive } from '../operations/directives.ts';
import { snakeCase } from '../operations/naming.ts';
import type { Principal } from './principal.ts';

export interface FieldGovernance {
  class: 'ordinary_crm' | 'restricted_relationship' | 'private_user_note' | 'credential';
  /** The permission, by name: no wildcard covers it (spec README point 2). */
  read: string;
}

/** The class of a field, or undefined for an ordinary one. */
export function governanceOf(field: Parameters<typeof directive>[0]): FieldGovernance | undefined {
  const use = directive(field, 'class');
  if (!use) return undefined;
  const given = argumentsOf(use) as { is: string; read: string };
  return { class: given.is.toLowerCase() as FieldGovernance['class'], read: given.read };
}

/** Whether a principal may read a governed field; agents never read private notes (crm.md section 5). */
export function mayRead(governance: FieldGovernance, principal: Principal): boolean {
  if (governance.class === 'credential') return false;
  if (principal.kind === 'agent') {
    if (governance.class === 'private_user_note') return false;
    if (!principal.scopes?.has('crm.relationships_restricted:read')) return false;
  }
  return principal.permissions.has(governance.read);
}

/** Makes every governed field of the schema read null, and be named, for a caller who may not read it. */
export function applyRedaction(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const governance = governanceOf(field);
      if (!governance) continue;
      const resolve = field.resolve ?? defaultFieldResolver;
      const name = snakeCase(field.name);
      field.resolve = (parent, args, ctx: Context, info) => {
        if (mayRead(governance, ctx.principal)) return resolve(parent, args, ctx, info);
        ctx.redacted.add(name);
        return null;
      };
    }
  }
  return schema;
}

/** Names of all governed fields of a schema. */
export function governedFields(schema: GraphQLSchema): ReadonlySet<string> {
  const names = new Set<string>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) if (governanceOf(field)) names.add(field.name);
  }
  return names;
}
