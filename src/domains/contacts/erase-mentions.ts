// Erases copies of an erased person's data that do not reference the contact: conversations with the assistant,
// proposals, notifications, stored responses and files of jobs.
import type { TenantContext } from '../../context.ts';
import { emit } from '../../events/emit.ts';
import { eraseFiles } from '../../files/take.ts';
import { JOB_FILES } from '../jobs/files.ts';
import { cancelProposals } from '../proposals/withdraw.ts';
import type { Contact, ContactMethod } from './model.ts';

/**
 * Returns the texts that identify a person: ids, addresses and full names. A first name alone would match too many
 * people.
 */
export function mentionsOf(contacts: readonly Contact[], methods: readonly ContactMethod[]): string[] {
  const names = contacts.flatMap(({ firstName, lastName }) =>
    firstName && lastName ? [`${firstName} ${lastName}`, `${lastName}, ${firstName}`] : [],
  );
  const addresses = methods.flatMap(({ value, original }) => [value, original]);
  const words = [...contacts.map(({ id }) => id), ...addresses, ...names].filter((word) => !!word);
  return [...new Set(words as string[])];
}

/** Returns first and last names, which identify a person only where they took part. */
export function singleNamesOf(contacts: readonly Contact[]): string[] {
  const names = contacts.flatMap(({ firstName, lastName }) => [firstName, lastName]);
  return [...new Set(names.filter((name) => name !== null && name.length > 1))] as string[];
}

/** SQL condition that one of the texts contains a word of `$2`, ignoring case. */
const mentionsAny = (...texts: string[]): string =>
  `(${texts.join(` || ' ' || `)}) ilike any (array(
    select '%' || regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') || '%' from unnest($2::text[]) as word))`;

/**
 * Erases everything that mentions a person. Conversations, notifications and stored responses are deleted; of proposals, only the
 * fact that they were made and decided remains. A pending proposal is withdrawn, as its effect can no longer be
 * shown.
 */
export async function eraseMentions(ctx: TenantContext, words: readonly string[]): Promise<void> {
  await eraseConversations(ctx, words);
  await eraseProposals(ctx, words);
  await ctx.tx.rows(`delete from idempotency_keys where tenant_id = $1 and ${mentionsAny('body::text')}`, [
    ctx.tenantId,
    words,
  ]);
  await ctx.tx.rows(
    `delete from notifications where tenant_id = $1 and ${mentionsAny('title', 'body', 'entity_id::text')}`,
    [ctx.tenantId, words],
  );
  await eraseImports(ctx, words);
  // What jobs produced lives for a day and is not searched, so all of it is deleted.
  await eraseFiles(ctx, JOB_FILES);
}

/** What is left of the content of a project-management export; its columns and counts of links stay. */
const NOTHING_FOUND = { title: 'Project', projects: [], people: [], statuses: [], priorities: [] };

/** Empties the rows of imports that mention a person, and the items and events of batches. */
async function eraseImports(ctx: TenantContext, words: readonly string[]): Promise<void> {
  await ctx.tx.rows(
    `update import_rows set cells = null, parts = null, before = null, errors = '[]', read_errors = '[]', keys = '{}',
       kept_reason = null
     where tenant_id = $1 and ${mentionsAny(
       `coalesce(cells::text, '')`,
       `coalesce(parts::text, '')`,
       `coalesce(before::text, '')`,
       'errors::text',
       'read_errors::text',
       'keys::text',
       `coalesce(record_id::text, '')`,
     )}`,
    [ctx.tenantId, words],
  );
  await ctx.tx.rows(
    `update imports set found = found || $3::jsonb, mapping = mapping || '{"people": {}}'
     where tenant_id = $1 and kind = 'pm' and ${mentionsAny('found::text', `coalesce(mapping::text, '')`)}`,
    [ctx.tenantId, words, JSON.stringify(NOTHING_FOUND)],
  );
  await ctx.tx.rows(
    `update batch_items set variables = '{}', error = null where tenant_id = $1
     and ${mentionsAny('variables::text', `coalesce(error::text, '')`)}`,
    [ctx.tenantId, words],
  );
  await ctx.tx.rows(`delete from job_events where tenant_id = $1 and ${mentionsAny('data::text')}`, [
    ctx.tenantId,
    words,
  ]);
}

async function eraseConversations(ctx: TenantContext, words: readonly string[]): Promise<void> {
  const erased = await ctx.tx.rows<{ id: string }>(
    `delete from assistant_conversations c where c.tenant_id = $1 and (${mentionsAny('c.title')} or c.id in (
       select m.conversation_id from assistant_messages m
       where m.tenant_id = $1 and ${mentionsAny('m.text', 'm.citations::text', 'm.proposals::text')}))
     returning c.id`,
    [ctx.tenantId, words],
  );
  for (const { id } of erased)
    await emit(ctx, 'assistant.conversation_deleted', { object: { id }, links: [] });
}

async function eraseProposals(ctx: TenantContext, words: readonly string[]): Promise<void> {
  const found = await ctx.tx.rows<{ id: string }>(
    `select p.id from action_proposals p where p.tenant_id = $1 and ${mentionsAny(
      'p.title',
      'p.arguments::text',
      'p.preview::text',
      'p.evidence::text',
      `coalesce(p.target_id::text, '')`,
      `coalesce(p.rationale, '')`,
      `coalesce(p.decision_note, '')`,
      `coalesce(p.execution_result::text, '')`,
    )} order by p.id for update`,
    [ctx.tenantId, words],
  );
  const ids = found.map(({ id }) => id);
  await cancelProposals(ctx, { ids });
  await ctx.tx.rows(
    `update action_proposals set arguments = '{}', arguments_hash = encode(sha256('{}'), 'hex'), title = 'Erased contact',
       rationale = null, evidence = '[]', preview = '[]', decision_note = null, version = version + 1, updated_at = $3
     where tenant_id = $1 and id = any ($2)`,
    [ctx.tenantId, ids, ctx.now],
  );
  await ctx.tx.rows(
    `delete from notifications where tenant_id = $1 and entity_type = 'proposal' and entity_id = any ($2)`,
    [ctx.tenantId, ids],
  );
}
