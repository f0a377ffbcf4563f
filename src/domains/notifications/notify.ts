// Notifies people of an event, in its transaction.
import { actorOf } from '../../access/principal.ts';
import { holdersOf } from '../../access/roles.ts';
import { type EventType, eventKind } from '../../events/catalogue.ts';
import { watchedRecord } from '../../events/watched-record.ts';
import type { EmittedChange, TenantOperationContext } from '../../operations/context.ts';
import { kindNamed } from '../kinds.ts';
import { readersOf } from './entities.ts';
import { type Audience, audienceOf } from './recipients.ts';
import { type Category, defaultChannels, priorityOf, UNMUTABLE } from './rules.ts';

/** What happens again within this time while it is unread is one notification. */
const FOLDED_WITHIN_MS = 600_000;

/**
 * Adds a notification for each person whom an event concerns.
 * @param isWatched whether people watch the record of the event
 */
export async function notifyOfEvent(
  ctx: TenantOperationContext,
  event: string,
  change: EmittedChange,
  isWatched: boolean,
): Promise<void> {
  // The rows of an import notify nobody; its end does.
  if (ctx.importing) return;
  const kind = eventKind(event as EventType);
  const audience = audienceOf(event as EventType, change);
  const title = (change.label || kind.line).slice(0, 255);
  const entity = { type: kind.object, id: change.object.id };
  if (audience) await notify(ctx, { ...audience, title, entity });
  // The watchers of a project belong to the audience of its updates.
  if (!isWatched || audience?.projectId === entity.id) return;
  const watched = watchedRecord(kind.object, change);
  await notify(ctx, {
    category: watched.type === 'project' ? 'project_update' : 'record_update',
    title: watched.id === entity.id ? title : await titleOf(ctx, watched),
    entity: watched,
    says: `${kind.line}.`,
    watchersOf: watched,
  });
}

/** Returns the title of a record, which a change of one of its parts does not tell. */
async function titleOf(
  ctx: TenantOperationContext,
  { type, id }: { type: string; id: string },
): Promise<string> {
  const { model, title } = kindNamed(type);
  const record = await model.of(ctx).where({ id }).first();
  return String((record as unknown as Record<string, unknown>)[title]).slice(0, 255);
}

/** A notification, and whom it is for. */
export interface NewNotification extends Audience {
  title: string;
  entity: { type: string; id: string };
  /** The people who watch a record. */
  watchersOf?: { type: string; id: string };
}

/** Adds a notification for each person of an audience who may read the record, or counts up one that is unread and recent. */
export async function notify(ctx: TenantOperationContext, notification: NewNotification): Promise<void> {
  const {
    category,
    title,
    entity,
    says,
    users = [],
    roles = [],
    projectId,
    alsoActor,
    hasOwnMail,
  } = notification;
  const actor = actorOf(ctx.principal);
  const body = /^[a-z]/.test(says) ? `${actor.label} ${says}` : says;
  const channels = defaultChannels(category);
  const { permissions } = ctx.services;
  const readers = readersOf(entity.type, permissions);
  if (!readers) return;
  const holders = notification.holdersOf ? holdersOf(notification.holdersOf, permissions) : undefined;
  const watched = projectId ? { type: 'project', id: projectId } : notification.watchersOf;
  ctx.tx.defer({
    text: ADD,
    values: [
      ctx.tenantId,
      category,
      title,
      body.slice(0, 500),
      entity.type,
      entity.id,
      JSON.stringify(actor),
      priorityOf(category),
      ctx.now,
      new Date(ctx.now.getTime() - FOLDED_WITHIN_MS),
      users,
      roles,
      projectId ?? null,
      watched?.type ?? null,
      watched?.id ?? null,
      alsoActor ? null : actor.id,
      isUnmutable(category),
      channels.in_app,
      channels.email,
      holders?.roleKeys ?? [],
      holders?.grants ?? [],
      readers.module,
      readers.holders?.roleKeys ?? null,
      readers.holders?.grants ?? [],
      hasOwnMail ?? false,
    ],
    plan: 'generic',
  });
}

function isUnmutable(category: Category): boolean {
  return UNMUTABLE.includes(category);
}

/** SQL condition: the member `m` has a role that grants a permission. */
const holds = (roleKeys: string, grants: string): string => `
  exists (select from membership_roles mr join roles r on r.tenant_id = $1 and r.id = mr.role_id
    where mr.tenant_id = $1 and mr.membership_id = m.id
      and case when r.is_system then r.key = any(${roleKeys}::text[]) else r.grants && ${grants}::text[] end)`;

/** SQL: a new UUIDv7 of a time, from the random bits of a version 4, whose version becomes 7. */
const newId = (time: string): string => `encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
  placing substring(int8send(floor(extract(epoch from ${time}::timestamptz) * 1000)::bigint) from 3) from 1 for 6),
  52, 1), 53, 1), 'hex')::uuid`;

const ADD = `
  with audience as (
    select m.user_id,
      coalesce(p.preferences -> $2::text ->> 'in_app', $18) as in_app,
      coalesce(p.preferences -> $2::text ->> 'email', $19) as email
    from memberships m
    left join notification_preferences p on p.tenant_id = $1 and p.user_id = m.user_id
    where m.tenant_id = $1 and m.status = 'active' and m.user_id is distinct from $16::uuid
      and (m.user_id = any($11::uuid[])
        or exists (select from membership_roles mr join roles r on r.tenant_id = $1 and r.id = mr.role_id
          where mr.tenant_id = $1 and mr.membership_id = m.id and r.is_system and r.key = any($12::text[]))
        or ${holds('$20', '$21')}
        or m.user_id in (select pm.user_id from project_members pm where pm.tenant_id = $1 and pm.project_id = $13::uuid)
        or m.user_id = (select o.owner_user_id from projects o where o.tenant_id = $1 and o.id = $13::uuid)
        or m.user_id in (select s.user_id from record_subscriptions s where s.tenant_id = $1 and s.entity_type = $14
          and s.entity_id = $15::uuid and s.state = 'watching'))
      and ($17 or not exists (select from record_subscriptions s where s.tenant_id = $1 and s.user_id = m.user_id
        and s.entity_type = $5 and s.entity_id = $6 and s.state = 'muted'))
      and ($22::text is null or ((m.module_access is null or $22 = any(m.module_access))
        and exists (select from tenants t where t.id = $1 and t.modules -> $22 is distinct from 'false'::jsonb)))
      and ($23::text[] is null or ${holds('$23', '$24')})
  ), reached as (
    -- Who is mailed at once has the mail of the event; who wants a digest still finds it there.
    select user_id, in_app, case when $25 and email = 'instant' then 'off' else email end as mail from audience
  ), repeated as (
    update notifications n set count = n.count + 1, actor = $7, title = $3, body = $4, updated_at = $9
    from reached a
    where n.tenant_id = $1 and n.user_id = a.user_id and n.state = 'unread' and n.category = $2 and n.entity_type = $5
      and n.entity_id = $6 and n.updated_at >= $10
    returning n.user_id
  )
  insert into notifications (tenant_id, id, user_id, category, title, body, entity_type, entity_id, actor, priority, in_app,
    mail, created_at, updated_at)
  select $1, ${newId('$9')}, user_id, $2, $3, $4, $5, $6, $7, $8, in_app <> 'off', mail, $9, $9
  from reached where (in_app <> 'off' or mail <> 'off') and user_id not in (select user_id from repeated)`;
