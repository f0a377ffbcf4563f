// Resolvers of provider keys: operations call services.
import type { ProviderKey } from '../src/domains/api-keys/model.ts';
import {
  createProviderKey,
  deleteProviderKey,
  listProviderKeys,
  updateProviderKey,
} from '../src/domains/api-keys/service.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const apiKeys: Resolvers = {
  Query: {
    providerKeys: (_, args, ctx, info) => listProviderKeys(ctx, args, lookahead(info, 'provider_keys')),
  },
  Mutation: {
    createProviderKey: (_, { input }, ctx) => createProviderKey(ctx, input),
    updateProviderKey: (_, { id, input, expectedVersion }, ctx) =>
      updateProviderKey(ctx, id, input, expectedVersion),
    deleteProviderKey: (_, { id, expectedVersion }, ctx) => deleteProviderKey(ctx, id, expectedVersion),
  },
  ProviderKey: {
    hasIngressSecret: computed<ProviderKey>(
      ['sealedIngressSecret'],
      ({ sealedIngressSecret }) => sealedIngressSecret !== null,
    ),
  },
};
