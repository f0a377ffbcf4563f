// Resolvers of operators: operations call services, name and address come from the account.
import { accountOf } from '../src/domains/operators/loaders.ts';
import { grantOperator, listOperators, revokeOperator } from '../src/domains/operators/service.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import type { Resolvers } from './generated.ts';

export const operators: Resolvers = {
  Query: {
    operators: (_, args, ctx, info) => listOperators(ctx, args, lookahead(info, 'operators')),
  },
  Mutation: {
    grantOperator: (_, args, ctx) => grantOperator(ctx, args),
    revokeOperator: (_, { id, expectedVersion }, ctx) => revokeOperator(ctx, id, expectedVersion),
  },
  Operator: {
    name: async ({ userId }, _, ctx) => (await accountOf(ctx, userId)).name,
    email: async ({ userId }, _, ctx) => (await accountOf(ctx, userId)).email,
  },
};
