// Shows operators the jobs of all workspaces, and lets them retry and cancel them (platform.md §10).
import type { TenantContext } from '../../context.ts';
import type { Lookahead } from '../../db/record-model.ts';
import { fail } from '../../errors.ts';
import type { ListArguments, Listing, PageOf } from '../../lists/listing.ts';
import { listPage } from '../../lists/page.ts';
import { inWorkspaceAsOperator, workspaceOf } from '../../operations/as-operator.ts';
import { cancelWork } from '../imports/control.ts';
import { repeatJob } from '../jobs/service.ts';
import { PlatformJob } from './model.ts';

const listing: Listing = { model: PlatformJob };

/** Returns a page of the jobs of all workspaces, newest first. */
export function listPlatformJobs(
  ctx: TenantContext,
  args: ListArguments,
  lookahead: Lookahead,
): Promise<PageOf<PlatformJob>> {
  return listPage<PlatformJob>(ctx, listing, { ...args, sort: args.sort ?? ['-created_at'] }, lookahead);
}

/** Returns a job of any workspace. @throws NOT_FOUND */
export async function getPlatformJob(ctx: TenantContext, id: string): Promise<PlatformJob> {
  return find(ctx, await workspaceOf(ctx, 'jobs', id), id);
}

/**
 * Starts a failed job again.
 * @throws NOT_FOUND; INVALID_STATE_TRANSITION for a job that has not failed; CONFLICT not_repeatable
 */
export async function retryPlatformJob(ctx: TenantContext, id: string): Promise<PlatformJob> {
  const workspaceId = await workspaceOf(ctx, 'jobs', id);
  await inWorkspaceAsOperator(ctx, workspaceId, [], (inside) => repeatJob(inside, id));
  return find(ctx, workspaceId, id);
}

/** Cancels a job of any workspace. @throws NOT_FOUND, JOB_FINISHED */
export async function cancelPlatformJob(ctx: TenantContext, id: string): Promise<PlatformJob> {
  const workspaceId = await workspaceOf(ctx, 'jobs', id);
  await inWorkspaceAsOperator(ctx, workspaceId, ['jobs.manage'], (inside) => cancelWork(inside, id));
  return find(ctx, workspaceId, id);
}

async function find(ctx: TenantContext, workspaceId: string, id: string): Promise<PlatformJob> {
  const job = await PlatformJob.of(ctx).where({ workspaceId, id }).first();
  return (job as PlatformJob | undefined) ?? fail('NOT_FOUND');
}
