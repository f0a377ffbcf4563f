// Resolvers of model routes: operations call services, other fields call loaders.
import { providerKeyById } from '../src/domains/api-keys/loaders.ts';
import { fallbackOf, routeHealth, spendOf } from '../src/domains/models/loaders.ts';
import type { ModelRoute } from '../src/domains/models/model.ts';
import { listModelRoutes, setModelRoute } from '../src/domains/models/service.ts';
import { related } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const models: Resolvers = {
  Query: { modelRoutes: (_, _args, ctx) => listModelRoutes(ctx) },
  Mutation: {
    setModelRoute: (_, { purpose, input, expectedVersion }, ctx) =>
      setModelRoute(ctx, purpose, input, expectedVersion),
  },
  ModelRoute: {
    providerKey: related(providerKeyById, 'providerKeyId'),
    temperature: computed<ModelRoute>(['temperature'], ({ temperature }) => Number(temperature)),
    fallback: computed<ModelRoute>(['fallbackPurpose'], fallbackOf),
    health: computed<ModelRoute>(['purpose'], (route, ctx) => routeHealth(ctx, route)),
    spend: (route, _, ctx) => spendOf(ctx, route),
  },
};
