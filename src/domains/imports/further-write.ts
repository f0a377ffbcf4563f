// Members of a record that another operation than its create and update writes, such as those of a relationship.
import { mayRead } from '../../access/redaction.ts';
import type { TenantContext } from '../../context.ts';
import { camelCase } from '../../naming.ts';
import type { WireObject } from '../../operations/wire.ts';
import { operationOf, type TargetSpec } from './targets.ts';

const OF_EVERY_WRITE = new Set(['id', 'expected_version']);

/** Divides an input into what the create or update of a target takes, and what its further write takes. */
export function divideInput(
  ctx: TenantContext,
  { furtherWrite }: TargetSpec,
  input: WireObject,
): { own: WireObject; further: WireObject } {
  const members = operationOf(ctx, furtherWrite)?.inputSchema.properties ?? {};
  const own: WireObject = {};
  const further: WireObject = {};
  for (const [name, value] of Object.entries(input)) {
    const isFurther = Object.hasOwn(members, name) && !OF_EVERY_WRITE.has(name);
    (isFurther ? further : own)[name] = value;
  }
  return { own, further };
}

/** Returns whether a field of a record can be read, so that its former value is known. */
export function isReadable({ principal, services }: TenantContext, name: string): boolean {
  const governance = services.governed.get(camelCase(name));
  return !governance || mayRead(governance, principal);
}
