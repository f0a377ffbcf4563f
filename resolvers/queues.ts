// Resolvers of queues: operations call services.
import { listQueues, updateQueue } from '../src/domains/queues/service.ts';
import type { Resolvers } from './generated.ts';

export const queues: Resolvers = {
  Query: { queues: (_, _args, ctx) => listQueues(ctx) },
  Mutation: { updateQueue: (_, args, ctx) => updateQueue(ctx, args) },
};
