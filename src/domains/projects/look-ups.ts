// Finds projects for other domains, and refuses records that belong to another company than a project.
import type { TenantContext } from '../../context.ts';
import { Project } from './model.ts';

export { companyMismatch, readCalendar } from './rules.ts';

/** Returns a live project. @throws NOT_FOUND */
export function findProject(ctx: TenantContext, id: string): Promise<Project> {
  return Project.find<Project>(ctx, id);
}

/** Returns a live project; null for no id, or one that does not exist. */
export async function liveProject(
  ctx: TenantContext,
  id: string | null | undefined,
): Promise<Project | null> {
  if (!id) return null;
  return ((await Project.live(ctx).where({ id }).first()) as Project | undefined) ?? null;
}
