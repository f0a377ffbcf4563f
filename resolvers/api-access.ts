// Resolvers of API tokens: operations call services, other fields call loaders.
import type { ApiToken, IssuedToken } from '../src/domains/api-access/model.ts';
import {
  createToken,
  listTokens,
  revokeToken,
  rotateToken,
  statusOfToken,
  updateToken,
} from '../src/domains/api-access/service.ts';
import { roleById } from '../src/domains/roles/loaders.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { related } from '../src/operations/sources.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const apiAccess: Resolvers = {
  Query: {
    apiTokens: (_, args, ctx, info) => listTokens(ctx, args, lookahead(info, 'api_tokens')),
  },
  Mutation: {
    createApiToken: (_, { input }, ctx) => createToken(ctx, input),
    updateApiToken: (_, { id, input, expectedVersion }, ctx) => updateToken(ctx, id, input, expectedVersion),
    rotateApiToken: (_, { id, overlapHours, expectedVersion }, ctx) =>
      rotateToken(ctx, id, overlapHours, expectedVersion),
    revokeApiToken: (_, { id, reason, expectedVersion }, ctx) =>
      revokeToken(ctx, id, reason, expectedVersion),
  },
  ApiToken: {
    status: computed<ApiToken>(['expiresAt', 'revokedAt', 'previousSecretExpiresAt'], statusOfToken),
    ownerMissing: computed<ApiToken>(['ownerMissingSince'], ({ ownerMissingSince }) => !!ownerMissingSince),
    role: related(roleById, 'roleId'),
    secret: computed<IssuedToken>([], ({ secret }) => secret ?? null),
    secretShown: computed<IssuedToken>([], ({ secret }) => secret !== undefined),
  },
};
