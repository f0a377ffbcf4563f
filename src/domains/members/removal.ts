// Removing a member: the records go to somebody else, the sessions end, the tokens say that their owner is missing.
import { announceChange } from '../../access/purge.ts';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { endSessions } from '../auth/sessions.ts';
import { assertMember } from './look-ups.ts';
import { Membership } from './model.ts';
import { countOwned, flagOwnerMissing, type RecordCount, reassign } from './owned.ts';
import { HELD, rolesOf, setRoles } from './roles.ts';
import { assertMayChange } from './rules.ts';
import { assertOtherOwner, isOwner, keysOf, lockOwners, nameOf, shown } from './service.ts';

export interface Removal {
  id: string;
  userId: string;
  removedAt: Date;
  reassignedToUserId: string | null;
  reassigned: RecordCount[];
  sessionsEnded: number;
}

/**
 * Removes a member in one transaction (platform.md §4).
 * @throws NOT_FOUND, PRECONDITION_FAILED; PERMISSION_DENIED for an owner, from others; CONFLICT last_owner;
 *   RESOURCE_IN_USE where records are left and nobody is named to take them; VALIDATION_ERROR for somebody who cannot
 */
export async function removeMember(
  ctx: TenantContext,
  id: string,
  toUserId?: string | null,
  expectedVersion?: number | null,
): Promise<Removal> {
  await lockOwners(ctx);
  const membership = await Membership.lock(ctx, id, { expectedVersion });
  const { userId } = membership;
  const held = await rolesOf(ctx, HELD, id);
  assertMayChange(keysOf(held), ctx.principal);
  if (isOwner(membership, held)) await assertOtherOwner(ctx, membership);
  if (toUserId) await assertSuccessor(ctx, userId, toUserId);
  const reassigned = await countOwned(ctx, userId);
  if (reassigned.length && !toUserId) {
    fail('RESOURCE_IN_USE', 'The member has records; name who gets them in reassign_to_user_id.', {
      details: { references: reassigned },
    });
  }
  if (reassigned.length) await reassign(ctx, userId, toUserId!);
  await flagOwnerMissing(ctx, userId);
  await setRoles(ctx, HELD, id, []);
  const removed = await membership.change(ctx, { status: 'removed', deletedAt: ctx.now });
  const sessionsEnded = await endSessions(ctx, { userId, inTenant: ctx.tenantId }, 'membership_removed');
  await announceChange(ctx, userId);
  const reassignedToUserId = reassigned.length ? toUserId! : null;
  await emit(ctx, 'member.removed', {
    object: removed,
    label: await nameOf(ctx, userId),
    before: shown(membership, held),
    after: shown(removed, []),
    links: [],
    data: { user_id: userId, reassigned_to_user_id: reassignedToUserId, reassigned },
  });
  return { id, userId, removedAt: ctx.now, reassignedToUserId, reassigned, sessionsEnded };
}

async function assertSuccessor(ctx: TenantContext, userId: string, toUserId: string): Promise<void> {
  if (toUserId === userId)
    throw invalid('reassign_to_user_id', 'other_member', 'Name another member than the one that leaves.');
  await assertMember(ctx, toUserId, 'reassign_to_user_id');
}
