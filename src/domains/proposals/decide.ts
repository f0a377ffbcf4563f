// Decisions on proposals: an owner or admin rejects, or approves and runs the call in the same transaction (platform.md
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
import { notifyProposer } from './notices.ts';
import { assertQueued, assertSeen, stale } from './rules.ts';
import { comparedVersion, execute } from './run.ts';
import { loadPolicy, proposalEvent } from './service.ts';
import { resultTypeOf, targetOf } from './target.ts';

/** Risk classes that require a fresh session for an approval. */
const FRESH_SESSION_CLASSES: ReadonlySet<string> = new Set(['financial', 'signing', 'destructive']);

/** The version of the proposal that the decider has seen. */
export interface SeenState {
  argumentsHash: string;
  targetVersion?: number | null;
}

/**
 * Approves a proposal and runs its call once, with the stored arguments and with the permissions that proposer and
 * approver share now. If the call fails, its writes are rolled back; the approval is kept with the error code.
 * @throws NOT_FOUND, PROPOSAL_NOT_QUEUED; PERMISSION_DENIED, FRESH_SESSION_REQUIRED, PROPOSAL_STALE,
 *   AGENT_AUTOMATION_DISABLED, ACTION_NOT_AVAILABLE, which leave the proposal queued
 */
export async function approveProposal(
  ctx: TenantContext,
  id: string,
  seen: SeenState,
  note?: string | null,
): Promise<ActionProposal> {
  const proposal = await ActionProposal.lock(ctx, id);
  assertQueued(proposal, ctx.now);
  const operation = ctx.services.catalogue.byName.get(proposal.operation) ?? fail('ACTION_NOT_AVAILABLE');
  await assertMayApprove(ctx, proposal, operation);
  assertSeen(proposal, seen);
  await assertTargetUnchanged(ctx, proposal, operation);
  const author = await effectivePrincipal(ctx, proposal, operation);
  const approved = { state: 'approved', decidedBy: actorOf(ctx.principal), decidedAt: ctx.now };
  const { secret = null, ...executed } = await executeProposal(ctx, proposal, operation, author);
  const fields = { ...approved, decisionNote: note?.trim() || null, ...executed };
  const decided = await proposal.change(ctx, fields);
  await emit(ctx, 'proposal.approved', proposalEvent(decided));
  const failed = decided.executionState === 'failed';
  await emit(ctx, failed ? 'proposal.execution_failed' : 'proposal.executed', {
    ...proposalEvent(decided),
    data: {
      ...proposalEvent(decided).data,
      ...(failed ? { error_code: decided.executionErrorCode } : { result: decided.executionResult }),
    },
  });
  return Object.assign(decided, { executionSecret: secret });
}

/** Rejects a proposal and mails its proposer. @throws NOT_FOUND, PROPOSAL_NOT_QUEUED */
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
  await emit(ctx, 'proposal.rejected', proposalEvent(rejected));
  await notifyProposer(ctx, rejected);
  return rejected;
}

/** Checks that the approver may make the call, is a second person if the policy wants one, and has a fresh session. */
async function assertMayApprove(
  ctx: TenantContext,
  { riskClass, onBehalfOfUserId }: ActionProposal,
  { access }: PersistedOperation,
): Promise<void> {
  const refused = refusal(access, ctx.principal);
  if (refused) throw refused;
  const { fourEyes } = await loadPolicy(ctx);
  if (onBehalfOfUserId === ctx.principal.id && fourEyes.includes(riskClass)) {
    fail(
      'PERMISSION_DENIED',
      'This call was proposed on your behalf; another owner or admin must approve it.',
      {
        details: { reason: 'four_eyes', risk_class: riskClass },
      },
    );
  }
  const sessionError = FRESH_SESSION_CLASSES.has(riskClass)
    ? staleSession(ctx.principal, ctx.now)
    : undefined;
  if (sessionError) throw sessionError;
}

/** Checks that the target has not changed since the proposal. @throws PROPOSAL_STALE */
async function assertTargetUnchanged(
  ctx: TenantContext,
  proposal: ActionProposal,
  operation: PersistedOperation,
): Promise<void> {
  const target = targetOf(ctx.services, operation, proposal.arguments);
  if (!target) return;
  const current = await comparedVersion(ctx, operation, proposal.arguments, target);
  if (current !== proposal.targetVersion) throw stale('target_version', { current_version: current });
}

/**
 * Returns a principal with the permissions that proposer and approver share now.
 * @throws PERMISSION_DENIED if the proposer may not make the call any more; AGENT_AUTOMATION_DISABLED,
 *   ACTION_NOT_AVAILABLE according to the current policy
 */
async function effectivePrincipal(
  ctx: TenantContext,
  { proposedBy, proposedById, riskClass }: ActionProposal,
  { access }: PersistedOperation,
): Promise<Principal> {
  const author = await loadAuthor(ctx, { type: proposedBy.type, id: proposedById });
  if (!author) {
    fail('PERMISSION_DENIED', 'The proposer has no access to the workspace any more; reject the proposal.', {
      details: { reason: 'proposer_without_access' },
    });
  }
  const automationError = automationRefusal(riskClass, author, ctx.now);
  // Quiet hours apply only to what agents do without approval.
  if (automationError && automationError.extras.details?.reason !== 'quiet_hours') throw automationError;
  const refused = refusal(access, author);
  if (refused) throw refused;
  const combined = intersectPrincipals(author, ctx.principal);
  if (access.permission && !combined.permissions.has(access.permission))
    throw permissionDenied(access.permission);
  return combined;
}

/** Runs the call and returns the fields of its outcome. @throws PROPOSAL_STALE if the target changed concurrently */
async function executeProposal(
  ctx: TenantContext,
  proposal: ActionProposal,
  operation: PersistedOperation,
  author: Principal,
): Promise<Partial<ActionProposal> & { secret?: string }> {
  const { id: proposalId, argumentsHash, targetVersion, targetType } = proposal;
  const isGuarded =
    targetVersion !== null && operation.inputs.some(({ wire }) => wire === 'expected_version');
  const input = { ...(isGuarded && { expected_version: targetVersion }), ...proposal.arguments };
  try {
    const call = { proposalId, operation, input, argumentsHash };
    const value = (await execute(ctx, author, call, actorOf(ctx.principal))) as {
      id?: unknown;
      token?: unknown;
    } | null;
    const id = typeof value?.id === 'string' ? value.id : undefined;
    return {
      executionState: 'succeeded',
      executionAt: ctx.now,
      executionResult: id ? { type: resultTypeOf(operation, targetType), id } : null,
      ...(typeof value?.token === 'string' && { secret: value.token }),
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
