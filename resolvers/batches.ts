// Resolvers of batches: operations call services.
import type { Batch } from '../src/domains/batches/model.ts';
import { createBatch, getBatch, linksOf, listBatches, listItems } from '../src/domains/batches/service.ts';
import { cancelBatch, retryBatch } from '../src/domains/imports/control.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const batches: Resolvers = {
  Query: {
    batches: (_, args, ctx, info) => listBatches(ctx, args, lookahead(info, 'batches')),
    batch: (_, { id }, ctx) => getBatch(ctx, id),
    batchItems: (_, { batchId, ...args }, ctx, info) =>
      listItems(ctx, batchId, args, lookahead(info, 'batch_work')),
  },
  Mutation: {
    createBatch: (_, input, ctx) => createBatch(ctx, input),
    cancelBatch: (_, { id }, ctx) => cancelBatch(ctx, id),
    retryBatchFailures: (_, { id, items }, ctx) => retryBatch(ctx, id, items),
  },
  Batch: { links: computed<Batch>(['id'], linksOf) },
};
