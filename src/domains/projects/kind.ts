// Declares the kind of record `project`, and who counts as one of its people.
import type { TenantContext } from '../../context.ts';
import type { Link } from '../../events/emit.ts';
import { applyConditions, linkedRows } from '../../lists/filters.ts';
import { dayOf } from '../days.ts';
import { recordKind } from '../records/kind.ts';
import { type Locked, lockRecord } from '../records/verbs.ts';
import { healthSql } from './health.ts';
import { Project } from './model.ts';

const PEOPLE = `(select m.tenant_id, m.project_id, m.user_id from project_members m
    union all select o.tenant_id, o.id, o.owner_user_id from projects o where o.owner_user_id is not null) t
  where t.tenant_id = projects.tenant_id and t.project_id = projects.id`;

export const projectKind = recordKind<Project>({
  model: Project,
  withheld: ['statusReason', 'healthReason', 'billRate', 'description'],
  links: ({ id, companyId }) => [
    { entity: 'project', id },
    { entity: 'company', id: companyId },
  ],
  filters: {
    health: (query, conditions, { now, principal }) =>
      applyConditions(
        query,
        `(${healthSql('projects', `date '${dayOf(now, principal.timeZone)}'`)})`,
        conditions,
      ),
    memberUserId: linkedRows(PEOPLE, 't.user_id'),
    contactId: linkedRows(
      'project_contacts t where t.tenant_id = projects.tenant_id and t.project_id = projects.id',
      't.contact_id',
    ),
    dealId: linkedRows(
      'deals t where t.tenant_id = projects.tenant_id and t.project_id = projects.id and t.deleted_at is null',
      't.id',
    ),
  },
  search: {
    subtitle: `concat_ws(' · ', r.number, r.company_name)`,
    exact: [
      {
        field: 'number',
        read: (text) => text.trim() || undefined,
        find: 'select id from projects where tenant_id = $1 and number = ? and deleted_at is null',
      },
    ],
    texts: { name: 'r.name', number: 'r.number', company_name: 'r.company_name' },
  },
});

/** Returns the records on whose timelines a change of a project appears: also its deals and contacts. */
export async function projectLinks(
  ctx: TenantContext,
  project: Pick<Project, 'id' | 'companyId'>,
): Promise<Link[]> {
  const rows = await ctx.tx.rows<Link>(
    `select 'deal' as entity, d.id from deals d where d.tenant_id = $1 and d.project_id = $2 and d.deleted_at is null
     union all select 'contact', c.contact_id from project_contacts c where c.tenant_id = $1 and c.project_id = $2`,
    [ctx.tenantId, project.id],
  );
  return [...projectKind.links(project as Project), ...rows];
}

/**
 * Locks a project that the caller may change. For a role with own records, own means its owner, author, and its
 * managers and contributors.
 * @throws NOT_FOUND, PRECONDITION_FAILED, PERMISSION_DENIED with `record_scope`
 */
export function lockProject(
  ctx: TenantContext,
  id: string,
  options: { expectedVersion?: number | null; deleted?: boolean } = {},
): Promise<Locked<Project>> {
  return lockRecord(ctx, projectKind, id, { ...options, isOwn: () => worksOn(ctx, id) });
}

/** Returns whether the caller is a manager or contributor of a project. */
export async function worksOn(ctx: TenantContext, projectId: string): Promise<boolean> {
  const rows = await ctx.tx.rows(
    `select from project_members where tenant_id = $1 and project_id = $2 and user_id = $3 and role in ('manager', 'contributor')`,
    [ctx.tenantId, projectId, ctx.principal.id],
  );
  return rows.length > 0;
}
