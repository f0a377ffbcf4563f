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
import type { ContentDraft } from '../src/domains/content/model.ts';
import { validateTexts } from '../src/domains/content/validation.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const content: Resolvers = {
  Query: {
    validateContent: (_, { texts }) => validateTexts(texts),
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
  },
  ContentDraft: {
    variants: computed<ContentDraft>(['variants'], ({ variants }) => variants),
  },
};
