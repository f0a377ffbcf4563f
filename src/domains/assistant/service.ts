// The conversations of a person with the assistant; nobody else's are there (platform.md section 8).
import { mayReadAll } from '../../access/redaction.ts';
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { AssistantConversation, type AssistantMessage } from './model.ts';
import { getSettings, isModelReady } from './settings.ts';

const RECENT = 20;

/** The assistant as its user finds it: how it is set up, and the latest conversations. */
export async function getAssistant(ctx: TenantContext) {
  const { enabled, allowProposals } = await getSettings(ctx);
  const conversations = await own(ctx)
    .orderBy([
      { column: 'updatedAt', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(RECENT);
  return { enabled, allowProposals, modelPurposeReady: await isModelReady(ctx), conversations };
}

/** A conversation of the caller. @throws NOT_FOUND */
export async function getConversation(ctx: TenantContext, id: string): Promise<AssistantConversation> {
  return (await own(ctx).where({ id }).first()) ?? fail('NOT_FOUND');
}

/** Erases a conversation of the caller with all that was said. @throws NOT_FOUND */
export async function deleteConversation(
  ctx: TenantContext,
  id: string,
): Promise<{ id: string; deletedAt: Date }> {
  const deleted = await own(ctx).where({ id }).delete();
  if (!deleted) fail('NOT_FOUND');
  // The answers that stand by for a repeated call are said in it too.
  await ctx.tx.rows(
    `delete from idempotency_keys where tenant_id = $1 and principal_id = $2
       and operation in ('AssistantChat', 'graphql:assistantChat') and strpos(body::text, $3) > 0`,
    [ctx.tenantId, ctx.principal.id, id],
  );
  await emit(ctx, 'assistant.conversation_deleted', { object: { id }, links: [] });
  return { id, deletedAt: ctx.now };
}

/**
 * What of a message its reader may read: nothing, once they may not read what it was made from. Roles change, and what
 * was said stays written.
 */
export function readable<T>(ctx: TenantContext, message: AssistantMessage, part: T, hidden: T): T {
  if (mayReadAll(ctx.services, message.governedFields, ctx.principal)) return part;
  ctx.redacted.add('messages');
  return hidden;
}

/** Conversations of the caller. */
function own(ctx: TenantContext) {
  return AssistantConversation.of(ctx).where({ userId: ctx.principal.id });
}
