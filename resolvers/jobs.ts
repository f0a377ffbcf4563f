// Resolvers of jobs: operations call services.

import { cancelWork } from '../src/domains/imports/control.ts';
import { downloadOf } from '../src/domains/jobs/files.ts';
import type { Job } from '../src/domains/jobs/model.ts';
import { getJob, listJobs } from '../src/domains/jobs/service.ts';
import { lookahead } from '../src/operations/look-ahead.ts';
import { computed } from './computed.ts';
import type { Resolvers } from './generated.ts';

export const jobs: Resolvers = {
  Query: {
    jobs: (_, args, ctx, info) => listJobs(ctx, args, lookahead(info, 'jobs')),
    job: (_, { id }, ctx) => getJob(ctx, id),
  },
  Mutation: { cancelJob: (_, { id }, ctx) => cancelWork(ctx, id) },
  Job: {
    progress: computed<Job>(['processed', 'total'], ({ processed, total }) => ({ processed, total })),
    download: computed<Job>(['id', 'result', 'requestedBy', 'finishedAt'], (job, ctx) =>
      downloadOf(ctx, job),
    ),
  },
};
