// Operations on a person's conversations with the assistant, which nobody else can read (platform.md section 8).
import { mayReadAll } from '../../access/redaction.ts';
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { AssistantConversation, type AssistantMessage } from './model.ts';
import { getSettings, isModelReady } from './settings.ts';

const RECENT_CONVERSATIONS = 20;

/** Returns the settings that concern users of the assistant, and their latest conversations. */
export async function getAssistant(ctx: TenantContext) {
  const { enabled, allowProposals } = await getSettings(ctx);
  const conversations = await ownConversations(ctx)
    .orderBy([
      { column: 'updatedAt', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(RECENT_CONVERSATIONS);
  return { enabled, allowProposals, modelPurposeReady: await isModelReady(ctx), conversations };
}

/** Returns a conversation of the caller. @throws NOT_FOUND */
export async function getConversation(ctx: TenantContext, id: string): Promise<AssistantConversation> {
  return (await ownConversations(ctx).where({ id }).first()) ?? fail('NOT_FOUND');
}

/** Erases a conversation of the caller with all its messages. @throws NOT_FOUND */
export async function deleteConversation(
  ctx: TenantContext,
  id: string,
): Promise<{ id: string; deletedAt: Date }> {
  const deleted = await ownConversations(ctx).where({ id }).delete();
  if (!deleted) fail('NOT_FOUND');
  // Answers stored for idempotent retries contain its text too.
  await ctx.tx.rows(
    `delete from idempotency_keys where tenant_id = $1 and principal_id = $2
       and operation in ('AssistantChat', 'graphql:assistantChat') and strpos(body::text, $3) > 0`,
    [ctx.tenantId, ctx.principal.id, id],
  );
  await emit(ctx, 'assistant.conversation_deleted', { object: { id }, links: [] });
  return { id, deletedAt: ctx.now };
}

/**
 * Returns `part` of a message, or `hidden` if the reader may no longer read the fields that the message was made
 * from. Roles may have changed since it was written.
 */
export function visiblePart<T>(ctx: TenantContext, message: AssistantMessage, part: T, hidden: T): T {
  if (mayReadAll(ctx.services, message.governedFields, ctx.principal)) return part;
  ctx.redacted.add('messages');
  return hidden;
}

/** Selects the conversations of the caller. */
function ownConversations(ctx: TenantContext) {
  return AssistantConversation.of(ctx).where({ userId: ctx.principal.id });
}
