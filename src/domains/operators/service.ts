// Appoints and dismisses operators; a grant takes two of them (platform.md §10).
import { v7 as uuid } from 'uuid';
import type { OperatorRole } from '../../access/operators.ts';
import { announceChange } from '../../access/purge.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { partKind } from '../records/kind.ts';
import { changeRecord, type Deletion, deleteRecord, insertRecord, lockRecord } from '../records/verbs.ts';
import { operatorListing } from './loaders.ts';
import { Operator } from './model.ts';

/** How long a second operator can confirm a grant. */
const CONFIRM_WITHIN_MS = 72 * 3_600_000;

const operatorKind = partKind({ model: Operator, title: 'role' });

/** Returns a page of operators and proposed ones. */
export function listOperators(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Operator>> {
  return listPage<Operator>(ctx, operatorListing, args, lookahead);
}

/**
 * Proposes an operator, or confirms the proposal of another one. A proposal for another role, or one that nobody
 * confirmed in time, is replaced.
 * @returns the grant, which is active if two operators have made it; unchanged where its own author repeats it
 * @throws VALIDATION_ERROR for an unknown or suspended account; CONFLICT where the person has another role already
 */
export async function grantOperator(
  ctx: TenantContext,
  { userId, role }: { userId: string; role: OperatorRole },
): Promise<Operator> {
  const [user] = await ctx.tx.rows<{ id: string }>(
    `select id from users where id = $1 and status = 'active' for no key update`,
    [userId],
  );
  if (!user) throw invalid('user_id', 'exists', 'There is no active account with this id.');
  const granted = await Operator.live(ctx).where({ user_id: userId }).first();
  const by = ctx.principal.id;
  if (!granted)
    return insertRecord(ctx, operatorKind, {
      id: uuid(),
      userId,
      role,
      state: 'awaiting_second',
      requestedBy: by,
    });
  const before = await lockRecord(ctx, operatorKind, granted.id);
  if (before.state === 'active') {
    if (before.role === role) return before;
    return fail(
      'CONFLICT',
      'This person is an operator already; withdraw the role before you grant another.',
      {
        details: { reason: 'already_operator', role: before.role },
      },
    );
  }
  const isLate = ctx.now.getTime() - before.updatedAt.getTime() > CONFIRM_WITHIN_MS;
  if (before.role !== role || isLate)
    return changeRecord(ctx, operatorKind, before, { role, requestedBy: by }, { changesParts: true });
  if (before.requestedBy === by) return before;
  const confirmed = { state: 'active', confirmedBy: by, confirmedAt: ctx.now };
  const after = await changeRecord(ctx, operatorKind, before, confirmed, { event: 'operator.granted' });
  await announceChange(ctx, userId);
  return after;
}

/**
 * Withdraws the role of an operator, whose calls are refused from then on, or a proposal.
 * @throws NOT_FOUND, PRECONDITION_FAILED; CONFLICT for the last administrator
 */
export async function revokeOperator(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  // All administrators are locked, in one order, so that two calls cannot remove the last two of them.
  const administrators = await ctx.tx.rows<{ id: string }>(
    `select id from operators where tenant_id = $1 and role = 'administrator' and state = 'active' and deleted_at is null
     order by id for update`,
    [ctx.tenantId],
  );
  const operator = await lockRecord(ctx, operatorKind, id, { expectedVersion: expectedVersion ?? null });
  if (administrators.length === 1 && administrators[0]!.id === id)
    fail('CONFLICT', 'The last administrator cannot be removed; grant the role to another person first.', {
      details: { reason: 'last_administrator' },
    });
  const deletion = await deleteRecord(ctx, operatorKind, operator, { event: 'operator.revoked' });
  await announceChange(ctx, operator.userId);
  return deletion;
}
