// The agent of a demo workspace and its proposals: waiting, approved and rejected ones.
import { declaredAccess } from '../access/load-principal.ts';
import { hashOf } from '../domains/proposals/run.ts';
import type { CompanyRow, Row } from './companies.ts';
import type { DealRow } from './deals.ts';
import { daysBefore, type Random } from './random.ts';
import { actor, type Staff } from './staff.ts';

/** Names of the demo's agent and of its token. */
export const AGENT_NAME = 'Research agent';
export const TOKEN_NAME = 'Demo agent';
/** The longest lifetime that the policy allows, so that proposals still wait weeks after the first start. */
export const PROPOSAL_HOURS = 720;

type Decision = 'approved' | 'rejected';

interface ProposedCall {
  operation: string;
  riskClass: string;
  title: string;
  rationale: string;
  target: { type: string; id: string; version: unknown; name: string };
  input: Row;
  preview: Row[];
}

/** Draws the agent and four proposals: two waiting, one approved, one rejected. */
export function drawAgents(
  random: Random,
  { companies, deals }: { companies: readonly CompanyRow[]; deals: readonly DealRow[] },
  { staff, roleId }: { staff: Staff; roleId: string },
  now: Date,
): { agents: Row[]; proposals: Row[] } {
  const registered = daysBefore(now, 60);
  const owner = staff.people.find(({ roleKey }) => roleKey === 'admin')!;
  const agent = {
    tenant_id: staff.tenantId,
    id: random.id(registered),
    name: AGENT_NAME,
    purpose: 'Looks for what is new at companies and keeps their records up to date.',
    owner_user_id: owner.id,
    role_id: roleId,
    allowed_scopes: [...declaredAccess().scopes].sort(),
    created_at: registered,
    updated_at: registered,
    created_by: actor(owner),
    updated_by: actor(owner),
    version: 1,
  };
  const live = companies.filter(({ deleted_at, client_id }) => !deleted_at && !client_id);
  const deleted = companies.filter(({ deleted_at }) => deleted_at);
  const open = deals.filter(({ status }) => status === 'open');
  const proposals: Row[] = [];
  const propose = <T>(
    from: readonly T[],
    callOn: (record: T) => ProposedCall,
    at: Date,
    decision?: Decision,
  ): void => {
    // A small workspace may have no such records.
    if (from.length)
      proposals.push(proposalRow(random, agent, callOn(random.pick(from)), at, decision, actor(owner)));
  };
  propose(live, deleteCompany, now);
  propose(open, winDeal, now);
  propose(deleted, deleteCompany, daysBefore(now, 9), 'approved');
  propose(live, deleteCompany, daysBefore(now, 4), 'rejected');
  return { agents: [agent], proposals };
}

function deleteCompany({ id, name, version }: CompanyRow): ProposedCall {
  return {
    operation: 'DeleteCompany',
    riskClass: 'destructive',
    title: `Delete ${name}`.slice(0, 200),
    rationale: 'According to the register the company was dissolved; nobody has contacted it for a year.',
    target: { type: 'company', id, version, name },
    input: { id },
    preview: [{ field: 'deleted_at', from: null, to: 'now' }],
  };
}

function winDeal({ id, name, version, stage }: DealRow): ProposedCall {
  return {
    operation: 'MoveDealStage',
    riskClass: 'financial',
    title: `Win ${name}`.slice(0, 200),
    rationale: 'The signed order is in the mailbox of the team.',
    target: { type: 'deal', id, version, name },
    input: { id, stage: 'closed_won' },
    preview: [
      { field: 'stage', from: stage, to: 'closed_won' },
      { field: 'status', from: 'open', to: 'won' },
    ],
  };
}

function proposalRow(
  random: Random,
  agent: { tenant_id: string; id: string },
  { operation, riskClass, title, rationale, target, input, preview }: ProposedCall,
  at: Date,
  decision: Decision | undefined,
  decider: Row | ReturnType<typeof actor>,
): Row {
  const decidedAt = decision ? new Date(at.getTime() + random.int(20, 300) * 60_000) : null;
  // Proposals are made by a token; tokens.ts creates it at the start and replaces this id.
  const by = { type: 'agent', id: agent.id, label: TOKEN_NAME };
  const approved = decision === 'approved';
  return {
    tenant_id: agent.tenant_id,
    id: random.id(at),
    version: decision ? 2 : 1,
    operation,
    arguments: input,
    arguments_hash: hashOf(input),
    risk_class: riskClass,
    target_type: target.type,
    target_id: target.id,
    target_version: target.version,
    title,
    rationale,
    evidence: [{ type: target.type, id: target.id, label: target.name }],
    preview,
    proposed_by: by,
    proposed_by_id: agent.id,
    agent_id: agent.id,
    state: decision ?? 'queued',
    expires_at: new Date(at.getTime() + PROPOSAL_HOURS * 3_600_000),
    decided_by: decision ? decider : null,
    decided_at: decidedAt,
    decision_note: decision === 'rejected' ? 'They moved; I have spoken to them.' : null,
    execution_state: decision ? (approved ? 'succeeded' : null) : 'pending',
    execution_result: approved ? { type: target.type, id: target.id } : null,
    execution_at: approved ? decidedAt : null,
    created_at: at,
    updated_at: decidedAt ?? at,
    created_by: by,
    updated_by: decision ? decider : by,
  };
}
