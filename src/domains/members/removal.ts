// Removes a member: reassigns their records, ends their sessions and marks their tokens as having no owner.
import { announceChange } from '../../access/purge.ts';
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { endSessions } from '../auth/sessions.ts';
import { endProjectWork } from '../project-work.ts';
import { assertMember } from './look-ups.ts';
import { Membership } from './model.ts';
import { countOwned, flagOwnerMissing, type RecordCount, reassign } from './owned.ts';
import { MEMBER_ROLES, rolesOf, setRoles } from './roles.ts';
import { assertMayChange } from './rules.ts';
import { assertOtherOwner, auditFields, isOwner, keysOf, lockOwners, nameOf } from './service.ts';

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
 * @throws NOT_FOUND, PRECONDITION_FAILED; PERMISSION_DENIED if a caller who is not an owner removes one; CONFLICT
 *   last_owner; RESOURCE_IN_USE if the member has records and no successor is given; VALIDATION_ERROR for a successor
 *   who is not another active member
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
  const roles = await rolesOf(ctx, MEMBER_ROLES, id);
  assertMayChange(keysOf(roles), ctx.principal);
  if (isOwner(membership, roles)) await assertOtherOwner(ctx, membership);
  if (toUserId) await assertSuccessor(ctx, userId, toUserId);
  const reassigned = await countOwned(ctx, userId);
  if (reassigned.length && !toUserId) {
    fail(
      'RESOURCE_IN_USE',
      'The member has records; send the user id of their new owner in reassign_to_user_id.',
      {
        details: { references: reassigned },
      },
    );
  }
  if (reassigned.length) await reassign(ctx, userId, toUserId!);
  await endProjectWork(ctx, userId, toUserId ?? null);
  await flagOwnerMissing(ctx, userId);
  await setRoles(ctx, MEMBER_ROLES, id, []);
  const removed = await membership.change(ctx, { status: 'removed', deletedAt: ctx.now });
  const sessionsEnded = await endSessions(ctx, { userId, inTenant: ctx.tenantId }, 'membership_removed');
  await announceChange(ctx, userId);
  const reassignedToUserId = reassigned.length ? toUserId! : null;
  await emit(ctx, 'member.removed', {
    object: removed,
    label: await nameOf(ctx, userId),
    before: auditFields(membership, roles),
    after: auditFields(removed, []),
    links: [],
    data: { user_id: userId, reassigned_to_user_id: reassignedToUserId, reassigned },
  });
  return { id, userId, removedAt: ctx.now, reassignedToUserId, reassigned, sessionsEnded };
}

async function assertSuccessor(ctx: TenantContext, userId: string, toUserId: string): Promise<void> {
  if (toUserId === userId)
    throw invalid('reassign_to_user_id', 'other_member', 'Send another member than the one you remove.');
  await assertMember(ctx, toUserId, 'reassign_to_user_id');
}
