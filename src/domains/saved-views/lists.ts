// What the lists offer that views are saved of: filters, sort keys and columns, as their own operations declare them.
import { type GraphQLInputObjectType, getNamedType } from 'graphql';
import type { CustomFieldDefinition } from '../../access/custom-field-definitions.ts';
import { customFieldsOf, mayReadCustomField } from '../../access/custom-fields.ts';
import { mayRead } from '../../access/redaction.ts';
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { camelCase } from '../../naming.ts';
import type { PersistedOperation } from '../../operations/catalogue.ts';
import { type JsonSchema, membersOf } from '../../operations/json-schema.ts';

/** The operation that answers a list: its inputs and its record are all that a view may name. */
export function operationOf({ services }: TenantContext, entity: string): PersistedOperation {
  const found = services.catalogue.operations.find(({ rootField, isPage }) => isPage && rootField === entity);
  return found ?? fail('VALIDATION_ERROR', `There is no list of ${entity}.`);
}

/** The filter input of a list. */
export function filterOf(operation: PersistedOperation): {
  type: GraphQLInputObjectType;
  schema: JsonSchema;
} {
  const input = operation.inputs.find(({ wire }) => wire === 'filter')!;
  return {
    type: getNamedType(input.type) as GraphQLInputObjectType,
    schema: operation.inputSchema.properties!.filter!,
  };
}

/** The sort keys of a list, in wire form. */
export function sortKeysOf(operation: PersistedOperation): string[] {
  return operation.inputSchema.properties!.sort!.items!.enum as string[];
}

/** Clients are companies, and have their custom fields. */
const CUSTOM_OF: Record<string, string> = { clients: 'companies' };

/** Custom fields that a list shows, by key. */
export function customOf(ctx: TenantContext, entity: string): ReadonlyMap<string, CustomFieldDefinition> {
  return customFieldsOf(ctx.principal, customEntityOf(entity));
}

/** The kind of record whose custom fields a list shows. */
export function customEntityOf(entity: string): string {
  return CUSTOM_OF[entity] ?? entity;
}

/** Whether a column is there, and whether the caller may read it. */
export function columnState(
  ctx: TenantContext,
  entity: string,
  column: string,
): 'unknown' | 'unreadable' | 'known' {
  const { principal, services } = ctx;
  if (column.startsWith('custom.')) {
    const field = customOf(ctx, entity).get(column.slice('custom.'.length));
    if (!field) return 'unknown';
    return mayReadCustomField(field, principal) ? 'known' : 'unreadable';
  }
  const operation = operationOf(ctx, entity);
  if (!membersOf(operation.outputSchema, services.catalogue.definitions).includes(column)) return 'unknown';
  const governance = services.governed.get(camelCase(column));
  return !governance || mayRead(governance, principal) ? 'known' : 'unreadable';
}
