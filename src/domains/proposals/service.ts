// Proposals, calls that wait for approval: created explicitly, or instead of a risky call of an agent (service.md 4.1;
// platform.md section 7).
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
import { notifyApprovers } from './notices.ts';
import { dryRun, hashOf } from './run.ts';
import { findReadOperation, readTarget } from './target.ts';

const HOUR = 3_600_000;

export interface ProposalInput {
  /** The schema requires operation and arguments. */
  operation?: string | null;
  arguments?: WireObject | null;
  title?: string | null;
  rationale?: string | null;
  evidence?: Evidence[] | null;
}

/** Restricts a query to the visible proposals: an agent sees those of all its tokens, everybody else sees all. */
function onlyVisible({ principal }: TenantContext): (query: Query) => void {
  const { kind, id, agent } = principal;
  return (query) => {
    if (kind !== 'agent') return;
    query.where((conditions) => {
      conditions.where('action_proposals.proposed_by_id', id);
      if (agent) conditions.orWhere('action_proposals.agent_id', agent.id);
    });
  };
}

/** Returns a page of proposals. */
export function listProposals(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<ActionProposal>> {
  return listPage<ActionProposal>(ctx, proposalListing, args, lookahead, onlyVisible(ctx));
}

/** Returns one proposal. @throws NOT_FOUND */
export async function getProposal(ctx: TenantContext, id: string): Promise<ActionProposal> {
  const query = ActionProposal.of(ctx).where({ id });
  onlyVisible(ctx)(query as unknown as Query);
  return ((await query.first()) as ActionProposal | undefined) ?? fail('NOT_FOUND');
}

/**
 * Queues a call by the name of its operation. A dry run validates it first: a call that would fail is not queued.
 * @throws VALIDATION_ERROR, ACTION_NOT_AVAILABLE for an operation that cannot be proposed or that the policy
 *   denies, and any error that the call itself would return
 */
export async function createProposal(ctx: TenantContext, input: ProposalInput): Promise<QueuedCall> {
  const operation = findOperation(ctx, input.operation!);
  const args = input.arguments!;
  const refused = refusal(operation.access, ctx.principal);
  if (refused) throw refused;
  if (!canBeQueued(operation))
    fail('ACTION_NOT_AVAILABLE', 'This operation cannot be proposed; a person must call it directly.');
  const faults = ctx.services.validator.faults(operation.inputSchema, args);
  if (faults.length) {
    const fields = faults.map((fault) => ({ ...fault, path: `arguments.${fault.path}` }));
    throw new ServiceError('VALIDATION_ERROR', undefined, { fields });
  }
  await assertEvidence(ctx, input.evidence ?? []);
  const riskClass = riskClassOf(operation.access)!;
  const policyError = automationRefusal(riskClass, ctx.principal, ctx.now);
  if (policyError) throw policyError;
  return queueProposal(ctx, { operation, input: args, riskClass }, input);
}

/** Checks that the evidence exists and that the proposer may read it. @throws VALIDATION_ERROR */
async function assertEvidence(ctx: TenantContext, evidence: readonly Evidence[]): Promise<void> {
  const found = await Promise.all(
    evidence.map(async ({ type, id }) => {
      const read = findReadOperation(ctx, type);
      return read && (await readTarget(ctx, { type, id, read }));
    }),
  );
  const fields = found.flatMap((record, index) =>
    record
      ? []
      : [
          {
            path: `evidence[${index}]`,
            rule: 'exists',
            message: 'There is no such record that you can read.',
          },
        ],
  );
  if (fields.length) throw new ServiceError('VALIDATION_ERROR', undefined, { fields });
}

/** Queues a call from REST, GraphQL or MCP that needs approval. */
export function queueCall(ctx: TenantContext, call: WaitingCall): Promise<QueuedCall> {
  return queueProposal(ctx, call, {});
}

async function queueProposal(
  ctx: TenantContext,
  { operation, input, riskClass }: WaitingCall,
  texts: Pick<Partial<ProposalInput>, 'title' | 'rationale' | 'evidence'>,
): Promise<QueuedCall> {
  const { principal, now } = ctx;
  const { target, targetVersion, preview } = await dryRun(ctx, operation, input);
  const proposer = actorOf(principal);
  const { proposalTtlHours } = await loadPolicy(ctx);
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
    title: texts.title?.trim() || operation.summary,
    rationale: texts.rationale?.trim() || null,
    evidence: texts.evidence ?? [],
    preview,
    proposedBy: proposer,
    proposedById: principal.id,
    agentId: principal.agent?.id ?? null,
    onBehalfOfUserId: principal.kind === 'user' ? principal.id : null,
    expiresAt,
  });
  await emit(ctx, 'proposal.queued', proposalEvent(proposal));
  await enqueue(ctx, 'expire_proposal', { proposalId: proposal.id }, { runAt: expiresAt });
  await notifyApprovers(ctx, proposal);
  return { status: 'queued_for_approval', executed: false, proposalId: proposal.id, expiresAt };
}

/** Returns the common data of a proposal's events, without arguments, which not every subscriber may read. */
export function proposalEvent(proposal: ActionProposal) {
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

/** Loads the settings of the automation policy that concern proposals. */
export async function loadPolicy(
  ctx: TenantContext,
): Promise<{ proposalTtlHours: number; fourEyes: RiskClass[] }> {
  const [policy] = await ctx.tx.rows<{ proposalTtlHours: number; fourEyes: RiskClass[] }>(
    `select proposal_ttl_hours as "proposalTtlHours", four_eyes as "fourEyes" from automation_policies where tenant_id = $1`,
    [ctx.tenantId],
  );
  return policy!;
}

/** Finds an operation by its name or the name of its tool. */
function findOperation({ services }: TenantContext, name: string): PersistedOperation {
  const { byName, byTool } = services.catalogue;
  const found = byName.get(name) ?? byTool.get(name);
  if (found) return found;
  // Deferred actions are named in the specification but not available (service.md 4.1).
  if (name.startsWith('relationship.'))
    fail('ACTION_NOT_AVAILABLE', 'This action is not available yet; see /api/agent/capabilities.');
  throw invalid('operation', 'exists', `There is no operation named ${name}; see /api/agent/capabilities.`);
}
