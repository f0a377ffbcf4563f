// Deciding on proposals: an owner or admin approves, and the call runs in the same transaction, or rejects (platform.md
// section 7).
import { automationRefusal } from '../../access/automation.ts';
import { permissionDenied, refusal } from '../../access/check.ts';
import { staleSession } from '../../access/freshness.ts';
import { loadAuthor } from '../../access/load-author.ts';
import { actorOf, intersectPrincipals, type Principal } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import { fromDatabase } from '../../db/sqlstate.ts';
import { fail, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import type { PersistedOperation } from '../../operations/catalogue.ts';
import { causeOf } from '../../operations/execute.ts';
import { ActionProposal } from './model.ts';
import { tellProposer } from './notices.ts';
import { assertQueued, assertSeen, stale } from './rules.ts';
import { execute } from './run.ts';
import { policyOf, toldOf } from './service.ts';
import { readTarget, resultTypeOf, targetOf } from './target.ts';

/** Classes that want a session that was proven lately. */
const FRESH: ReadonlySet<string> = new Set(['financial', 'signing', 'destructive']);

/** What the decider has seen. */
export interface Seen {
  argumentsHash: string;
  targetVersion?: number | null;
}

/**
 * Approves a proposal and runs its call, once, with the arguments shown and as far as proposer and approver both reach
 * now. A call that fails is undone; the decision stands and tells the error code.
 * @throws NOT_FOUND, PROPOSAL_NOT_QUEUED; PERMISSION_DENIED, FRESH_SESSION_REQUIRED, PROPOSAL_STALE,
 *   AGENT_AUTOMATION_DISABLED, ACTION_NOT_AVAILABLE, which leave it queued
 */
export async function approveProposal(
  ctx: TenantContext,
  id: string,
  seen: Seen,
  note?: string | null,
): Promise<ActionProposal> {
  const proposal = await ActionProposal.lock(ctx, id);
  assertQueued(proposal, ctx.now);
  const operation = ctx.services.catalogue.byName.get(proposal.operation) ?? fail('ACTION_NOT_AVAILABLE');
  await assertMayApprove(ctx, proposal, operation);
  assertSeen(proposal, seen);
  await assertUntouched(ctx, proposal, operation);
  const author = await authorityOf(ctx, proposal, operation);
  const approved = { state: 'approved', decidedBy: actorOf(ctx.principal), decidedAt: ctx.now };
  const decided = await proposal.change(ctx, {
    ...approved,
    decisionNote: note?.trim() || null,
    ...(await outcomeOf(ctx, proposal, operation, author)),
  });
  await emit(ctx, 'proposal.approved', toldOf(decided));
  const failed = decided.executionState === 'failed';
  await emit(ctx, failed ? 'proposal.execution_failed' : 'proposal.executed', {
    ...toldOf(decided),
    data: {
      ...toldOf(decided).data,
      ...(failed ? { error_code: decided.executionErrorCode } : { result: decided.executionResult }),
    },
  });
  return decided;
}

/** Rejects a proposal; its proposer hears of it. @throws NOT_FOUND, PROPOSAL_NOT_QUEUED */
export async function rejectProposal(
  ctx: TenantContext,
  id: string,
  reason: string,
): Promise<ActionProposal> {
  const proposal = await ActionProposal.lock(ctx, id);
  assertQueued(proposal, ctx.now);
  const rejected = await proposal.change(ctx, {
    state: 'rejected',
    decidedBy: actorOf(ctx.principal),
    decidedAt: ctx.now,
    decisionNote: reason.trim(),
    executionState: null,
  });
  await emit(ctx, 'proposal.rejected', toldOf(rejected));
  await tellProposer(ctx, rejected);
  return rejected;
}

/** The approver holds what the call asks for, is not who it is for where two are wanted, and is really there. */
async function assertMayApprove(
  ctx: TenantContext,
  { riskClass, onBehalfOfUserId }: ActionProposal,
  { access }: PersistedOperation,
): Promise<void> {
  const refused = refusal(access, ctx.principal);
  if (refused) throw refused;
  const { fourEyes } = await policyOf(ctx);
  if (onBehalfOfUserId === ctx.principal.id && fourEyes.includes(riskClass)) {
    fail('PERMISSION_DENIED', 'This was proposed on your behalf; another owner or admin must approve it.', {
      details: { reason: 'four_eyes', risk_class: riskClass },
    });
  }
  const unproven = FRESH.has(riskClass) ? staleSession(ctx.principal, ctx.now) : undefined;
  if (unproven) throw unproven;
}

/** The record is as it was when the call was proposed. @throws PROPOSAL_STALE */
async function assertUntouched(
  ctx: TenantContext,
  proposal: ActionProposal,
  operation: PersistedOperation,
): Promise<void> {
  const target = targetOf(ctx.services, operation, proposal.arguments);
  if (!target) return;
  const current = (await readTarget(ctx, target))?.version ?? null;
  if (current !== proposal.targetVersion) throw stale('target_version', { current_version: current });
}

/**
 * As far as the proposer reaches now, and the approver too.
 * @throws PERMISSION_DENIED when the proposer may not make the call any more, AGENT_AUTOMATION_DISABLED,
 *   ACTION_NOT_AVAILABLE as the policy now says
 */
async function authorityOf(
  ctx: TenantContext,
  { proposedBy, proposedById, riskClass }: ActionProposal,
  { access }: PersistedOperation,
): Promise<Principal> {
  const author = await loadAuthor(ctx, { type: proposedBy.type, id: proposedById });
  if (!author) {
    fail('PERMISSION_DENIED', 'Who proposed this has no access to the workspace any more; reject it.', {
      details: { reason: 'proposer_without_access' },
    });
  }
  const stopped = automationRefusal(riskClass, author, ctx.now);
  // Quiet hours are for what agents do alone.
  if (stopped && stopped.extras.details?.reason !== 'quiet_hours') throw stopped;
  const refused = refusal(access, author);
  if (refused) throw refused;
  const both = intersectPrincipals(author, ctx.principal);
  if (access.permission && !both.permissions.has(access.permission))
    throw permissionDenied(access.permission);
  return both;
}

/** Runs the call and tells how it went. @throws PROPOSAL_STALE where the record changed at this very moment */
async function outcomeOf(
  ctx: TenantContext,
  proposal: ActionProposal,
  operation: PersistedOperation,
  author: Principal,
): Promise<Partial<ActionProposal>> {
  const { id: proposalId, argumentsHash, targetVersion, targetType } = proposal;
  const isGuarded =
    targetVersion !== null && operation.inputs.some(({ wire }) => wire === 'expected_version');
  const input = { ...(isGuarded && { expected_version: targetVersion }), ...proposal.arguments };
  try {
    const call = { proposalId, operation, input, argumentsHash };
    const value = (await execute(ctx, author, call, actorOf(ctx.principal))) as { id?: unknown } | null;
    const id = typeof value?.id === 'string' ? value.id : undefined;
    return {
      executionState: 'succeeded',
      executionAt: ctx.now,
      executionResult: id ? { type: resultTypeOf(operation, targetType), id } : null,
    };
  } catch (error) {
    const cause = causeOf(error);
    const refused = cause instanceof ServiceError ? cause : fromDatabase(cause);
    if (refused?.code === 'PRECONDITION_FAILED') throw stale('target_version', refused.extras.details ?? {});
    if (!refused) ctx.log.error({ err: cause, request_id: ctx.requestId }, 'an approved call failed');
    return {
      executionState: 'failed',
      executionAt: ctx.now,
      executionErrorCode: refused?.code ?? 'INTERNAL_ERROR',
    };
  }
}
