// Media of drafts: uploaded, shown by signed addresses for ten minutes, and deleted with their draft.
import { v7 as uuid } from 'uuid';
import type { Context, TenantContext } from '../../context.ts';
import { fail, invalid } from '../../errors.ts';
import { FILE_COLUMNS, failTooLarge, type StoredFile } from '../../files/files.ts';
import { type FileInput, storeFile } from '../../files/take.ts';
import { type FileAddress, fileAddress, type Guard } from '../../files/tickets.ts';
import { allOf } from '../../lists/loaders.ts';
import type { Services } from '../../services.ts';
import { emitDraft, lockDraft } from './drafts.ts';
import { ContentMedia } from './model.ts';

const MAX_IMAGE = 10 * 1_048_576;
const MAX_VIDEO = 100 * 1_048_576;
/** Most bytes by media type; other types are refused. */
const MAX_BYTES: Record<string, number> = {
  'image/png': MAX_IMAGE,
  'image/jpeg': MAX_IMAGE,
  'image/webp': MAX_IMAGE,
  'image/gif': MAX_IMAGE,
  'video/mp4': MAX_VIDEO,
};
const MAX_OF_DRAFT = 20;

const PURPOSE = 'content_media';
/** How long an address is valid. */
const ADDRESS_MS = 600_000;

/** What an address stands for. */
interface MediaTicket {
  tenantId: string;
  id: string;
  until: number;
}

export const mediaOfDraft = allOf<ContentMedia>(ContentMedia, 'draftId', 'draft_id');

/**
 * Uploads media to a draft of the caller.
 * @throws NOT_FOUND; VALIDATION_ERROR file, media_type, max_items; PAYLOAD_TOO_LARGE; QUOTA_EXCEEDED
 */
export async function uploadMedia(
  ctx: TenantContext,
  draftId: string,
  input: { file: FileInput; altText?: string | null },
): Promise<ContentMedia> {
  const before = await lockDraft(ctx, draftId);
  if ((await mediaOfDraft(ctx, draftId)).length >= MAX_OF_DRAFT)
    throw invalid('file', 'max_items', `A draft has at most ${MAX_OF_DRAFT} media; delete one first.`);
  const file = await storeFile(ctx, input.file, { accepts: (mime) => mime in MAX_BYTES });
  if (file.bytes > MAX_BYTES[file.mime]!) failTooLarge(MAX_BYTES[file.mime]!);
  const altText = input.altText?.trim() || null;
  const media = await ContentMedia.insert(ctx, { id: uuid(), draftId, fileId: file.id, altText });
  await emitDraft(ctx, 'content_draft.updated', await before.changeVersion(ctx), before);
  return media;
}

/** Deletes media of a draft of the caller for good. @throws NOT_FOUND */
export async function deleteMedia(
  ctx: TenantContext,
  draftId: string,
  id: string,
): Promise<{ id: string; deletedAt: Date }> {
  const before = await lockDraft(ctx, draftId);
  const deleted = await ContentMedia.of(ctx).where({ id, draftId }).delete();
  if (deleted === 0) fail('NOT_FOUND');
  await emitDraft(ctx, 'content_draft.updated', await before.changeVersion(ctx), before);
  return { id, deletedAt: ctx.now };
}

/** Returns the address of media, and until when it is valid. */
export function mediaAddress(
  { services, tenantId, now }: TenantContext,
  { id }: ContentMedia,
): { url: string; expiresAt: Date } {
  const until = now.getTime() + ADDRESS_MS;
  const ticket: MediaTicket = { tenantId, id, until };
  const token = services.keys.seal(JSON.stringify(ticket), PURPOSE);
  return { url: `${services.config.publicUrl}/api/content/media/${token}`, expiresAt: new Date(until) };
}

/** Returns the file of an address of media. @throws MEDIA_SIGNATURE_INVALID; NOT_FOUND once the media are deleted */
export async function openMedia(ctx: Context, token: string): Promise<FileAddress> {
  const { tenantId, id, until } = openTicket(ctx, token);
  const file = await findFile(ctx.services, tenantId, id);
  if (!file) return fail('NOT_FOUND');
  const guard = { kind: PURPOSE, media: id, until: String(until) };
  return fileAddress(ctx, file, { disposition: 'inline', guard });
}

/** Returns whether the address of a file still holds: as long as that of its media, while they exist. */
export async function isMediaFile(services: Services, file: StoredFile, guard: Guard): Promise<boolean> {
  if (Number(guard.until) <= services.clock.now().getTime()) return false;
  return (await findFile(services, file.tenantId, guard.media!))?.id === file.id;
}

function openTicket({ services, now }: Context, token: string): MediaTicket {
  let ticket: MediaTicket;
  try {
    ticket = JSON.parse(services.keys.open(token, PURPOSE)) as MediaTicket;
  } catch {
    return fail('MEDIA_SIGNATURE_INVALID');
  }
  return ticket.until > now.getTime() ? ticket : fail('MEDIA_SIGNATURE_INVALID');
}

async function findFile(
  { database }: Services,
  tenantId: string,
  id: string,
): Promise<StoredFile | undefined> {
  const [file] = await database.read({ tenantId }, (tx) =>
    tx.rows<StoredFile>(
      `select ${FILE_COLUMNS} from files where tenant_id = $1 and id = (
         select file_id from content_media where tenant_id = $1 and content_media.id = $2)`,
      [tenantId, id],
    ),
  );
  return file;
}
