// Writes events of a person's own account to every workspace of which they are an active member.
import { ANONYMOUS } from '../access/principal.ts';
import type { OperationContext } from '../operations/context.ts';
import { deriveContext } from '../operations/derive-context.ts';
import type { EventType } from './catalogue.ts';
import { type Change, emit } from './emit.ts';

/** The person whose account it is. */
export interface Person {
  id: string;
  name: string;
}

/**
 * Writes a change of an account, or its refusal, to the audit of each workspace of the person, in the transaction of
 * the context. If nobody is signed in yet, the person is the actor.
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
  // Always in the same order, so that two concurrent calls cannot deadlock.
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
 * Writes a refusal in its own transaction, because that of the request is rolled back.
 * @returns when it has been written; an error is logged and not thrown, since the refusal matters more
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
