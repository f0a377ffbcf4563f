// Scheduled work on notifications: mails about them, and the notices of due tasks and expiring envelopes.
import { loadAuthor } from '../../access/load-author.ts';
import type { TenantContext } from '../../context.ts';
import type { Log } from '../../log.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Services } from '../../services.ts';
import { inWorkspace } from '../in-workspace.ts';
import { readableEntities } from './entities.ts';
import { notify } from './notify.ts';
import {
  allChannels,
  type Category,
  isMailDue,
  type MailMode,
  type Preferences,
  type QuietHours,
} from './rules.ts';

/** A digest lists at most this many notifications. */
const MAX_IN_DIGEST = 100;

/** Notifies people of tasks that are due today and envelopes that expire soon, and sends the mails about notifications; runs every minute, by the clock of the service. */
export async function sendNotificationMails(
  services: Services,
  log: Log,
  signal?: AbortSignal,
): Promise<void> {
  const tenants = await services.database.read({}, ({ db }) => db('tenants').select('id').orderBy('id'));
  for (const { id: tenantId } of tenants) {
    if (signal?.aborted) return;
    await inWorkspace({ services, log, tenantId, requestId: 'send_notification_mails' }, async (ctx) => {
      // Two runs at once would both find that nobody has been notified.
      await ctx.tx.rows("select pg_advisory_xact_lock(hashtext('notification-mails'), hashtext($1))", [
        tenantId,
      ]);
      await notifyOfDueTasks(ctx);
      await notifyOfExpiringEnvelopes(ctx);
      for (const person of await peopleToMail(ctx)) await mailPerson(ctx, person);
    });
  }
}

/** Tells assignees at 08:00 of the day, in the time zone of the workspace, that a task is due. */
async function notifyOfDueTasks(ctx: TenantContext): Promise<void> {
  const tasks = await ctx.tx.rows<{ id: string; title: string; users: string[] }>(
    `select k.id, k.title, k.assignee_ids as users
     from tenants t join tasks k on k.tenant_id = $1
     where t.id = $1 and k.deleted_at is null and k.status not in ('done', 'cancelled') and cardinality(k.assignee_ids) > 0
       and k.due_date between (($2::timestamptz at time zone t.time_zone)::date - 3) and ($2::timestamptz at time zone t.time_zone)::date
       and (k.due_date + time '08:00') at time zone t.time_zone between k.created_at and $2
       and not exists (select from notifications n where n.tenant_id = $1 and n.category = 'task_due'
         and n.entity_type = 'task' and n.entity_id = k.id and n.created_at >= k.due_date::timestamp at time zone t.time_zone)
     order by k.id limit 1000`,
    [ctx.tenantId, ctx.now],
  );
  for (const { id, title, users } of tasks)
    await notify(ctx, {
      category: 'task_due',
      title,
      entity: { type: 'task', id },
      says: 'The task is due.',
      users,
    });
}

/** Tells the creators of envelopes 72 hours before that these expire; one that was sent later than that is not announced. */
async function notifyOfExpiringEnvelopes(ctx: TenantContext): Promise<void> {
  const envelopes = await ctx.tx.rows<{ id: string; title: string; userId: string }>(
    `select v.id, v.title, v.created_by ->> 'id' as "userId" from envelopes v
     where v.tenant_id = $1 and v.deleted_at is null and v.status in ('sent', 'partially_signed')
       and v.created_by ->> 'type' = 'user' and v.expires_at > $2 and v.expires_at <= $2::timestamptz + interval '72 hours'
       and v.sent_at <= v.expires_at - interval '72 hours'
       and not exists (select from notifications n where n.tenant_id = $1 and n.category = 'envelope_expiring'
         and n.entity_type = 'envelope' and n.entity_id = v.id and n.created_at >= v.expires_at - interval '72 hours')
     order by v.id limit 1000`,
    [ctx.tenantId, ctx.now],
  );
  for (const { id, title, userId } of envelopes)
    await notify(ctx, {
      category: 'envelope_expiring',
      title,
      entity: { type: 'envelope', id },
      says: 'The envelope expires within three days.',
      users: [userId],
    });
}

/** A person with notifications that no mail was sent about. */
interface Person {
  userId: string;
  email: string;
  preferences: Preferences;
  quietHours: QuietHours | null;
  digestTime: string;
  timeZone: string;
}

function peopleToMail(ctx: TenantContext): Promise<Person[]> {
  return ctx.tx.rows<Person>(
    `select u.id as "userId", u.email, coalesce(p.preferences, '{}') as preferences, p.quiet_hours as "quietHours", coalesce(p.digest_time, '08:00') as "digestTime",
       coalesce(p.quiet_hours ->> 'timeZone', u.time_zone, t.time_zone) as "timeZone"
     from (select distinct user_id from notifications where tenant_id = $1 and mailed_at is null and mail <> 'off') n
     join memberships m on m.tenant_id = $1 and m.user_id = n.user_id and m.status = 'active'
     join users u on u.id = n.user_id and u.status = 'active'
     join tenants t on t.id = $1
     left join notification_preferences p on p.tenant_id = $1 and p.user_id = n.user_id
     order by u.id`,
    [ctx.tenantId],
  );
}

interface Pending {
  id: string;
  category: Category;
  title: string;
  body: string;
  mail: MailMode;
  createdAt: Date;
  isReadable: boolean;
}

async function mailPerson(ctx: TenantContext, person: Person): Promise<void> {
  const principal = await loadAuthor(ctx, { type: 'user', id: person.userId });
  const pending = await ctx.tx.rows<Pending>(
    `select id, category, title, body, mail, created_at as "createdAt",
       state = 'unread' and ${principal ? readableEntities(principal) : 'false'} as "isReadable"
     from notifications where tenant_id = $1 and user_id = $2 and mailed_at is null and mail <> 'off'
     order by created_at, id for update skip locked`,
    [ctx.tenantId, person.userId],
  );
  const due = pending.filter((one) =>
    isMailDue({ ...one, createdAt: new Date(one.createdAt) }, ctx.now, person),
  );
  // Who has switched a category off since gets no mail about it.
  const channels = allChannels(person.preferences);
  const readable = due.filter(({ isReadable, category }) => isReadable && channels[category].email !== 'off');
  for (const { title, body } of readable.filter(({ mail }) => mail === 'instant'))
    await queueMail(ctx, { to: person.email, subject: title, text: textOf(ctx, [{ title, body }]) });
  for (const mode of ['hourly', 'daily'] as const) {
    const digest = readable.filter(({ mail }) => mail === mode);
    if (digest.length === 0) continue;
    const subject = digest.length === 1 ? '1 notification' : `${digest.length} notifications`;
    await queueMail(ctx, { to: person.email, subject, text: textOf(ctx, digest) });
  }
  await ctx.tx.rows(
    'update notifications set mailed_at = $3 where tenant_id = $1 and id = any($2::uuid[]) returning id',
    [ctx.tenantId, due.map(({ id }) => id), ctx.now],
  );
}

function textOf(
  { services }: TenantContext,
  notifications: readonly Pick<Pending, 'title' | 'body'>[],
): string {
  const lines = notifications.slice(0, MAX_IN_DIGEST).map(({ title, body }) => `${title}\n${body}`);
  const more = notifications.length - lines.length;
  if (more > 0) lines.push(`And ${more} more.`);
  return [...lines, services.config.publicUrl].join('\n\n');
}
