// What a person does with their own account: written into every workspace that they are an active member of.
import { ANONYMOUS } from '../access/principal.ts';
import type { OperationContext } from '../operations/context.ts';
import { deriveContext } from '../operations/derive-context.ts';
import type { EventType } from './catalogue.ts';
import { type Change, emit } from './emit.ts';

/** Whose account it is. */
export interface Person {
  id: string;
  name: string;
}

/**
 * Writes a change of an account, or its refusal, into the audit of each workspace of the person, in the transaction of
 * the context. Where nobody is signed in yet, the person is who did it.
 */
export async function emitForPerson(
  ctx: OperationContext,
  { id, name }: Person,
  type: EventType,
  change: Omit<Change, 'object' | 'label' | 'links'> = {},
): Promise<void> {
  const { tx } = ctx;
  const principal =
    ctx.principal.kind === 'anonymous'
      ? { ...ANONYMOUS, kind: 'user' as const, id, label: name }
      : ctx.principal;
  // In one order everywhere, so that no two of these wait for each other.
  const memberships = await tx.withVisibility({ userId: id }, () =>
    tx.rows<{ tenant_id: string }>(
      `select tenant_id from memberships where user_id = $1 and status = 'active' order by tenant_id`,
      [id],
    ),
  );
  for (const { tenant_id: tenantId } of memberships) {
    await tx.withVisibility({ tenantId }, () =>
      emit(deriveContext(ctx, { tenantId, principal }), type, {
        ...change,
        object: { id },
        label: name,
        links: [],
      }),
    );
  }
}

/**
 * The same for a refusal, whose own transaction is rolled back: in one of its own.
 * @returns when it stands; its failure is logged, never thrown, since the refusal matters more
 */
export async function recordRefusal(
  ctx: OperationContext,
  person: Person,
  type: EventType,
  refusal: NonNullable<Change['refusal']>,
): Promise<void> {
  try {
    await ctx.services.database.write({}, (tx) =>
      emitForPerson(deriveContext(ctx, { tx }), person, type, { refusal }),
    );
  } catch (error) {
    ctx.log.error({ err: error, action: type }, 'a refusal could not be written into the audit');
  }
}
