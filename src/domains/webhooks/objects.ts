// What an event tells of its object: the record as anybody with a plain reading right sees it, through the operation that
// reads it. Taken when the event is fanned out and not when it is written: the writer pays nothing for it, the one
// redactor of the product serves webhooks too, and the schema of an event follows from that of the operation.
import { type Principal, systemPrincipal } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { snakeCase } from '../../naming.ts';
import type { Operation } from '../../operations/catalogue.ts';
import type { JsonSchema } from '../../operations/json-schema.ts';
import type { Services } from '../../services.ts';

/**
 * Texts that people write for themselves and their colleagues; no event carries them (crm.md sections 1, 5 and 6), as
 * `withheld` of `emit` says of what stood there before.
 */
const PRIVATE_TEXTS: ReadonlySet<string> = new Set([
  'lost_note',
  'next_step',
  'client_status_reason',
  'summary',
  // Of a webhook: whoever knows the address can often post to it.
  'url',
]);

/** The operation that reads one record of a type, such as GetDeal for `deal`; not every type has one. */
export function readerOf({ catalogue }: Services, objectType: string): Operation | undefined {
  const name = `Get${objectType.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())}`;
  const operation = catalogue.byName.get(name);
  return operation && 'path' in operation && /^[^{}]*\{id\}$/.test(operation.path as string)
    ? (operation as Operation)
    : undefined;
}

/** Members of a record that no event carries: governed fields and private texts, in wire names. */
export function untold({ governed }: Services): ReadonlySet<string> {
  return new Set([...[...governed.keys()].map(snakeCase), ...PRIVATE_TEXTS]);
}

/** What events tell of a record of this type, by member; undefined where they tell what `emit` gave them alone. */
export function membersTold(services: Services, objectType: string): Record<string, JsonSchema> | undefined {
  const reader = readerOf(services, objectType);
  if (!reader) return undefined;
  const hidden = untold(services);
  const whole = resolved(reader.outputSchema, services.catalogue.definitions);
  return Object.fromEntries(Object.entries(whole.properties ?? {}).filter(([name]) => !hidden.has(name)));
}

function resolved(schema: JsonSchema, definitions: Record<string, JsonSchema>): JsonSchema {
  const one = (schema.anyOf as JsonSchema[] | undefined)?.[0] ?? schema;
  return one.$ref ? definitions[one.$ref.split('/').at(-1)!]! : one;
}

/** Who reads for events: every plain reading right, and none to a governed field. */
export function readingPrincipal({ permissions, governed }: Services, tenantId: string): Principal {
  const classified = new Set([...governed.values()].map(({ read }) => read));
  const plain = [...permissions].filter(([name]) => name.endsWith('.read') && !classified.has(name));
  return {
    ...systemPrincipal(tenantId),
    permissions: new Set(plain.map(([name]) => name)),
    modules: new Set(permissions.values()),
  };
}

/**
 * A record as events tell of it, in wire names.
 * @param ctx of a principal made by `readingPrincipal`
 * @returns undefined when it is not there any more, or when nothing reads a record of this type by its id
 */
export async function readObject(
  ctx: TenantContext,
  objectType: string,
  id: string,
): Promise<Record<string, unknown> | undefined> {
  const { services } = ctx;
  const reader = readerOf(services, objectType);
  if (!reader) return undefined;
  try {
    const { value } = await services.runner.run(reader, ctx, { id });
    const told = membersTold(services, objectType)!;
    return Object.fromEntries(Object.entries(value as object).filter(([name]) => name in told));
  } catch (error) {
    if ((error as { code?: string }).code === 'NOT_FOUND') return undefined;
    throw error;
  }
}
