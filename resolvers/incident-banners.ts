// Resolvers of banners: operations call services; a session shows those of its workspace.
import {
  bannersOf,
  createBanner,
  listBanners,
  updateBanner,
} from '../src/domains/incident-banners/service.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import type { Resolvers } from './generated.ts';

export const incidentBanners: Resolvers = {
  Query: {
    incidentBanners: (_, args, ctx, info) => listBanners(ctx, args, lookahead(info, 'incident_banners')),
  },
  Mutation: {
    createIncidentBanner: (_, { input }, ctx) => createBanner(ctx, input),
    updateIncidentBanner: (_, { id, input, expectedVersion }, ctx) =>
      updateBanner(ctx, id, input, expectedVersion),
  },
  CurrentSession: { banners: (_, _args, ctx) => bannersOf(ctx) },
};
