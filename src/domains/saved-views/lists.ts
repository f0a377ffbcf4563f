// The filters, sort keys and columns of the lists that can have saved views, taken from their operations.
import { type GraphQLInputObjectType, getNamedType } from 'graphql';
import type { CustomFieldDefinition } from '../../access/custom-field-definitions.ts';
import { customFieldsOf, mayReadCustomField } from '../../access/custom-fields.ts';
import { mayRead } from '../../access/redaction.ts';
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { camelCase } from '../../naming.ts';
import type { PersistedOperation } from '../../operations/catalogue.ts';
import { type JsonSchema, membersOf } from '../../operations/json-schema.ts';

/** Returns the operation of a list: its inputs and its record define what a view may name. */
export function operationOf({ services }: TenantContext, entity: string): PersistedOperation {
  const list = camelCase(entity);
  const operation = services.catalogue.operations.find(
    ({ rootField, isPage }) => isPage && rootField === list,
  );
  return operation ?? fail('VALIDATION_ERROR', `There is no list of ${entity}.`);
}

/** Returns the filter input of a list. */
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

/** Returns the sort keys of a list, in wire form. */
export function sortKeysOf(operation: PersistedOperation): string[] {
  return operation.inputSchema.properties!.sort!.items!.enum as string[];
}

/** Clients are companies and share their custom fields. */
const CUSTOM_FIELD_ENTITY: Record<string, string> = { clients: 'companies' };

/** Returns the custom fields of the records in a list, by key. */
export function customFieldsOfList(
  ctx: TenantContext,
  entity: string,
): ReadonlyMap<string, CustomFieldDefinition> {
  return customFieldsOf(ctx.principal, customEntityOf(entity));
}

/** Returns the kind of record whose custom fields a list shows. */
export function customEntityOf(entity: string): string {
  return CUSTOM_FIELD_ENTITY[entity] ?? entity;
}

/** Returns whether a column exists and the caller may read it. */
export function columnState(
  ctx: TenantContext,
  entity: string,
  column: string,
): 'unknown' | 'unreadable' | 'known' {
  const { principal, services } = ctx;
  if (column.startsWith('custom.')) {
    const field = customFieldsOfList(ctx, entity).get(column.slice('custom.'.length));
    if (!field) return 'unknown';
    return mayReadCustomField(field, principal) ? 'known' : 'unreadable';
  }
  const operation = operationOf(ctx, entity);
  if (!membersOf(operation.outputSchema, services.catalogue.definitions).includes(column)) return 'unknown';
  const governance = services.governed.get(camelCase(column));
  return !governance || mayRead(governance, principal) ? 'known' : 'unreadable';
}
