// Resolvers of saved views: operations call services, other fields call loaders.
import { brokenClauses } from '../src/domains/saved-views/clauses.ts';
import { isDefault, sharesOfView } from '../src/domains/saved-views/loaders.ts';
import type { SavedView, SavedViewShare } from '../src/domains/saved-views/model.ts';
import {
  createSavedView,
  deleteSavedView,
  findView,
  listSavedViews,
  updateSavedView,
  visibleColumns,
  visibleFilter,
  visibleGroup,
} from '../src/domains/saved-views/service.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { column, related } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const savedViews: Resolvers = {
  Query: {
    savedViews: (_, args, ctx, info) => listSavedViews(ctx, args, lookahead(info, 'saved_views')),
    savedView: (_, { id }, ctx) => findView(ctx, id),
  },
  Mutation: {
    createSavedView: (_, { input }, ctx) => createSavedView(ctx, input),
    updateSavedView: (_, { id, input, expectedVersion }, ctx) =>
      updateSavedView(ctx, id, input, expectedVersion),
    deleteSavedView: (_, { id, expectedVersion }, ctx) => deleteSavedView(ctx, id, expectedVersion),
  },
  SavedView: {
    filter: computed<SavedView>(['entity', 'filter'], visibleFilter),
    columns: computed<SavedView>(['entity', 'columns'], visibleColumns),
    groupBy: computed<SavedView>(['entity', 'groupBy'], visibleGroup),
    brokenClauses: computed<SavedView>(['entity', 'filter', 'sort'], (view, ctx) => brokenClauses(ctx, view)),
    pageSize: column<SavedView>('rowsPerPage'),
    isDefault: computed<SavedView>(['id'], ({ id }, ctx) => isDefault(ctx, id)),
    sharedWith: related(sharesOfView),
  },
  SavedViewShare: {
    id: computed<SavedViewShare>(['userId', 'roleId'], ({ userId, roleId }) => userId ?? roleId),
    type: computed<SavedViewShare>(['userId'], ({ userId }) => (userId ? 'user' : 'role')),
  },
};
