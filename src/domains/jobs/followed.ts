// Jobs with the links to their files, for what follows a job elsewhere.
import type { TenantContext } from '../../context.ts';
import { loaderOf } from '../../lists/loaders.ts';
import { type Download, downloadOf } from './files.ts';
import { Job, type JobState } from './model.ts';

/** A job as whoever started it follows it elsewhere. */
export interface FollowedJob {
  jobId: string;
  state: JobState;
  createdAt: Date;
  /** The link to its file, for who started it. */
  download: Download | null;
}

/** Loads a job; null once it is purged. */
export function followedJob(ctx: TenantContext, jobId: string): Promise<FollowedJob | null> {
  return loaderOf<string, FollowedJob | null>(ctx, 'jobs.followed', async (ids) => {
    const jobs = (await Job.of(ctx).whereRaw('id = any (?)', [ids as string[]])) as Job[];
    const byId = new Map(jobs.map((job) => [job.id, job]));
    return ids.map((id) => {
      const job = byId.get(id);
      return job
        ? { jobId: id, state: job.state, createdAt: job.createdAt, download: downloadOf(ctx, job) }
        : null;
    });
  }).load(jobId);
}
