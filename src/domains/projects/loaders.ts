// Loads projects and their parts for other records, and what their health follows from.
import type { TenantContext } from '../../context.ts';
import { allOf, listOf, liveId, loaderOf, type RelationSql, relation } from '../../lists/loaders.ts';
import { dayOf } from '../days.ts';
import { healthSql } from './health.ts';
import { projectKind } from './kind.ts';
import { Milestone, type Project, ProjectContact, ProjectMember, ProjectPartner } from './model.ts';
import type { ProjectHealth } from './rules.ts';

export const projectById = projectKind.byId;
/** The id of a linked project; null while it is deleted. */
export const liveProjectId = liveId(projectById);
export const contactsOfProject = allOf<ProjectContact>(
  ProjectContact,
  'projectId',
  'project_id',
  (table) => `${table}.is_primary desc, ${table}.created_at, ${table}.contact_id`,
);
export const partnersOfProject = allOf<ProjectPartner>(
  ProjectPartner,
  'projectId',
  'project_id',
  (table) => `${table}.created_at, ${table}.company_id`,
);
export const membersOfProject = allOf<ProjectMember>(
  ProjectMember,
  'projectId',
  'project_id',
  (table) => `${table}.created_at, ${table}.user_id`,
);
export const projectsOfCompany = listOf<Project>('projects.company', {
  listing: projectKind.listing,
  parent: 'projects.company_id',
});
export const projectsOfContact = listOf<Project>('projects.contact', {
  listing: projectKind.listing,
  parent: 'pc.contact_id',
  join: 'join project_contacts pc on pc.tenant_id = projects.tenant_id and pc.project_id = projects.id',
});
export const projectsOfDeal = listOf<Project>('projects.deal', {
  listing: projectKind.listing,
  parent: 'pd.id',
  join: 'join deals pd on pd.tenant_id = projects.tenant_id and pd.project_id = projects.id and pd.deleted_at is null',
});

const MILESTONES: RelationSql = {
  name: 'milestones.project',
  kind: 'all',
  model: Milestone,
  where: (table, key) => `${table}.project_id = ${key} and ${table}.deleted_at is null`,
  order: (table) => `${table}.due_date nulls last, ${table}.created_at, ${table}.id`,
};

/** The milestones of a project, by due date. */
export const milestonesOfProject = relation(
  (ctx: TenantContext, projectId: string): Promise<Milestone[]> =>
    loaderOf<string, Milestone[]>(ctx, MILESTONES.name, async (ids) => {
      const rows = (await Milestone.live(ctx)
        .whereRaw('milestones.project_id = any(?)', [ids as string[]])
        .orderByRaw(MILESTONES.order!('milestones'))) as Milestone[];
      const groups = Map.groupBy(rows, ({ projectId }) => projectId);
      return ids.map((id) => groups.get(id) ?? []);
    }).load(projectId),
  MILESTONES,
);

/** Returns the effective health of a project. */
export function healthOfProject(ctx: TenantContext, projectId: string): Promise<ProjectHealth | null> {
  return loaderOf<string, ProjectHealth | null>(ctx, 'projects.health', async (ids) => {
    const rows = await ctx.tx.rows<{ id: string; health: ProjectHealth | null }>(
      `select p.id, ${healthSql('p', '$3::date')} as health from projects p where p.tenant_id = $1 and p.id = any($2)`,
      [ctx.tenantId, ids, dayOf(ctx.now, ctx.principal.timeZone)],
    );
    const found = new Map(rows.map(({ id, health }) => [id, health]));
    return ids.map((id) => found.get(id) ?? null);
  }).load(projectId);
}
