// Proposals: calls that wait for a person. Made by who may not act alone, or in place of a risky call of an agent
// (service.md 4.1; platform.md section 7).
import { v7 as uuid } from 'uuid';
import { automationRefusal, riskClassOf } from '../../access/automation.ts';
import type { RiskClass } from '../../access/automation-policy.ts';
import { refusal } from '../../access/check.ts';
import { actorOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid, ServiceError } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { ListArguments, PageOf, Query } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { canBeQueued } from '../../operations/approval.ts';
import type { PersistedOperation } from '../../operations/catalogue.ts';
import type { QueuedCall, WaitingCall } from '../../operations/context.ts';
import type { WireObject } from '../../operations/wire.ts';
import { proposalListing } from './loaders.ts';
import { ActionProposal, type Evidence } from './model.ts';
import { tellApprovers } from './notices.ts';
import { hashOf, rehearse } from './run.ts';
import { readOf, readTarget } from './target.ts';

const HOUR = 3_600_000;

export interface ProposalInput {
  /** The schema requires both. */
  operation?: string | null;
  arguments?: WireObject | null;
  title?: string | null;
  rationale?: string | null;
  evidence?: Evidence[] | null;
}

/** An agent sees its own proposals, whichever of its tokens made them; everybody else who may read sees all. */
function visible({ principal }: TenantContext): (query: Query) => void {
  const { kind, id, agent } = principal;
  return (query) => {
    if (kind !== 'agent') return;
    query.where((own) => {
      own.where('action_proposals.proposed_by_id', id);
      if (agent) own.orWhere('action_proposals.agent_id', agent.id);
    });
  };
}

/** A page of proposals. */
export function listProposals(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<ActionProposal>> {
  return listPage<ActionProposal>(ctx, proposalListing, args, lookahead, visible(ctx));
}

/** One proposal. @throws NOT_FOUND */
export async function getProposal(ctx: TenantContext, id: string): Promise<ActionProposal> {
  const query = ActionProposal.of(ctx).where({ id });
  visible(ctx)(query as unknown as Query);
  return ((await query.first()) as ActionProposal | undefined) ?? fail('NOT_FOUND');
}

/**
 * Queues a call that somebody proposes by name. It is checked as if it were made: what could not run cannot queue.
 * @throws VALIDATION_ERROR, ACTION_NOT_AVAILABLE for what is never proposed or what the policy denies, and what the call
 *   itself would be refused with
 */
export async function createProposal(ctx: TenantContext, input: ProposalInput): Promise<QueuedCall> {
  const operation = findOperation(ctx, input.operation!);
  const given = input.arguments!;
  const refused = refusal(operation.access, ctx.principal);
  if (refused) throw refused;
  if (!canBeQueued(operation))
    fail('ACTION_NOT_AVAILABLE', 'Only a change of records can be proposed; this one is made by a person.');
  const faults = ctx.services.validator.faults(operation.inputSchema, given);
  if (faults.length) {
    const fields = faults.map((fault) => ({ ...fault, path: `arguments.${fault.path}` }));
    throw new ServiceError('VALIDATION_ERROR', undefined, { fields });
  }
  await assertEvidence(ctx, input.evidence ?? []);
  const riskClass = riskClassOf(operation.access)!;
  const denied = automationRefusal(riskClass, ctx.principal, ctx.now);
  if (denied) throw denied;
  return queue(ctx, { operation, input: given, riskClass }, input);
}

/** What is put forward for a call is there, and readable to who proposes it. @throws VALIDATION_ERROR */
async function assertEvidence(ctx: TenantContext, evidence: readonly Evidence[]): Promise<void> {
  const found = await Promise.all(
    evidence.map(async ({ type, id }) => {
      const read = readOf(ctx, type);
      return read && (await readTarget(ctx, { type, id, read }));
    }),
  );
  const fields = found.flatMap((record, index) =>
    record
      ? []
      : [{ path: `evidence.${index}`, rule: 'exists', message: 'There is no such record to point at.' }],
  );
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields });
}

/** Queues a call that was made and may not run without a person; how REST, GraphQL and MCP come here. */
export function queueCall(ctx: TenantContext, call: WaitingCall): Promise<QueuedCall> {
  return queue(ctx, call, {});
}

async function queue(
  ctx: TenantContext,
  { operation, input, riskClass }: WaitingCall,
  words: Pick<Partial<ProposalInput>, 'title' | 'rationale' | 'evidence'>,
): Promise<QueuedCall> {
  const { principal, now } = ctx;
  const { target, targetVersion, preview } = await rehearse(ctx, operation, input);
  const proposer = actorOf(principal);
  const { proposalTtlHours } = await policyOf(ctx);
  const expiresAt = new Date(now.getTime() + proposalTtlHours * HOUR);
  const proposal = await ActionProposal.create(ctx, {
    id: uuid(),
    operation: operation.name,
    arguments: input,
    argumentsHash: hashOf(input),
    riskClass,
    targetType: target?.type ?? null,
    targetId: target?.id ?? null,
    targetVersion,
    title: words.title?.trim() || operation.summary,
    rationale: words.rationale?.trim() || null,
    evidence: words.evidence ?? [],
    preview,
    proposedBy: proposer,
    proposedById: principal.id,
    agentId: principal.agent?.id ?? null,
    onBehalfOfUserId: principal.kind === 'user' ? principal.id : null,
    expiresAt,
  });
  await emit(ctx, 'proposal.queued', toldOf(proposal));
  await enqueue(ctx, 'expire_proposal', { proposalId: proposal.id }, { runAt: expiresAt });
  await tellApprovers(ctx, proposal);
  return { status: 'queued_for_approval', executed: false, proposalId: proposal.id, expiresAt };
}

/** What every event of a proposal tells; its arguments may hold what not every listener may read. */
export function toldOf(proposal: ActionProposal) {
  const { id, version, operation, riskClass, state, targetType, targetId, title } = proposal;
  return {
    object: { id, version },
    label: title,
    links: [],
    data: {
      operation,
      risk_class: riskClass,
      state,
      target_type: targetType,
      target_id: targetId,
    },
  };
}

/** What of the policy decides about proposals, and no request needs else. */
export async function policyOf(
  ctx: TenantContext,
): Promise<{ proposalTtlHours: number; fourEyes: RiskClass[] }> {
  const [policy] = await ctx.tx.rows<{ proposalTtlHours: number; fourEyes: RiskClass[] }>(
    `select proposal_ttl_hours as "proposalTtlHours", four_eyes as "fourEyes" from automation_policies where tenant_id = $1`,
    [ctx.tenantId],
  );
  return policy!;
}

/** An operation by its name or by that of its tool. */
function findOperation({ services }: TenantContext, name: string): PersistedOperation {
  const { byName, byTool } = services.catalogue;
  const found = byName.get(name) ?? byTool.get(name);
  if (found) return found;
  // The deferred actions have names, and are offered to nobody (service.md 4.1).
  if (name.startsWith('relationship.')) fail('ACTION_NOT_AVAILABLE', 'This action is not offered.');
  throw invalid('operation', 'exists', `There is no operation ${name}; see /api/agent/capabilities.`);
}
