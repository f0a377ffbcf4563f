// Resolvers of comments and reactions: operations call services, other fields call loaders.
import { filesOfComment } from '../src/domains/comments/loaders.ts';
import type { Comment } from '../src/domains/comments/model.ts';
import {
  createComment,
  deleteComment,
  listComments,
  updateComment,
} from '../src/domains/comments/service.ts';
import { addReaction, listReactions, removeReaction } from '../src/domains/reactions/service.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { computed, ofWrite } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const comments: Resolvers = {
  Query: {
    comments: (_, args, ctx, info) => listComments(ctx, args as never, lookahead(info, 'comments')),
    reactions: (_, { entityType, entityIds }, ctx) => listReactions(ctx, entityType, entityIds) as never,
  },
  Mutation: {
    createComment: (_, { input }, ctx) => createComment(ctx, input as never),
    updateComment: (_, { id, input, expectedVersion }, ctx) => updateComment(ctx, id, input, expectedVersion),
    deleteComment: (_, { id, expectedVersion }, ctx) => deleteComment(ctx, id, expectedVersion),
    addReaction: (_, { input }, ctx) => addReaction(ctx as never, input) as never,
    removeReaction: (_, { id }, ctx) => removeReaction(ctx as never, id),
  },
  Comment: {
    isResolved: computed<Comment>(['resolvedAt'], ({ resolvedAt }) => resolvedAt !== null),
    attachments: computed<Comment>(['id'], ({ id }, ctx) => filesOfComment(ctx, id)),
    warnings: ofWrite<Comment>('warnings'),
  },
};
