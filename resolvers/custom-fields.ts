// Resolvers of custom fields: operations call services, other fields call loaders.
import { usageOf } from '../src/domains/custom-fields/loaders.ts';
import {
  archiveCustomField,
  createCustomField,
  listCustomFields,
  updateCustomField,
} from '../src/domains/custom-fields/service.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import type { Resolvers } from './generated.ts';

export const customFields: Resolvers = {
  Query: {
    customFields: (_, args, ctx, info) => listCustomFields(ctx, args, lookahead(info, 'custom_fields')),
  },
  Mutation: {
    createCustomField: (_, { input }, ctx) => createCustomField(ctx, input),
    updateCustomField: (_, { id, input, expectedVersion }, ctx) =>
      updateCustomField(ctx, id, input, expectedVersion),
    archiveCustomField: (_, { id, expectedVersion }, ctx) => archiveCustomField(ctx, id, expectedVersion),
  },
  CustomField: {
    usageCount: (field, { count }, ctx) => (count ? usageOf(ctx, field) : null),
  },
};
