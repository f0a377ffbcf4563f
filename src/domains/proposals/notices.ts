// Mails about proposals, to approvers and to proposers. They never contain arguments of the call.
import type { TenantContext } from '../../context.ts';
import { queueMail } from '../../mail/queue.ts';
import type { ActionProposal } from './model.ts';

/** Mails the owners and admins to ask for a decision, but for those who chose a digest of such requests or no mail. */
export async function notifyApprovers(ctx: TenantContext, proposal: ActionProposal): Promise<void> {
  const approvers = await ctx.tx.rows<{ email: string }>(
    `select distinct u.email from memberships m
     join membership_roles mr on mr.tenant_id = m.tenant_id and mr.membership_id = m.id
     join roles r on r.tenant_id = mr.tenant_id and r.id = mr.role_id and r.is_system and r.key in ('owner', 'admin')
     join users u on u.id = m.user_id and u.status = 'active'
     left join notification_preferences p on p.tenant_id = m.tenant_id and p.user_id = m.user_id
     where m.tenant_id = $1 and m.status = 'active'
       and coalesce(p.preferences -> 'approval_requested' ->> 'email', 'instant') = 'instant' order by 1`,
    [ctx.tenantId],
  );
  const text = [
    `${proposal.proposedBy.label} asks for approval: ${proposal.title}.`,
    `Risk: ${proposal.riskClass.replace('_', ' ')}. Nothing happens until you approve; the proposal expires at ${proposal.expiresAt.toISOString()}.`,
    `${ctx.services.config.publicUrl}/api/agent/actions/proposals/${proposal.id}`,
  ].join('\n\n');
  for (const { email } of approvers)
    await queueMail(ctx, { to: email, subject: `Approval needed: ${proposal.title}`, text });
}

/** Mails the proposer, or the owner of the proposing agent, that the proposal was rejected. */
export async function notifyProposer(ctx: TenantContext, proposal: ActionProposal): Promise<void> {
  const [person] = await ctx.tx.rows<{ email: string }>(
    `select u.email from users u where u.status = 'active' and u.id = coalesce($2,
       (select owner_user_id from agents where tenant_id = $1 and id = $3),
       (select owner_user_id from api_tokens where tenant_id = $1 and id = $4))`,
    [ctx.tenantId, proposal.onBehalfOfUserId, proposal.agentId, proposal.proposedById],
  );
  if (!person) return;
  const text = [
    `${proposal.decidedBy!.label} rejected the proposal of ${proposal.proposedBy.label}: ${proposal.title}.`,
    `Reason: ${proposal.decisionNote}`,
  ].join('\n\n');
  await queueMail(ctx, { to: person.email, subject: `Rejected: ${proposal.title}`, text });
}
