// Reactions: the emoji that people give records and comments (delivery.md section 7).
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { fail } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { isReadable, lockEntity, readableEntities } from '../notifications/entities.ts';
import type { Deletion } from '../records/verbs.ts';
import { readEmoji } from './rules.ts';

/** A record takes at most this many different emoji. */
const MAX_DISTINCT = 20;
/** A list shows at most this many reactions. */
const MAX_LISTED = 2_000;

export interface Reaction {
  id: string;
  entityType: string;
  entityId: string;
  userId: string;
  userName: string;
  emoji: string;
  createdAt: Date;
}

const COLUMNS = `r.id, r.entity_type as "entityType", r.entity_id as "entityId", r.user_id as "userId",
  (select u.name from users u where u.id = r.user_id) as "userName", r.emoji, r.created_at as "createdAt"`;

/** Tells whether a record or comment exists for the caller; a comment is as readable as its record. */
async function isTarget(ctx: TenantContext, type: string, id: string): Promise<boolean> {
  if (type !== 'comment') return isReadable(ctx, type, id);
  const [comment] = await ctx.tx.rows<{ type: string; id: string }>(
    `select entity_type as type, entity_id as id from comments where tenant_id = $1 and id = $2 and deleted_at is null`,
    [ctx.tenantId, id],
  );
  return !!comment && isReadable(ctx, comment.type, comment.id);
}

/** Returns the reactions to records of a kind that the caller may read, oldest first. */
export async function listReactions(
  ctx: TenantContext,
  entityType: string,
  entityIds: readonly string[],
): Promise<Reaction[]> {
  const isReadableNow =
    entityType === 'comment'
      ? `exists (select from comments c where c.tenant_id = $1 and c.id = r.entity_id and c.deleted_at is null
           and ${readableEntities(ctx.principal, 'c')})`
      : readableEntities(ctx.principal, 'r');
  return ctx.tx.rows<Reaction>(
    `select ${COLUMNS} from reactions r where r.tenant_id = $1 and r.entity_type = $2 and r.entity_id = any($3)
       and ${isReadableNow}
     order by r.created_at, r.id limit ${MAX_LISTED}`,
    [ctx.tenantId, entityType, entityIds],
  );
}

/** Adds an emoji of the caller; one that stands is answered as it is. @throws NOT_FOUND, VALIDATION_ERROR, REACTION_LIMIT */
export async function addReaction(
  ctx: TenantContext,
  { entityType, entityId, emoji: text }: { entityType: string; entityId: string; emoji: string },
): Promise<Reaction & { outcome: 'created' | 'unchanged' }> {
  const emoji = readEmoji(text);
  if (!(await isTarget(ctx, entityType, entityId))) fail('NOT_FOUND');
  await lockEntity(ctx, entityType, entityId);
  const place = [ctx.tenantId, entityType, entityId];
  const existing = await ctx.tx.rows<{ emoji: string; count: number }>(
    'select r.emoji, count(*)::int as count from reactions r where r.tenant_id = $1 and r.entity_type = $2 and r.entity_id = $3 group by 1',
    place,
  );
  if (existing.length >= MAX_DISTINCT && !existing.some((one) => one.emoji === emoji)) fail('REACTION_LIMIT');
  const id = uuid();
  const [added] = await ctx.tx.rows<{ id: string }>(
    `insert into reactions (tenant_id, id, entity_type, entity_id, user_id, emoji, created_at, updated_at)
     values ($1, $4, $2, $3, $5, $6, $7, $7) on conflict do nothing returning id`,
    [...place, id, ctx.principal.id, emoji, ctx.now],
  );
  const [reaction] = await ctx.tx.rows<Reaction>(
    `select ${COLUMNS} from reactions r where r.tenant_id = $1 and r.entity_type = $2 and r.entity_id = $3
       and r.user_id = $4 and r.emoji = $5`,
    [...place, ctx.principal.id, emoji],
  );
  if (added)
    await emit(ctx, 'reaction.added', {
      object: { id },
      links: [],
      data: { entity_type: entityType, entity_id: entityId, emoji },
    });
  return { ...reaction!, outcome: added ? 'created' : 'unchanged' };
}

/** Takes back a reaction of the caller. @throws NOT_FOUND, also for that of somebody else */
export async function removeReaction(ctx: TenantContext, id: string): Promise<Deletion> {
  const [removed] = await ctx.tx.rows<{ entityType: string; entityId: string; emoji: string }>(
    `delete from reactions where tenant_id = $1 and id = $2 and user_id = $3
     returning entity_type as "entityType", entity_id as "entityId", emoji`,
    [ctx.tenantId, id, ctx.principal.id],
  );
  if (!removed) fail('NOT_FOUND');
  const { entityType, entityId, emoji } = removed;
  await emit(ctx, 'reaction.removed', {
    object: { id },
    links: [],
    data: { entity_type: entityType, entity_id: entityId, emoji },
  });
  return { id, deletedAt: ctx.now };
}
