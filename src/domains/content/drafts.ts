// Operations on drafts: a source, and its texts for several channels. A draft is visible to its owner only.
import { v7 as uuid } from 'uuid';
import type { TenantContext } from '../../context.ts';
import { assertVersion, type Lookahead } from '../../db/record-model.ts';
import { fail, invalid } from '../../errors.ts';
import type { EventType } from '../../events/catalogue.ts';
import { emit } from '../../events/emit.ts';
import type { ListArguments, Listing, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { readAddress } from './addresses.ts';
import { findImport } from './imported.ts';
import { ContentDraft, ContentMedia, type SharedLink } from './model.ts';
import { newOwnerOf, ownerOf } from './owner.ts';
import { assertMembers, type ContentInput, FORMATS, type Format, type Variant } from './rules.ts';
import { firstLine } from './titles.ts';
import { customVariant, followingVariant, variantsOf } from './variants.ts';

export interface VariantInput extends ContentInput {
  format: Format;
  customized?: boolean | null;
  /** Ignored: the service counts itself. */
  validation?: unknown;
}

export interface DraftInput {
  title?: string | null;
  source?: string | null;
  channels?: readonly Format[] | null;
  variants?: readonly VariantInput[] | null;
  links?: readonly { url: string; label?: string | null }[] | null;
  numbering?: boolean | null;
  importId?: string | null;
  /** Descriptions of media of the draft. */
  media?: readonly { id: string; altText?: string | null }[] | null;
}

const listing: Listing = { model: ContentDraft };

/** Returns a draft of the caller. @throws NOT_FOUND */
export async function getDraft(ctx: TenantContext, id: string): Promise<ContentDraft> {
  const draft = await ContentDraft.of(ctx)
    .where({ id, ownerUserId: await ownerOf(ctx) })
    .first();
  return (draft as ContentDraft | undefined) ?? fail('NOT_FOUND');
}

/** Returns a page of the drafts of the caller. */
export async function listDrafts(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<ContentDraft>> {
  const owner = await ownerOf(ctx);
  return listPage<ContentDraft>(ctx, listing, args, lookahead, (query) =>
    query.whereRaw('content_drafts.owner_user_id = ?::uuid', [owner] as never),
  );
}

/**
 * Locks a draft of the caller until the transaction ends.
 * @throws NOT_FOUND, PRECONDITION_FAILED
 */
export async function lockDraft(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<ContentDraft> {
  const draft = (await ContentDraft.of(ctx)
    .where({ id, ownerUserId: await ownerOf(ctx) })
    .forUpdate()
    .first()) as ContentDraft | undefined;
  if (!draft) return fail('NOT_FOUND');
  assertVersion(draft, expectedVersion);
  return draft;
}

/** Saves a draft of the caller. @throws VALIDATION_ERROR; CONFLICT token_without_owner */
export async function createDraft(ctx: TenantContext, input: DraftInput): Promise<ContentDraft> {
  const ownerUserId = await newOwnerOf(ctx);
  if (input.media?.length)
    throw invalid('media', 'unexpected', 'A new draft has no media; upload them to it afterwards.');
  const importId = input.importId ?? null;
  const imported = importId ? await findImport(ctx, importId) : undefined;
  const source = readSource(input.source ?? imported?.content);
  const title = input.title?.trim() || imported?.title || firstLine(source);
  const channels = readChannels(input.channels);
  const fields = {
    title,
    source,
    channels,
    links: readLinks(input.links),
    numbering: input.numbering ?? false,
  };
  const variants = variantsOf({ ...fields, variants: readVariants(input.variants, channels, fields, []) });
  const draft = await ContentDraft.create(ctx, { id: uuid(), ownerUserId, importId, ...fields, variants });
  await emitDraft(ctx, 'content_draft.created', draft);
  return draft;
}

/**
 * Changes a draft. Texts that nobody wrote follow the source; all are validated again.
 * @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR
 */
export async function updateDraft(
  ctx: TenantContext,
  id: string,
  input: DraftInput,
  expectedVersion?: number | null,
): Promise<ContentDraft> {
  const before = await lockDraft(ctx, id, expectedVersion);
  const importId = input.importId === undefined ? before.importId : input.importId;
  if (importId && importId !== before.importId) await findImport(ctx, importId);
  const source = input.source === undefined ? before.source : readSource(input.source);
  const fields = {
    title: input.title === undefined ? before.title : input.title?.trim() || firstLine(source),
    source,
    channels: input.channels === undefined ? before.channels : readChannels(input.channels),
    links: input.links === undefined ? before.links : readLinks(input.links),
    numbering: input.numbering ?? before.numbering,
  };
  const given = readVariants(input.variants, fields.channels, fields, before.variants);
  const patch = { ...fields, importId, variants: variantsOf({ ...fields, variants: given }) };
  return saveDraft(ctx, before, patch, await describeMedia(ctx, id, input.media));
}

/** Writes the text of one channel. @throws NOT_FOUND, PRECONDITION_FAILED, VALIDATION_ERROR */
export async function setVariant(
  ctx: TenantContext,
  id: string,
  format: Format,
  input: ContentInput,
  expectedVersion?: number | null,
): Promise<ContentDraft> {
  const before = await lockDraft(ctx, id, expectedVersion);
  if (!before.channels.includes(format))
    throw invalid('format', 'channel', `The draft has no channel ${format}; add it to its channels first.`);
  assertMembers(format, input, '');
  const custom = customVariant(format, input, before.numbering);
  const variants = before.variants.map((variant) => (variant.format === format ? custom : variant));
  return saveDraft(ctx, before, { variants });
}

/** Deletes a draft and its media for good. @throws NOT_FOUND, PRECONDITION_FAILED */
export async function deleteDraft(
  ctx: TenantContext,
  id: string,
  expectedVersion?: number | null,
): Promise<{ id: string; deletedAt: Date }> {
  const draft = await lockDraft(ctx, id, expectedVersion);
  await ContentDraft.of(ctx).where({ id }).delete();
  await emitDraft(ctx, 'content_draft.deleted', draft);
  return { id, deletedAt: ctx.now };
}

async function saveDraft(
  ctx: TenantContext,
  before: ContentDraft,
  patch: Partial<ContentDraft>,
  changesMedia = false,
): Promise<ContentDraft> {
  const after = changesMedia ? await before.changeVersion(ctx, patch) : await before.change(ctx, patch);
  if (after !== before) await emitDraft(ctx, 'content_draft.updated', after, before);
  return after;
}

/** Writes the descriptions of media. @returns whether one differs @throws VALIDATION_ERROR exists */
async function describeMedia(
  ctx: TenantContext,
  draftId: string,
  inputs: DraftInput['media'],
): Promise<boolean> {
  let isChanged = false;
  for (const [index, { id, altText }] of (inputs ?? []).entries()) {
    const media = (await ContentMedia.of(ctx).where({ id, draftId }).first()) as ContentMedia | undefined;
    if (!media) throw invalid(`media[${index}].id`, 'exists', 'The draft has no such media.');
    if ((await media.change(ctx, { altText: altText?.trim() || null })) !== media) isChanged = true;
  }
  return isChanged;
}

/** Writes the event of a change, without a word of the draft: it is private, and the audit is not. */
export async function emitDraft(
  ctx: TenantContext,
  event: EventType,
  draft: ContentDraft,
  before?: ContentDraft,
): Promise<void> {
  await emit(ctx, event, {
    object: draft,
    ...(before && { before: auditFields(before) }),
    after: auditFields(draft),
    links: [],
  });
}

function auditFields({ channels, variants }: ContentDraft): object {
  return {
    channels,
    customized: variants.filter(({ customized }) => customized).map(({ format }) => format),
  };
}

/** @throws VALIDATION_ERROR required */
function readSource(source: string | null | undefined): string {
  const text = source?.trim();
  if (!text) throw invalid('source', 'required', 'Give the text that the channels follow, or an import.');
  return text;
}

/** Returns the channels in the order of the formats, each once. @throws VALIDATION_ERROR required */
function readChannels(channels: DraftInput['channels']): Format[] {
  if (!channels?.length) throw invalid('channels', 'required', 'Give at least one channel.');
  return FORMATS.filter((format) => channels.includes(format));
}

/** @throws VALIDATION_ERROR url */
function readLinks(links: DraftInput['links']): SharedLink[] {
  return (links ?? []).map(({ url, label }, index) => ({
    url: readAddress(url, `links[${index}].url`),
    label: label?.trim() || null,
  }));
}

/**
 * Returns the variants that hold after an input: those that it writes, and those before that it does not mention.
 * @throws VALIDATION_ERROR channel, unexpected, required, repeated
 */
function readVariants(
  inputs: DraftInput['variants'],
  channels: readonly Format[],
  source: Parameters<typeof followingVariant>[1],
  before: readonly Variant[],
): Variant[] {
  const variants = new Map(before.map((variant) => [variant.format, variant]));
  const given = new Set<Format>();
  for (const [index, { format, customized, ...input }] of (inputs ?? []).entries()) {
    const path = `variants[${index}]`;
    if (!channels.includes(format))
      throw invalid(`${path}.format`, 'channel', `${format} is not among the channels of the draft.`);
    if (given.has(format)) throw invalid(`${path}.format`, 'repeated', `${format} is given twice.`);
    given.add(format);
    if (customized === false) {
      variants.set(format, followingVariant(format, source));
      continue;
    }
    assertMembers(format, input, path);
    variants.set(format, customVariant(format, input, source.numbering));
  }
  return [...variants.values()];
}
