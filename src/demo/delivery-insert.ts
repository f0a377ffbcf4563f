// Inserts the delivery of a demo workspace.
import type { Knex } from 'knex';
import type { DeliveryRows } from './delivery-parts.ts';
import { insert } from './insert.ts';

/** Inserts the template, the projects and their parts, and works out the progress of the projects. */
export async function insertDelivery(db: Knex, tenantId: string, rows: DeliveryRows): Promise<void> {
  await insert(db, 'project_templates', rows.templates);
  await insert(db, 'projects', rows.projects);
  await insert(db, 'project_contacts', rows.contacts);
  await insert(db, 'project_members', rows.members);
  await insert(db, 'milestones', rows.milestones);
  await insert(db, 'tasks', rows.tasks);
  await insert(db, 'task_dependencies', rows.links);
  await insert(db, 'time_entries', rows.time);
  await insert(db, 'number_series', rows.series);
  await insert(db, 'number_ledger', rows.ledger);
  // The progress of a project is the share of its finished tasks; all of them have the same estimate.
  await db.raw(
    `update projects p set progress_percent = (select round(100.0 * count(*) filter (where t.status = 'done') / count(*))
       from tasks t where t.tenant_id = p.tenant_id and t.project_id = p.id and t.parent_id is not null)
     where p.tenant_id = ?`,
    [tenantId],
  );
}
