// Reads the record for an event, as of the change: in its transaction, with the operation that serves the record and
// with every ordinary read permission. Events are therefore redacted like any other answer, and their schema follows
// from that of the operation.
import type { CustomFields } from '../access/custom-field-definitions.ts';
import { CUSTOM_FIELDS_SQL, customFieldsFrom } from '../access/custom-fields.ts';
import { type Principal, systemPrincipal } from '../access/principal.ts';
import { ServiceError } from '../errors.ts';
import { snakeCase } from '../naming.ts';
import type { Operation } from '../operations/catalogue.ts';
import type { OperationServices, TenantOperationContext } from '../operations/context.ts';
import { deriveContext } from '../operations/derive-context.ts';
import type { JsonSchema } from '../operations/json-schema.ts';

/**
 * Private texts, which no event contains (crm.md sections 1, 5 and 6); `withheld` of `emit` excludes their previous
 * values.
 */
const PRIVATE_TEXTS: ReadonlySet<string> = new Set([
  'lost_note',
  'next_step',
  'client_status_reason',
  'summary',
  'body',
  'body_text',
  'body_html',
  'snippet',
  'transcript',
  // Messages and internal notes of tickets.
  'last_messages',
  // The text of an agreement.
  'nda',
  // The URL of a webhook: anyone who knows it can often post to it.
  'url',
]);

/**
 * Returns the operation that reads one record of a type, such as GetDeal for `deal`; undefined for types without one.
 */
export function readerOf(
  { catalogue }: Pick<OperationServices, 'catalogue'>,
  objectType: string,
): Operation | undefined {
  const name = `Get${objectType.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())}`;
  const operation = catalogue.byName.get(name);
  return operation && 'path' in operation && /^[^{}]*\{id\}$/.test(operation.path as string)
    ? (operation as Operation)
    : undefined;
}

/** Returns the members that no event contains: governed fields and private texts, by wire name. */
export function hiddenMembers({ governed }: Pick<OperationServices, 'governed'>): ReadonlySet<string> {
  return new Set([...[...governed.keys()].map(snakeCase), ...PRIVATE_TEXTS]);
}

const visibleMembersOf = new WeakMap<Operation, Record<string, JsonSchema>>();

/**
 * Returns the members of a record that its events contain, with their schemas.
 * @returns undefined for a type without a read operation: its events contain what `emit` was given
 */
export function visibleMembers(
  services: OperationServices,
  objectType: string,
): Record<string, JsonSchema> | undefined {
  const reader = readerOf(services, objectType);
  if (!reader) return undefined;
  let members = visibleMembersOf.get(reader);
  if (!members) {
    const hidden = hiddenMembers(services);
    const whole = resolved(reader.outputSchema, services.catalogue.definitions);
    members = Object.fromEntries(
      Object.entries(whole.properties ?? {}).filter(([name]) => !hidden.has(name)),
    );
    visibleMembersOf.set(reader, members);
  }
  return members;
}

function resolved(schema: JsonSchema, definitions: Record<string, JsonSchema>): JsonSchema {
  const one = (schema.anyOf as JsonSchema[] | undefined)?.[0] ?? schema;
  return one.$ref ? definitions[one.$ref.split('/').at(-1)!]! : one;
}

/**
 * Returns the record as its events contain it, by wire name, deleted ones too.
 * @returns undefined if no operation reads the type by id, or the row no longer exists
 */
export async function recordSnapshot(
  ctx: TenantOperationContext,
  objectType: string,
  id: string,
): Promise<Record<string, unknown> | undefined> {
  const { services } = ctx;
  const reader = readerOf(services, objectType);
  if (!reader) return undefined;
  const reading = deriveContext(ctx, {
    principal: eventReader(services, ctx.tenantId, await ordinaryCustomFields(ctx)),
    shownOnce: new Set<string>(),
    queued: undefined,
    inputChecked: true,
    includeDeleted: true,
  });
  try {
    const { value } = await services.runner.run(reader, reading, { id });
    const visible = visibleMembers(services, objectType)!;
    return Object.fromEntries(Object.entries(value as object).filter(([name]) => name in visible));
  } catch (error) {
    // A change must not fail because its event cannot contain the record.
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** What the reader of events may read, by the permissions that exist. */
const rightsOfReader = new WeakMap<object, Pick<Principal, 'permissions' | 'modules'>>();

/** Returns the principal that reads for events: every ordinary read permission, and none to a governed field. */
function eventReader(
  { permissions, governed }: OperationServices,
  tenantId: string,
  customFields: CustomFields,
): Principal {
  let rights = rightsOfReader.get(permissions);
  if (!rights) {
    const classified = new Set([...governed.values()].map(({ read }) => read));
    const plain = [...permissions.keys()].filter((name) => name.endsWith('.read') && !classified.has(name));
    rights = { permissions: new Set(plain), modules: new Set(permissions.values()) };
    rightsOfReader.set(permissions, rights);
  }
  return { ...systemPrincipal(tenantId), ...rights, customFields };
}

/** Returns the custom fields that events contain; a principal of this workspace already has them. */
async function ordinaryCustomFields(ctx: TenantOperationContext): Promise<CustomFields> {
  const { principal, tenantId, tx } = ctx;
  let all = principal.customFields;
  if (principal.kind === 'system' || principal.tenantId !== tenantId) {
    const [row] = await tx.rows<{ fields: string | null }>(
      `select ${CUSTOM_FIELDS_SQL} as fields from tenants t where t.id = $1`,
      [tenantId],
    );
    all = customFieldsFrom(tenantId, row?.fields ?? null);
  }
  return Object.fromEntries(
    Object.entries(all).map(([entity, fields]) => [
      entity,
      new Map([...fields].filter(([, field]) => field.classification === 'ordinary_crm')),
    ]),
  );
}
