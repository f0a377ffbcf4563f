// Entering a room: every gate of a link in its order. A refusal is stored in a transaction of its own, so nothing of it is lost.
import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { Context, TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { emit } from '../../events/emit.ts';
import { inHashSlot, isPassword } from '../auth/passwords.ts';
import { consumeCode, countTry, forgiveTry, isCode, sendCode } from './gate.ts';
import { accessRequired, inPublicRoom, limitAccess, type OpenLink, type Visit } from './public-links.ts';
import { closedGates, isAddress, nameOf, type PassedGates, passesLists } from './rules.ts';
import { newSecret, secretHash } from './sessions.ts';
import { admitVisitor, storeEvent } from './visitors.ts';

const SESSION_MS = 12 * 3_600_000;
const MAX_PASSWORD = 128;

export interface EntryInput {
  email?: string | null;
  name?: string | null;
  password?: string | null;
  code?: string | null;
  acceptNda?: boolean | null;
  ndaVersion?: number | null;
}

/** The answer: a session, or that a code was sent. */
export interface Entry {
  session: string | null;
  expiresAt: Date | null;
  visitor: { name: string; email: string | null } | null;
  codeSent: boolean | null;
}

const REFUSALS = {
  password: 'ROOM_PASSWORD_INVALID',
  code: 'ROOM_CODE_INVALID',
  list: 'ROOM_ACCESS_DENIED',
  session_limit: 'ROOM_ACCESS_DENIED',
} as const;

/**
 * Passes the gates of a link.
 * @throws ROOM_NOT_FOUND, ROOM_LINK_EXPIRED, ROOM_CLOSED; RATE_LIMITED; VALIDATION_ERROR; ROOM_PASSWORD_INVALID;
 *   ROOM_ACCESS_REQUIRED; ROOM_CODE_INVALID; ROOM_ACCESS_DENIED; ROOM_NDA_REQUIRED
 */
export async function openRoom(ctx: Context, token: string, input: EntryInput): Promise<Entry> {
  const opened = await inPublicRoom(ctx, 'read', { token }, async ({ tenantId, link, room }) => ({
    tenantId,
    link,
    room,
  }));
  const { link, room } = opened;
  await limitAccess(ctx.services, ctx.ip);
  const { password, code } = input;
  const hasSecret = (link.passwordHash !== null && password != null) || code != null;
  const tryId = await inTransaction(ctx, token, (visit) => countTry(visit.ctx, link, hasSecret));
  const forgive = () => hasSecret && inTransaction(ctx, token, (visit) => forgiveTry(visit.ctx, link, tryId));
  const email = await readEmail(input.email, forgive);
  const isRight = await passwordMatches(opened, password);
  if (isRight === false) return refuse(ctx, token, 'password');
  const verifies = closedGates({ ...link, passwordHash: null, ndaRequired: false }, room.visibility).includes(
    'code',
  );
  const passed: PassedGates = {
    email: email !== null,
    password: isRight === true,
    nda: acceptsNda(opened, input),
  };
  const missing = closedGates(link, room.visibility, passed);
  if (missing.includes('password') || missing.includes('email')) {
    await forgive();
    throw accessRequired(missing);
  }
  if (verifies && code == null) {
    await forgive();
    await inTransaction(ctx, token, (visit) => sendCode(visit.ctx, link, room, email!));
    return { session: null, expiresAt: null, visitor: null, codeSent: true };
  }
  if (verifies && !(await inTransaction(ctx, token, (visit) => isCode(visit.ctx, link, email!, code!))))
    return refuse(ctx, token, 'code');
  await forgive();
  if (!passesLists(link, room.visibility, verifies ? email : null)) return refuse(ctx, token, 'list');
  if (link.ndaRequired && !passed.nda)
    fail('ROOM_NDA_REQUIRED', undefined, { details: { nda_version: room.ndaVersion } });
  return grant(ctx, token, { email, isVerified: verifies, input, opened });
}

/** Runs a step in a transaction of its own. */
function inTransaction<T>(ctx: Context, token: string, work: (visit: Visit) => Promise<T>): Promise<T> {
  return inPublicRoom(ctx, 'write', { token }, work);
}

/** @throws VALIDATION_ERROR email */
async function readEmail(text: string | null | undefined, forgive: () => unknown): Promise<string | null> {
  const email = text?.trim().toLowerCase() || null;
  if (email === null || isAddress(email)) return email;
  await forgive();
  throw invalid('email', 'email', 'Give a mail address such as grace@example.com.');
}

/** Returns whether the password is right; undefined if the link has none or none is given. */
async function passwordMatches(
  { link }: OpenLink,
  password: string | null | undefined,
): Promise<boolean | undefined> {
  if (link.passwordHash === null || password == null) return undefined;
  if (password.normalize('NFKC').length > MAX_PASSWORD) return false;
  return inHashSlot(() => isPassword(link.passwordHash, password));
}

function acceptsNda({ link, room }: OpenLink, { acceptNda, ndaVersion }: EntryInput): boolean {
  if (!link.ndaRequired) return true;
  return acceptNda === true && (ndaVersion ?? room.ndaVersion) === room.ndaVersion;
}

/** Records why a visitor was refused, and refuses them. */
async function refuse(ctx: Context, token: string, reason: keyof typeof REFUSALS): Promise<never> {
  const code = REFUSALS[reason];
  await inTransaction(ctx, token, async (visit) => {
    const { room, link } = visit;
    await storeEvent(visit, { type: 'access_refused', reason });
    await emit(visit.ctx, 'room.access_refused', {
      object: room,
      label: room.title,
      links: [],
      refusal: code,
      data: { link_id: link.id, reason },
    });
  });
  const details = code === 'ROOM_ACCESS_DENIED' ? { details: { reason } } : {};
  return fail(code, undefined, details);
}

interface Admitted {
  email: string | null;
  isVerified: boolean;
  input: EntryInput;
  /** Link and room as they were when the gates were checked. */
  opened: OpenLink;
}

/** Creates the session. If a gate was changed meanwhile, the visitor passes the gates as they are now. */
async function grant(ctx: Context, token: string, admitted: Admitted): Promise<Entry> {
  const granted = await inTransaction(ctx, token, (visit) => createSession(visit, admitted));
  if (granted === 'changed') return openRoom(ctx, token, admitted.input);
  return granted === 'full' ? refuse(ctx, token, 'session_limit') : granted;
}

async function createSession(visit: Visit, admitted: Admitted): Promise<Entry | 'changed' | 'full'> {
  const { ctx, link, room } = visit;
  const { email, isVerified, input, opened } = admitted;
  const { tx, tenantId, now } = ctx;
  // The room is locked before its link, as by the team.
  if (!(await lockOpened(ctx, opened))) return 'changed';
  const [counted] = await tx.rows(
    `update room_links set sessions_count = sessions_count + 1, last_used_at = $3
     where tenant_id = $1 and id = $2 and (max_sessions is null or sessions_count < max_sessions) returning true`,
    [tenantId, link.id, now],
  );
  if (!counted) return 'full';
  if (isVerified) await consumeCode(ctx, link, email!);
  const name = input.name?.trim() || null;
  const visitor = await admitVisitor(ctx, room, { email, isVerified, name, fallback: nameOf(email) });
  const session = newSecret();
  const latest = new Date(now.getTime() + SESSION_MS);
  const expiresAt = link.expiresAt && link.expiresAt < latest ? link.expiresAt : latest;
  const sessionId = uuid();
  await tx.rows(
    `insert into room_sessions (tenant_id, id, room_id, link_id, visitor_id, token_hash, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tenantId, sessionId, room.id, link.id, visitor.id, secretHash(session), now, expiresAt],
  );
  await announce(
    { ...visit, ctx: { ...ctx, principal: { ...ctx.principal, label: visitor.name } } },
    visitor,
    sessionId,
  );
  ctx.shownOnce?.add(session);
  return { session, expiresAt, visitor: { name: visitor.name, email: visitor.email }, codeSent: null };
}

/** Locks the room and notes the visit. @returns whether room and link are still those whose gates were checked */
async function lockOpened({ tx, tenantId, now }: TenantContext, { room, link }: OpenLink): Promise<boolean> {
  const rooms = await tx.rows(
    `update rooms set last_visited_at = $3 where tenant_id = $1 and id = $2 and version = $4 and deleted_at is null
     returning true`,
    [tenantId, room.id, now, room.version],
  );
  const links = await tx.rows(
    'select true from room_links where tenant_id = $1 and id = $2 and version = $3 and revoked_at is null',
    [tenantId, link.id, link.version],
  );
  return rooms.length > 0 && links.length > 0;
}

/** Writes the events of a new session. */
async function announce(
  visit: Visit,
  visitor: { id: string; name: string; contactId: string | null },
  sessionId: string,
): Promise<void> {
  const { ctx, link, room } = visit;
  const by = { visitorId: visitor.id, sessionId };
  await storeEvent(visit, { type: 'access_granted', ...by });
  const data = { link_id: link.id, visitor_name: visitor.name };
  const event = { object: room, label: room.title };
  await emit(ctx, 'room.visited', { ...event, links: [{ entity: 'room', id: room.id }], data });
  if (!link.ndaRequired) return;
  const sha256 = createHash('sha256').update(room.ndaText!).digest('hex');
  const nda = { version: room.ndaVersion, sha256, ip: ctx.ip ?? null, userAgent: ctx.userAgent ?? null };
  await storeEvent(visit, { type: 'nda_accepted', ...by, nda });
  await emit(ctx, 'room.nda_accepted', {
    ...event,
    links: [],
    data: { ...data, nda_version: room.ndaVersion },
  });
}
