// Custom fields of a principal: what the workspace has defined, and who may read and write it (platform.md §3
// classification, §8).
import { defaultFieldResolver, type GraphQLSchema, isObjectType } from 'graphql';
import { LRUCache } from 'lru-cache';
import { argumentsOf, directive } from '../sdl/directives.ts';
import type { AccessContext } from './context.ts';
import {
  type CustomFieldDefinition,
  type CustomFields,
  NO_CUSTOM_FIELDS,
} from './custom-field-definitions.ts';
import type { FieldGovernance } from './governance.ts';
import type { Principal } from './principal.ts';
import { CUSTOM_FIELD_CLASSES, mayRead } from './redaction.ts';

const NO_FIELDS: ReadonlyMap<string, CustomFieldDefinition> = new Map();

/** SQL of the workspace's active fields as JSON; for statements that load a principal of the workspace `t`. */
export const CUSTOM_FIELDS_SQL = `(
    select jsonb_agg(jsonb_build_object('entity', f.entity, 'key', f.key, 'type', f.type, 'classification', f.classification,
      'required', f.required, 'isUnique', f.is_unique, 'defaultValue', f.default_value, 'options', f.options, 'rules', f.rules)
      order by f.entity, f.position, f.key)::text
    from custom_fields f where f.tenant_id = t.id and f.archived_at is null
  )`;

/** The definitions read last, by workspace, so that its principals share one copy. */
const cache = new LRUCache<string, { text: string; fields: CustomFields }>({ max: 1_000 });

/** Returns the definitions of a workspace from the result of CUSTOM_FIELDS_SQL. */
export function customFieldsFrom(tenantId: string, text: string | null): CustomFields {
  if (text === null) return NO_CUSTOM_FIELDS;
  const last = cache.get(tenantId);
  if (last?.text === text) return last.fields;
  const rows = JSON.parse(text) as (CustomFieldDefinition & { entity: string })[];
  const fields = Object.fromEntries(
    [...Map.groupBy(rows, ({ entity }) => entity)].map(([entity, own]) => [
      entity,
      new Map(own.map((field) => [field.key, field])),
    ]),
  );
  cache.set(tenantId, { text, fields });
  return fields;
}

/** Returns the custom fields of a kind of record, by key. */
export function customFieldsOf(
  { customFields }: Principal,
  entity: string,
): ReadonlyMap<string, CustomFieldDefinition> {
  return customFields[entity] ?? NO_FIELDS;
}

function governanceOf({ classification }: CustomFieldDefinition): FieldGovernance | undefined {
  return [...CUSTOM_FIELD_CLASSES.values()].find((one) => one.class === classification);
}

/** Returns whether a principal may read a custom field. */
export function mayReadCustomField(field: CustomFieldDefinition, principal: Principal): boolean {
  const governance = governanceOf(field);
  return !governance || mayRead(governance, principal);
}

/** Returns the permission that writing a governed field requires; undefined for an ordinary field. */
export function writePermissionOf(field: CustomFieldDefinition): string | undefined {
  return governanceOf(field)?.read.replace('.read', '.update');
}

/**
 * Wraps every schema field with custom field values, so that it returns the active ones that the caller may read. The
 * others are reported as redacted even if they have no value; otherwise the report would disclose whether there is one.
 */
export function redactCustomFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const use = directive(field, 'customFields');
      if (!use) continue;
      const entity = (argumentsOf(use).of as string).toLowerCase();
      const resolve = field.resolve ?? defaultFieldResolver;
      field.resolve = (parent, args, ctx: AccessContext, info) =>
        visibleValues(ctx, entity, resolve(parent, args, ctx, info) as Record<string, unknown>);
    }
  }
  return schema;
}

function visibleValues(
  ctx: AccessContext,
  entity: string,
  stored: Record<string, unknown>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [key, field] of customFieldsOf(ctx.principal, entity)) {
    if (!mayReadCustomField(field, ctx.principal)) ctx.redacted.add(`custom_fields.${key}`);
    else if (key in stored) values[key] = asType(field, stored[key]);
  }
  return values;
}

/**
 * Converts a single choice, stored before the field became a multiple choice, to a list; changing the type of a field
 * rewrites no record.
 */
function asType({ type }: CustomFieldDefinition, value: unknown): unknown {
  return type === 'multi_select' && !Array.isArray(value) ? [value] : value;
}
