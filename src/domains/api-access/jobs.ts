// Scheduled work on API tokens: notices before they expire, and revocation of tokens whose owner has left.
import type { TenantContext } from '../../context.ts';
import { emit } from '../../events/emit.ts';
import type { Log } from '../../log.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Services } from '../../services.ts';
import { inWorkspace } from '../in-workspace.ts';
import type { Locked } from '../records/verbs.ts';
import { ApiToken } from './model.ts';
import { type Notice, noticeDue, orphanCutoff, orphanRevocationDate } from './rules.ts';
import { revokeLocked } from './service.ts';

const DAY = 24 * 3_600_000;
/** An expiry notice is not sent when it is later than this. */
const MAX_NOTICE_DELAY = 7 * DAY;

/** Checks the tokens of every workspace, one transaction per workspace. */
export async function watchTokens(services: Services, log: Log, signal?: AbortSignal): Promise<void> {
  const tenants = await services.database.read({}, ({ db }) => db('tenants').select('id').orderBy('id'));
  for (const { id: tenantId } of tenants) {
    if (signal?.aborted) return;
    await inWorkspace({ services, log, tenantId, requestId: 'watch_tokens' }, async (ctx) => {
      await recordMissingOwners(ctx);
      await revokeOrphans(ctx);
      await sendExpiryNotices(ctx);
    });
  }
}

/**
 * Records since when the owner of a token has been gone, and notifies the admins once; clears it if the owner is
 * back.
 */
async function recordMissingOwners(ctx: TenantContext): Promise<void> {
  const { tx, tenantId, now } = ctx;
  const ownerIsActive = `exists (select from memberships m where m.tenant_id = t.tenant_id and m.user_id = t.owner_user_id
    and m.status = 'active')`;
  await tx.rows(
    `update api_tokens t set owner_missing_since = null
     where t.tenant_id = $1 and t.owner_missing_since is not null and t.revoked_at is null and ${ownerIsActive}`,
    [tenantId],
  );
  const orphaned = await tx.rows<{ name: string; prefix: string }>(
    `update api_tokens t set owner_missing_since = $2
     where t.tenant_id = $1 and t.owner_missing_since is null and t.owner_user_id is not null and t.revoked_at is null
       and t.expires_at > $2 and not ${ownerIsActive} returning t.name, t.prefix`,
    [tenantId, now],
  );
  for (const token of orphaned) {
    await notify(ctx, null, `API token ${token.name} has no owner`, [
      `The owner of the API token ${token.name} (${token.prefix}…) is no longer an active member.`,
      `It will be revoked on ${dayOf(orphanRevocationDate(now))}. To keep it, choose another owner in the API access settings.`,
    ]);
  }
}

async function revokeOrphans(ctx: TenantContext): Promise<void> {
  const tokens = await ApiToken.of(ctx)
    .whereNull('revokedAt')
    .whereNotNull('ownerMissingSince')
    .where('ownerMissingSince', '<=', orphanCutoff(ctx.now))
    .forUpdate();
  for (const token of tokens) await revokeLocked(ctx, token as Locked<ApiToken>, 'owner_missing');
}

async function sendExpiryNotices(ctx: TenantContext): Promise<void> {
  const { now } = ctx;
  const tokens = await ApiToken.of(ctx)
    .whereNull('revokedAt')
    .whereBetween('expiresAt', [
      new Date(now.getTime() - MAX_NOTICE_DELAY),
      new Date(now.getTime() + 14 * DAY),
    ])
    .forUpdate();
  for (const token of tokens) {
    const due = noticeDue(token.expiresAt, now);
    if (due === null || (token.expiryNotice !== null && token.expiryNotice <= due)) continue;
    await ApiToken.of(ctx).where({ id: token.id }).patch({ expiryNotice: due });
    await sendExpiryNotice(ctx, token, due);
  }
}

async function sendExpiryNotice(ctx: TenantContext, token: ApiToken, days: Notice): Promise<void> {
  const { id, version, name, prefix, expiresAt, ownerUserId } = token;
  const label = `${name} (${prefix}…)`;
  const when = days === 0 ? 'has expired' : `expires on ${dayOf(expiresAt)}`;
  await notify(ctx, ownerUserId, `API token ${name} ${when}`, [
    `The API token ${label} ${when}.`,
    days === 0
      ? 'Requests that use it are refused now. Create another token in the API access settings.'
      : 'Extend it or create another token in the API access settings before then; a rotation does not extend it.',
  ]);
  await emit(ctx, 'api_token.expiring', {
    object: { id, version },
    label: name,
    links: [],
    data: { expires_at: expiresAt, days_left: days },
  });
}

/** Mails the owner of a token and the owners and admins of the workspace. */
async function notify(
  ctx: TenantContext,
  ownerUserId: string | null,
  subject: string,
  lines: string[],
): Promise<void> {
  const people = await ctx.tx.rows<{ email: string }>(
    `select distinct u.email from memberships m join users u on u.id = m.user_id
     where m.tenant_id = $1 and m.status = 'active' and u.status = 'active' and (m.user_id = $2 or exists (
       select from membership_roles mr join roles r on r.tenant_id = mr.tenant_id and r.id = mr.role_id
       where mr.tenant_id = $1 and mr.membership_id = m.id and r.is_system and r.key in ('owner', 'admin')))
     order by 1`,
    [ctx.tenantId, ownerUserId],
  );
  for (const { email } of people) await queueMail(ctx, { to: email, subject, text: lines.join('\n\n') });
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
