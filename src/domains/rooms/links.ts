// The links of a room: created with a token that is shown once, changed, revoked.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail, invalid, ServiceError } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { addToPreview } from '../../operations/preview.ts';
import { hashPassword } from '../auth/passwords.ts';
import { type Deletion, type Locked, lockRecord } from '../records/verbs.ts';
import { roomKind } from './kind.ts';
import { linkListing } from './loaders.ts';
import { type Gates, type NewRoomLink, Room, RoomLink } from './model.ts';
import { MAX_LINKS, readAddresses } from './rules.ts';
import { endSessions, newSecret, secretHash } from './sessions.ts';

const DAY = 24 * 3_600_000;
const MAX_DAYS = 731;

export interface LinkInput {
  label?: string | null;
  expiresAt?: Date | null;
  password?: string | null;
  requireEmail?: boolean | null;
  verifyEmail?: boolean | null;
  ndaRequired?: boolean | null;
  allowList?: string[] | null;
  denyList?: string[] | null;
  allowDownload?: boolean | null;
  allowComments?: boolean | null;
  maxSessions?: number | null;
}

/** Returns a page of the links of a room, newest first, revoked ones included. @throws NOT_FOUND */
export async function listLinks(
  ctx: TenantContext,
  roomId: string,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<RoomLink>> {
  await Room.find(ctx, roomId);
  return listPage<RoomLink>(ctx, linkListing, { ...args, sort: ['-created_at'] }, lookahead, (query) =>
    query.where({ roomId }),
  );
}

/** Creates a link. @throws NOT_FOUND, VALIDATION_ERROR; HUMAN_REQUIRED for a password that an agent sets */
export async function createLink(ctx: TenantContext, roomId: string, input: LinkInput): Promise<NewRoomLink> {
  assertPasswordByHuman(ctx, input);
  const room = await lockRecord(ctx, roomKind, roomId);
  await assertFewerLinks(ctx, roomId, 1);
  const gates = readGates(ctx, room, input, defaultsOf(ctx, room));
  const passwordHash = input.password ? await hashPassword(input.password) : null;
  addToPreview(ctx, { gates: previewOfGates(gates) });
  return insertLink(ctx, room, { ...gates, label: input.label?.trim() || null, passwordHash });
}

/** Inserts a link with a new token. */
export async function insertLink(
  ctx: TenantContext,
  room: Room,
  fields: Gates & { label: string | null; passwordHash?: string | null; contactId?: string },
): Promise<NewRoomLink> {
  const token = newSecret();
  const { passwordHash = null } = fields;
  const { id, tokenHash } = { id: uuid(), tokenHash: secretHash(token) };
  const link = await RoomLink.create<RoomLink>(ctx, {
    ...fields,
    id,
    roomId: room.id,
    tokenHash,
    tokenLast4: token.slice(-4),
    passwordHash,
  });
  await emitLink(ctx, 'room.link_created', room, link);
  const url = roomUrl(ctx.services.config, token);
  for (const secret of [token, url]) ctx.shownOnce.add(secret);
  return Object.assign(link, { token, url, secretShown: true });
}

/**
 * Changes a link. A change of who may enter ends its sessions at once.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR; INVALID_STATE_TRANSITION for a revoked one
 */
export async function updateLink(
  ctx: TenantContext,
  roomId: string,
  linkId: string,
  input: LinkInput,
  expectedVersion?: number | null,
): Promise<RoomLink> {
  assertPasswordByHuman(ctx, input);
  const room = await lockRecord(ctx, roomKind, roomId);
  const before = await lockLink(ctx, roomId, linkId, expectedVersion);
  if (before.revokedAt)
    fail('INVALID_STATE_TRANSITION', 'A revoked link stays revoked; create another one.', {
      details: { from: 'revoked', to: 'active', allowed: [] },
    });
  const patch = {
    ...readGates(ctx, room, input, before),
    ...(input.label !== undefined && { label: input.label?.trim() || null }),
    ...(input.password !== undefined && {
      passwordHash: input.password === null ? null : await hashPassword(input.password),
    }),
  };
  const after = await (before as RoomLink).change(ctx, patch);
  if (after === (before as RoomLink)) return before;
  addToPreview(ctx, { link: before.label ?? `…${before.tokenLast4}`, gates: previewOfGates(after) });
  await emitLink(ctx, 'room.link_updated', room, after, before);
  const gates = [
    'passwordHash',
    'allowList',
    'denyList',
    'requireEmail',
    'verifyEmail',
    'ndaRequired',
  ] as const;
  if (gates.some((name) => String(after[name]) !== String(before[name])))
    await endSessions(ctx, { roomId, linkId });
  return after;
}

/** Revokes a link and ends its sessions. @throws NOT_FOUND, also for a revoked one; PRECONDITION_FAILED */
export async function revokeLink(
  ctx: TenantContext,
  roomId: string,
  linkId: string,
  expectedVersion?: number | null,
): Promise<Deletion> {
  const room = await lockRecord(ctx, roomKind, roomId);
  const before = await lockLink(ctx, roomId, linkId, expectedVersion);
  if (before.revokedAt) fail('NOT_FOUND');
  addToPreview(ctx, { link: before.label ?? `…${before.tokenLast4}` });
  const after = await (before as RoomLink).change(ctx, { revokedAt: ctx.now });
  await emitLink(ctx, 'room.link_revoked', room, after, before);
  await endSessions(ctx, { roomId, linkId });
  return { id: linkId, deletedAt: ctx.now };
}

/** Returns the address of a room. The token follows #, so that browsers do not send it to servers, which might log it. */
function roomUrl({ pagesUrl }: TenantContext['services']['config'], token: string): string {
  return `${pagesUrl}/room#token=${token}`;
}

/** Writes an event of a link, whose object is the room; only the audit has the lists, and nothing has a secret. */
async function emitLink(
  ctx: TenantContext,
  event: EventType,
  room: Room,
  link: RoomLink,
  before?: RoomLink,
): Promise<void> {
  const isNewPassword = (before?.passwordHash ?? null) !== link.passwordHash;
  const hidden = (isSet: boolean) => (isNewPassword ? { password: isSet ? '[redacted]' : null } : {});
  await emit(ctx, event, {
    object: room,
    label: room.title,
    // One password instead of another is a change too.
    ...(before && { before: { ...auditFields(before), ...hidden(link.passwordHash === null) } }),
    after: { ...auditFields(link), ...hidden(link.passwordHash !== null) },
    withheld: ['allowList', 'denyList', 'password'],
    links: [{ entity: 'room', id: room.id }],
    data: { link_id: link.id },
  });
}

function auditFields({ tokenHash, passwordHash, ...link }: RoomLink): object {
  return { ...link, hasPassword: passwordHash !== null };
}

/** Returns the gates of a link as the preview of a proposal shows them: agents read it too, but never the lists of others. */
function previewOfGates(gates: Gates): object {
  return {
    expires_at: gates.expiresAt,
    require_email: gates.requireEmail,
    verify_email: gates.verifyEmail,
    nda_required: gates.ndaRequired,
    allow_list_entries: gates.allowList.length,
    deny_list_entries: gates.denyList.length,
    allow_download: gates.allowDownload,
    allow_comments: gates.allowComments,
    max_sessions: gates.maxSessions,
  };
}

/** @throws VALIDATION_ERROR max_links */
export async function assertFewerLinks(ctx: TenantContext, roomId: string, added: number): Promise<void> {
  const [row] = await ctx.tx.rows<{ n: number }>(
    'select count(*)::int as n from room_links where tenant_id = $1 and room_id = $2 and revoked_at is null',
    [ctx.tenantId, roomId],
  );
  if (row!.n + added > MAX_LINKS)
    throw invalid('room_id', 'max_links', `A room has at most ${MAX_LINKS} links; revoke some first.`);
}

/** Returns the gates of a new link of a room where its creation says nothing. */
export function defaultsOf(ctx: TenantContext, { defaultLinkSettings: settings }: Room): Gates {
  const { expiresInDays, ...flags } = settings;
  const expiresAt = expiresInDays === null ? null : new Date(ctx.now.getTime() + expiresInDays * DAY);
  return { ...flags, expiresAt, allowList: [], denyList: [] };
}

/**
 * Returns the effective gates: a list implies a verified address, and that an address at all.
 * @throws VALIDATION_ERROR
 */
export function readGates(ctx: TenantContext, room: Room, input: LinkInput, current: Gates): Gates {
  const lists = {
    allowList:
      input.allowList === undefined ? current.allowList : readAddresses(input.allowList ?? [], 'allow_list'),
    denyList:
      input.denyList === undefined ? current.denyList : readAddresses(input.denyList ?? [], 'deny_list'),
  };
  const hasList = lists.allowList.length + lists.denyList.length > 0;
  for (const name of ['requireEmail', 'verifyEmail'] as const)
    if (hasList && input[name] === false)
      throw invalid(
        name === 'requireEmail' ? 'require_email' : 'verify_email',
        'list',
        'A link with a list needs a verified address; remove the list first.',
      );
  const verifyEmail = hasList || (input.verifyEmail ?? current.verifyEmail);
  const ndaRequired = input.ndaRequired ?? current.ndaRequired;
  if (ndaRequired && room.ndaText === null)
    throw invalid('nda_required', 'nda_missing', 'The room has no NDA; set its text first.');
  return {
    ...lists,
    verifyEmail,
    requireEmail: verifyEmail || (input.requireEmail ?? current.requireEmail),
    ndaRequired,
    expiresAt: input.expiresAt === undefined ? current.expiresAt : readExpiry(ctx, input.expiresAt),
    allowDownload: input.allowDownload ?? current.allowDownload,
    allowComments: input.allowComments ?? current.allowComments,
    maxSessions: input.maxSessions === undefined ? current.maxSessions : input.maxSessions,
  };
}

function readExpiry({ now }: TenantContext, expiresAt: Date | null): Date | null {
  if (expiresAt && (expiresAt <= now || expiresAt.getTime() > now.getTime() + MAX_DAYS * DAY))
    throw invalid('expires_at', 'range', 'A link expires in the future, at most two years ahead.');
  return expiresAt;
}

/** @throws HUMAN_REQUIRED, so that no proposal holds a password */
function assertPasswordByHuman({ principal }: TenantContext, { password }: LinkInput): void {
  if (password !== undefined && principal.kind === 'agent')
    throw new ServiceError('HUMAN_REQUIRED', 'Only a person may set the password of a link.');
}

async function lockLink(
  ctx: TenantContext,
  roomId: string,
  linkId: string,
  expectedVersion?: number | null,
): Promise<Locked<RoomLink>> {
  const link = await RoomLink.lock<RoomLink>(ctx, linkId, { expectedVersion });
  return link.roomId === roomId ? (link as Locked<RoomLink>) : fail('NOT_FOUND');
}
