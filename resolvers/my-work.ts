// Resolvers of my work: operations call services.
import { listMyWork, snoozeItem, type WorkPage } from '../src/domains/my-work/service.ts';
import type { Resolvers } from './generated.ts';

export const myWork: Resolvers = {
  Query: { myWork: (_, args, ctx) => listMyWork(ctx, args as never) as never },
  Mutation: { snoozeMyWorkItem: (_, { itemId, until }, ctx) => snoozeItem(ctx, itemId, until) as never },
  WorkItemConnection: { meta: (page) => (page as unknown as WorkPage).meta as never },
};
