// Resolvers of the jobs of all workspaces: operations call services.
import type { PlatformJob } from '../src/domains/platform-jobs/model.ts';
import {
  cancelPlatformJob,
  getPlatformJob,
  listPlatformJobs,
  retryPlatformJob,
} from '../src/domains/platform-jobs/service.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const platformJobs: Resolvers = {
  Query: {
    platformJobs: (_, args, ctx, info) => listPlatformJobs(ctx, args, lookahead(info, 'platform_jobs')),
    platformJob: (_, { id }, ctx) => getPlatformJob(ctx, id),
  },
  Mutation: {
    retryPlatformJob: (_, { id }, ctx) => retryPlatformJob(ctx, id),
    cancelPlatformJob: (_, { id }, ctx) => cancelPlatformJob(ctx, id),
  },
  PlatformJob: {
    progress: computed<PlatformJob>(['processed', 'total'], ({ processed, total }) => ({ processed, total })),
  },
};
