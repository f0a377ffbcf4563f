// Resolvers of content: operations call services, other fields call loaders.
import { adaptContent, multiplexContent } from '../src/domains/content/composition.ts';
import {
  createDraft,
  deleteDraft,
  getDraft,
  listDrafts,
  setVariant,
  updateDraft,
} from '../src/domains/content/drafts.ts';
import { importSource } from '../src/domains/content/imported.ts';
import {
  deleteMedia,
  mediaAddress,
  mediaOfDraft,
  openMedia,
  uploadMedia,
} from '../src/domains/content/media.ts';
import type { ContentDraft, ContentMedia } from '../src/domains/content/model.ts';
import { validateTexts } from '../src/domains/content/validation.ts';
import { type FileFacts, fileById } from '../src/domains/file-facts.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { related } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

/** Resolves a field to a fact about the file of media. */
const fileFact = (name: keyof FileFacts) =>
  computed<ContentMedia>(['fileId'], async ({ fileId }, ctx) => (await fileById(ctx, fileId))![name]);

const mediaFields = {
  name: fileFact('name'),
  mime: fileFact('mime'),
  bytes: fileFact('bytes'),
  sha256: fileFact('sha256'),
  url: computed<ContentMedia>(['id'], (media, ctx) => mediaAddress(ctx, media).url),
  urlExpiresAt: computed<ContentMedia>(['id'], (media, ctx) => mediaAddress(ctx, media).expiresAt),
};

export const content: Resolvers = {
  Query: {
    validateContent: (_, { texts }) => validateTexts(texts),
    contentMedia: (_, { token }, ctx) => openMedia(ctx, token),
    contentDraft: (_, { draftId }, ctx) => getDraft(ctx, draftId),
    contentDrafts: (_, args, ctx, info) => listDrafts(ctx, args, lookahead(info, 'content_drafts')),
  },
  Mutation: {
    multiplexContent: (_, { input }, ctx) => multiplexContent(ctx, input),
    adaptContent: (_, { input }, ctx) => adaptContent(ctx, input),
    createContentDraft: (_, { input }, ctx) => createDraft(ctx, input),
    updateContentDraft: (_, { draftId, input, expectedVersion }, ctx) =>
      updateDraft(ctx, draftId, input, expectedVersion),
    deleteContentDraft: (_, { draftId, expectedVersion }, ctx) => deleteDraft(ctx, draftId, expectedVersion),
    setContentVariant: (_, { draftId, format, input, expectedVersion }, ctx) =>
      setVariant(ctx, draftId, format, input, expectedVersion),
    uploadContentMedia: (_, { draftId, input }, ctx) => uploadMedia(ctx, draftId, input),
    deleteContentMedia: (_, { draftId, mediaId }, ctx) => deleteMedia(ctx, draftId, mediaId),
    importContentSource: (_, { input }, ctx) => importSource(ctx, input),
  },
  ContentMedia: mediaFields,
  ContentDraft: {
    media: related(mediaOfDraft),
    variants: computed<ContentDraft>(['variants'], ({ variants }) => variants),
  },
};
