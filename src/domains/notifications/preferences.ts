// How a person is notified: channels by category, quiet hours, the daily mail, and records that they watch or mute.
import type { TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { isReadable } from './entities.ts';
import {
  allChannels,
  type Preferences,
  type QuietHours,
  readPreferences,
  type SubscribableEntity,
} from './rules.ts';

export interface NotificationPreferences {
  preferences: Record<string, unknown>;
  quietHours: QuietHours | null;
  digestTime: string;
  subscriptions: Subscription[];
}

export interface Subscription {
  entityType: SubscribableEntity;
  entityId: string;
  state: 'watching' | 'muted' | 'default';
}

const DIGEST_TIME = '08:00';

/** Returns the caller's preferences with the defaults of what is not set. */
export async function getPreferences(ctx: TenantContext): Promise<NotificationPreferences> {
  const owner = [ctx.tenantId, ctx.principal.id];
  const [row] = await ctx.tx.rows<{
    preferences: Preferences;
    quietHours: QuietHours | null;
    digestTime: string;
  }>(
    `select preferences, quiet_hours as "quietHours", digest_time as "digestTime" from notification_preferences
     where tenant_id = $1 and user_id = $2`,
    owner,
  );
  const subscriptions = await ctx.tx.rows<Subscription>(
    `select entity_type as "entityType", entity_id as "entityId", state from record_subscriptions
     where tenant_id = $1 and user_id = $2 order by created_at desc, entity_id limit 1000`,
    owner,
  );
  return {
    preferences: allChannels(row?.preferences ?? {}),
    quietHours: row?.quietHours ?? null,
    digestTime: row?.digestTime ?? DIGEST_TIME,
    subscriptions,
  };
}

export interface PreferencesInput {
  preferences: Record<string, unknown>;
  quietHours?: QuietHours | null;
  digestTime?: string | null;
}

/** Replaces the caller's preferences. @throws VALIDATION_ERROR unknown_field, enum, not_for_owners, time_zone */
export async function setPreferences(
  ctx: TenantContext,
  { preferences, quietHours, digestTime }: PreferencesInput,
): Promise<NotificationPreferences> {
  const read = readPreferences(preferences, ctx.principal.roles.includes('owner'));
  if (quietHours) assertTimeZone(quietHours.timeZone);
  await ctx.tx.rows(
    `insert into notification_preferences (tenant_id, user_id, preferences, quiet_hours, digest_time, updated_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, user_id) do update set preferences = excluded.preferences, quiet_hours = excluded.quiet_hours,
       digest_time = excluded.digest_time, updated_at = excluded.updated_at
     where (notification_preferences.preferences, notification_preferences.quiet_hours, notification_preferences.digest_time)
       is distinct from (excluded.preferences, excluded.quiet_hours, excluded.digest_time)`,
    [
      ctx.tenantId,
      ctx.principal.id,
      JSON.stringify(read),
      quietHours ? JSON.stringify({ ...quietHours }) : null,
      digestTime ?? DIGEST_TIME,
      ctx.now,
    ],
  );
  return getPreferences(ctx);
}

function assertTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    throw invalid('quiet_hours.time_zone', 'time_zone', 'Give an IANA time zone such as Europe/Berlin.');
  }
}

/** Watches or mutes a record that the caller may read, or ends that. @throws NOT_FOUND */
export async function setSubscription(
  ctx: TenantContext,
  { entityType, entityId, state }: Subscription,
): Promise<Subscription> {
  if (!(await isReadable(ctx, entityType, entityId))) fail('NOT_FOUND');
  const key = [ctx.tenantId, ctx.principal.id, entityType, entityId];
  if (state === 'default')
    await ctx.tx.rows(
      `delete from record_subscriptions
       where tenant_id = $1 and user_id = $2 and entity_type = $3 and entity_id = $4`,
      key,
    );
  else
    await ctx.tx.rows(
      `insert into record_subscriptions (tenant_id, user_id, entity_type, entity_id, state, created_at)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (tenant_id, user_id, entity_type, entity_id) do update set state = excluded.state
       where record_subscriptions.state <> excluded.state`,
      [...key, state, ctx.now],
    );
  return { entityType, entityId: entityId.toLowerCase(), state };
}
