// The secrets of a gate: how often they may be tried, and the codes that prove an address.
import { randomInt } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { ServiceError } from '../../errors.ts';
import { queueMail } from '../../mail/queue.ts';
import { codeMail } from './mails.ts';
import type { Room, RoomLink } from './model.ts';

/** Wrong passwords and codes together, for each link and address. */
const MAX_FAILURES = 5;
const WINDOW_MS = 15 * 60_000;
const CODE_MS = 10 * 60_000;
const MAX_TRIES = 5;
/** The shortest time between two mails to an address. */
const PAUSE_MS = 30_000;

/**
 * Counts a try against link and network address before its secret is looked at, so that concurrent tries count too.
 * @param isTry whether the call has a secret; without one it is only refused
 * @returns the id of the counted try, which a right answer takes back
 * @throws RATE_LIMITED room-gate
 */
export async function countTry(
  { tx, tenantId, now, services, ip }: TenantContext,
  link: RoomLink,
  isTry: boolean,
): Promise<string> {
  const address = services.keys.hashAddress(`room-gate ${ip}`, tenantId);
  await tx.rows("select pg_advisory_xact_lock(hashtextextended('room-gate ' || $1::text || $2::text, 0))", [
    link.id,
    address,
  ]);
  const since = new Date(now.getTime() - WINDOW_MS);
  const failures = await tx.rows<{ at: Date }>(
    `select at from room_gate_failures where tenant_id = $1 and link_id = $2 and address_hash = $3 and at > $4
     order by at desc limit ${MAX_FAILURES}`,
    [tenantId, link.id, address, since],
  );
  if (failures.length === MAX_FAILURES) {
    const free = failures.at(-1)!.at.getTime() + WINDOW_MS;
    const seconds = Math.max(1, Math.ceil((free - now.getTime()) / 1000));
    throw new ServiceError('RATE_LIMITED', 'Too many wrong passwords or codes; wait, then try again.', {
      details: { policy: 'room-gate' },
      headers: { 'retry-after': String(seconds) },
    });
  }
  const id = uuid();
  if (isTry)
    await tx.rows(
      'insert into room_gate_failures (tenant_id, link_id, address_hash, id, at) values ($1, $2, $3, $4, $5)',
      [tenantId, link.id, address, id, now],
    );
  return id;
}

/** Takes a counted try back, because its secret was right. */
export async function forgiveTry({ tx, tenantId }: TenantContext, link: RoomLink, id: string): Promise<void> {
  await tx.rows('delete from room_gate_failures where tenant_id = $1 and link_id = $2 and id = $3', [
    tenantId,
    link.id,
    id,
  ]);
}

/** Mails a new code, unless one was sent half a minute ago; whoever asks cannot tell. */
export async function sendCode(ctx: TenantContext, link: RoomLink, room: Room, email: string): Promise<void> {
  const { tenantId, now, tx } = ctx;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const [sent] = await tx.rows(
    `insert into room_codes as c (tenant_id, link_id, email, code_hash, tries, sent_at, expires_at)
     values ($1, $2, $3, $4, 0, $5, $6)
     on conflict (tenant_id, link_id, email) do update
       set code_hash = excluded.code_hash, tries = 0, sent_at = excluded.sent_at, expires_at = excluded.expires_at
       where c.sent_at <= $7
     returning true`,
    [
      ...[tenantId, link.id, email, hashOf(ctx, link, email, code), now],
      new Date(now.getTime() + CODE_MS),
      new Date(now.getTime() - PAUSE_MS),
    ],
  );
  if (sent) await queueMail(ctx, codeMail(email, room.title, code));
}

/** Returns whether a code is right; a wrong one counts. The code stays valid until access is granted. */
export async function isCode(
  ctx: TenantContext,
  link: RoomLink,
  email: string,
  code: string,
): Promise<boolean> {
  const { tx, tenantId, now } = ctx;
  const where = 'tenant_id = $1 and link_id = $2 and email = $3';
  const [row] = await tx.rows<{ code_hash: string }>(
    `select code_hash from room_codes where ${where} and tries < ${MAX_TRIES} and expires_at > $4 for update`,
    [tenantId, link.id, email, now],
  );
  if (!row) return false;
  if (row.code_hash === hashOf(ctx, link, email, code.trim())) return true;
  await tx.rows(`update room_codes set tries = tries + 1 where ${where}`, [tenantId, link.id, email]);
  return false;
}

/** Ends a code, because it has opened the room. Its row stays, so that the next mail waits its time. */
export async function consumeCode(
  { tx, tenantId, now }: TenantContext,
  link: RoomLink,
  email: string,
): Promise<void> {
  await tx.rows(
    'update room_codes set expires_at = $4 where tenant_id = $1 and link_id = $2 and email = $3',
    [tenantId, link.id, email, now],
  );
}

/** Returns the keyed digest of a code, so that the table alone does not tell it. */
function hashOf({ services }: TenantContext, { id }: RoomLink, email: string, code: string): string {
  return services.keys.hashToken(`room-code\n${id}\n${email}\n${code}`);
}
