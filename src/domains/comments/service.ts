// Comments on records: threads of one level, with mentions and files (delivery.md section 7). Events never contain their text.
import { v7 as uuid } from 'uuid';
import { permissionDenied } from '../../access/check.ts';
import { userIdOf } from '../../access/principal.ts';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import { type FileInput, storeFiles } from '../../files/take.ts';
import { applyConditions } from '../../lists/filters.ts';
import type { ListArguments, Listing, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { recordTypes } from '../../sdl/records.ts';
import { isReadable, reachableUsers, readableEntities, titleOfEntity } from '../notifications/entities.ts';
import { notify } from '../notifications/notify.ts';
import { partKind } from '../records/kind.ts';
import {
  changeRecord,
  type Deletion,
  deleteRecord,
  insertRecord,
  type Locked,
  lockRecord,
} from '../records/verbs.ts';
import { cleanMarkdown } from './markdown.ts';
import { Comment, CommentFile } from './model.ts';
import { mentionsIn } from './rules.ts';

const MAX_MENTIONS = 50;
/** The largest file of a comment. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** What a notification shows of a comment to the people that it mentions. */
const EXCERPT = 120;

export interface CommentInput {
  entityType: string;
  entityId: string;
  parentId?: string | null;
  body?: string | null;
  files?: FileInput[] | null;
}

/** A comment with what its author should know. */
export type WrittenComment = Comment & { warnings?: { code: string; message: string; ids: string[] }[] };

const timelines = new Set(recordTypes().flatMap(({ name, hasTimeline }) => (hasTimeline ? [name] : [])));

const commentKind = partKind<Comment>({
  model: Comment,
  title: 'entityType',
  withheld: ['body'],
  links: ({ entityType, entityId }) =>
    timelines.has(entityType) ? [{ entity: entityType, id: entityId }] : [],
});

const listing: Listing = {
  model: Comment,
  keepsDeleted: true,
  filters: {
    isResolved: (query, conditions) =>
      applyConditions(query, '(comments.resolved_at is not null)', conditions),
  },
};

/**
 * Returns a page of the comments on a record, or on all that the caller may read, oldest first; a deleted one with
 * replies keeps its place.
 * @throws NOT_FOUND, VALIDATION_ERROR required
 */
export async function listComments(
  ctx: TenantContext,
  { entityType, entityId, ...args }: { entityType?: string | null; entityId?: string | null } & ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<Comment>> {
  if (!entityType !== !entityId)
    throw invalid(entityType ? 'entity_id' : 'entity_type', 'required', 'Give both, or neither.');
  if (entityType && entityId) await assertReadable(ctx, entityType, entityId);
  const sort = args.sort ?? ['created_at'];
  return listPage<Comment>(ctx, listing, { ...args, sort }, lookahead, (query) =>
    query
      .whereRaw(readableEntities(ctx.principal, 'comments'))
      .where(entityType && entityId ? { entityType, entityId } : {})
      .whereRaw(
        `(comments.deleted_at is null or exists (select from comments r where r.tenant_id = comments.tenant_id
           and r.parent_id = comments.id and r.deleted_at is null))`,
      ),
  );
}

async function assertReadable(ctx: TenantContext, type: string, id: string): Promise<void> {
  if (!(await isReadable(ctx, type, id))) fail('NOT_FOUND');
}

/**
 * Comments on a record or replies to a comment. Mentioned people who may read the record are notified; the others are
 * named in a warning.
 * @throws NOT_FOUND for a record that the caller may not read; VALIDATION_ERROR
 */
export async function createComment(ctx: TenantContext, input: CommentInput): Promise<WrittenComment> {
  const { entityType, entityId, parentId } = input;
  await assertReadable(ctx, entityType, entityId);
  const body = readBody(input.body);
  const mentions = readMentions(body);
  const parent = parentId ? await findParent(ctx, parentId, entityType, entityId) : null;
  const id = uuid();
  const record = { id, entityType, entityId, parentId: parentId ?? null, body, mentions };
  const comment = await insertRecord(ctx, commentKind, record, { data: dataOf(record) });
  const files = await storeFiles(ctx, input.files ?? [], { maxBytes: MAX_FILE_BYTES });
  await CommentFile.insertAll(
    ctx,
    files.map((file) => ({ commentId: id, fileId: file.id })),
  );
  const warnings = await notifyMentioned(ctx, comment, mentions);
  if (parent) await notifyThread(ctx, comment, parent, mentions);
  return Object.assign(comment, { warnings });
}

function readBody(body: string | null | undefined): string {
  const text = cleanMarkdown(body ?? '');
  if (!text || text.length > 10_000)
    throw invalid('body', 'required', 'A comment has 1 to 10,000 characters.');
  return text;
}

function readMentions(body: string): string[] {
  const mentions = mentionsIn(body);
  if (mentions.length > MAX_MENTIONS)
    throw invalid('body', 'max_mentions', `A comment mentions at most ${MAX_MENTIONS} people.`);
  return mentions;
}

async function findParent(
  ctx: TenantContext,
  id: string,
  entityType: string,
  entityId: string,
): Promise<Comment> {
  const parent = (await Comment.live(ctx).where({ id, entityType, entityId }).first()) as Comment | undefined;
  if (!parent) throw invalid('parent_id', 'exists', 'There is no such comment on this record.');
  if (parent.parentId)
    throw invalid('parent_id', 'nested', 'Replies have no replies; name the first comment.');
  return parent;
}

function dataOf({
  entityType,
  entityId,
  parentId,
  body,
}: Pick<Comment, 'entityType' | 'entityId' | 'parentId' | 'body'>) {
  return { entity_type: entityType, entity_id: entityId, parent_id: parentId, length: body?.length ?? 0 };
}

/** Notifies mentioned people who may read the record. @returns the warning about those who may not */
async function notifyMentioned(ctx: TenantContext, comment: Comment, mentions: readonly string[]) {
  if (mentions.length === 0) return [];
  const { entityType, entityId, body } = comment;
  const users = await reachableUsers(ctx, entityType, mentions);
  const missing = mentions.filter((id) => !users.includes(id));
  if (users.length)
    await notify(ctx, {
      category: 'mention',
      title: await titleOfEntity(ctx, entityType, entityId),
      entity: { type: entityType, id: entityId },
      says: `mentioned you: ${body!.slice(0, EXCERPT)}`,
      users,
    });
  if (missing.length === 0) return [];
  const message = 'These people are no members who may read the record, so they are not told.';
  return [{ code: 'MENTION_UNREACHABLE', message, ids: missing }];
}

/** Notifies the others of a thread of a reply, but for those whom it mentions. */
async function notifyThread(
  ctx: TenantContext,
  comment: Comment,
  parent: Comment,
  mentions: readonly string[],
): Promise<void> {
  const rows = await ctx.tx.rows<{ id: string }>(
    `select distinct c.created_by ->> 'id' as id from comments c
     where c.tenant_id = $1 and (c.id = $2 or c.parent_id = $2) and c.deleted_at is null and c.created_by ->> 'type' = 'user'`,
    [ctx.tenantId, parent.id],
  );
  const users = rows.map(({ id }) => id).filter((id) => !mentions.includes(id));
  const { entityType, entityId } = comment;
  await notify(ctx, {
    category: 'comment_reply',
    title: await titleOfEntity(ctx, entityType, entityId),
    entity: { type: entityType, id: entityId },
    says: 'replied in a thread of yours.',
    users,
  });
}

/**
 * Edits the caller's own text, or resolves or reopens a thread. The former text is kept in the audit log.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR; PERMISSION_DENIED for the text of somebody else
 */
export async function updateComment(
  ctx: TenantContext,
  id: string,
  { body, isResolved }: { body?: string | null; isResolved?: boolean | null },
  expectedVersion?: number | null,
): Promise<WrittenComment> {
  const before = await lockComment(ctx, id, expectedVersion);
  if (isResolved != null && before.parentId)
    throw invalid('is_resolved', 'thread', 'Resolve the first comment of the thread.');
  if (body !== undefined && !isAuthor(ctx, before))
    fail('PERMISSION_DENIED', 'Only its author may change the text of a comment.');
  const text = body === undefined ? before.body! : readBody(body);
  const isEdited = text !== before.body;
  const mentions = isEdited ? readMentions(text) : before.mentions;
  const isMoved = isResolved != null && isResolved !== (before.resolvedAt !== null);
  const patch = {
    ...(isEdited && { body: text, mentions, editedAt: ctx.now }),
    ...(isMoved && { resolvedAt: isResolved ? ctx.now : null }),
  };
  const after = await changeRecord(ctx, commentKind, before, patch, {
    ...(isMoved && isResolved && { event: 'comment.resolved' as EventType }),
    data: { ...dataOf(before), length: text.length },
  });
  const added = mentions.filter((one) => !before.mentions.includes(one));
  return Object.assign(after, { warnings: await notifyMentioned(ctx, after, added) });
}

/** Deletes a comment with its text; its place stays while it has replies. @throws NOT_FOUND, PERMISSION_DENIED */
export async function deleteComment(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  const comment = await lockComment(ctx, id, expectedVersion);
  if (!isAuthor(ctx, comment) && !ctx.principal.permissions.has('comments.manage'))
    throw permissionDenied('comments.manage');
  await CommentFile.of(ctx).where({ commentId: id }).delete();
  const patch = { body: null, mentions: [], resolvedAt: null };
  return deleteRecord(ctx, commentKind, comment, { data: dataOf(comment) }, patch);
}

async function lockComment(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<Locked<Comment>> {
  const comment = await lockRecord(ctx, commentKind, id, { expectedVersion: expectedVersion ?? null });
  await assertReadable(ctx, comment.entityType, comment.entityId);
  return comment;
}

function isAuthor({ principal }: TenantContext, { createdBy }: Comment): boolean {
  return createdBy.id !== null && (createdBy.id === principal.id || createdBy.id === userIdOf(principal));
}
