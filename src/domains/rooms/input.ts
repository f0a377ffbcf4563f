// Validates the input of a room and turns it into columns.
import type { TenantContext } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { takeUpload } from '../../files/take.ts';
import { assertCompany } from '../contacts/associations.ts';
import { dealById } from '../deals/loaders.ts';
import { assertMember } from '../members/look-ups.ts';
import { normalizeTags } from '../tags.ts';
import type { LinkDefaults, Room } from './model.ts';

export interface RoomInput {
  title?: string | null;
  description?: string | null;
  visibility?: string | null;
  companyId?: string | null;
  dealId?: string | null;
  ownerUserId?: string | null;
  branding?: { logoMediaId?: string | null; accent?: string | null } | null;
  welcomeMessage?: string | null;
  defaultLinkSettings?: Partial<Record<keyof LinkDefaults, unknown>> | null;
  tags?: string[] | null;
  customFields?: Record<string, unknown> | null;
  copyItemsFrom?: string | null;
}

const NO_DEFAULTS: LinkDefaults = {
  expiresInDays: null,
  requireEmail: false,
  verifyEmail: false,
  ndaRequired: false,
  allowDownload: false,
  allowComments: true,
  maxSessions: null,
};

const MAX_LOGO_BYTES = 1_048_576;

/** The scope of the uploads of a room. */
export function uploadScope(roomId: string): string {
  return `rooms/${roomId}`;
}

/** Returns the columns that an input sets, without custom fields; `before` is the room that it changes. */
export async function readRoom(
  ctx: TenantContext,
  input: RoomInput,
  before?: Room,
): Promise<Record<string, unknown>> {
  const { branding, defaultLinkSettings, tags, customFields, copyItemsFrom, ...rest } = input;
  const fields: Record<string, unknown> = { ...rest };
  if (rest.title !== undefined || !before) fields.title = readTitle(rest.title);
  if (rest.visibility === null) fields.visibility = 'link';
  if (tags !== undefined) fields.tags = normalizeTags(tags ?? []);
  Object.assign(fields, await readBranding(ctx, branding, before));
  if (defaultLinkSettings !== undefined || !before)
    fields.defaultLinkSettings = readDefaults(defaultLinkSettings ?? NO_DEFAULTS, before);
  if (rest.ownerUserId && rest.ownerUserId !== before?.ownerUserId)
    await assertMember(ctx, rest.ownerUserId, 'owner_user_id');
  return { ...fields, ...(await readSubject(ctx, rest, before)) };
}

function readTitle(title: string | null | undefined): string {
  const text = title?.trim();
  if (!text) throw invalid('title', 'required', 'A room needs a title.');
  return text;
}

async function readBranding(
  ctx: TenantContext,
  branding: RoomInput['branding'],
  before: Room | undefined,
): Promise<Record<string, unknown>> {
  if (branding === undefined) return {};
  if (branding === null) return { logoFileId: null, accent: null };
  const { logoMediaId, accent } = branding;
  if (logoMediaId && logoMediaId !== before?.logoFileId) {
    const path = 'branding.logo_media_id';
    const { mime, bytes } = await takeUpload(ctx, logoMediaId, uploadScope(before?.id ?? ''), path);
    if (!/^image\/(png|jpeg|webp|gif)$/.test(mime) || bytes > MAX_LOGO_BYTES)
      throw invalid(path, 'media_type', 'A logo is a PNG, JPEG, WebP or GIF of up to 1 MiB.');
  }
  return {
    ...(logoMediaId !== undefined && { logoFileId: logoMediaId }),
    ...(accent !== undefined && { accent }),
  };
}

/** Returns the settings with the given members; one that is null is reset. */
function readDefaults(given: NonNullable<RoomInput['defaultLinkSettings']>, before?: Room): LinkDefaults {
  const settings = { ...(before?.defaultLinkSettings ?? NO_DEFAULTS) };
  for (const [name, value] of Object.entries(given))
    if (value !== undefined)
      Object.assign(settings, { [name]: value ?? NO_DEFAULTS[name as keyof LinkDefaults] });
  return settings;
}

/** Returns company and deal; without a company, that of the deal. @throws VALIDATION_ERROR exists, company_mismatch */
async function readSubject(
  ctx: TenantContext,
  { companyId, dealId }: RoomInput,
  before: Room | undefined,
): Promise<{ companyId?: string | null; dealId?: string | null }> {
  if (companyId && companyId !== before?.companyId) await assertCompany(ctx, companyId);
  if (dealId === undefined && (companyId === undefined || !before?.dealId)) return {};
  const wanted = dealId === undefined ? before!.dealId : dealId;
  const deal = wanted ? await dealById(ctx, wanted) : null;
  if (dealId && !deal) throw invalid('deal_id', 'exists', 'There is no such deal.');
  if (companyId && deal?.companyId && deal.companyId !== companyId)
    throw invalid('company_id', 'company_mismatch', 'The deal belongs to another company.');
  return companyId === undefined && deal?.companyId ? { companyId: deal.companyId } : {};
}
