// What people have hidden from their work until a time.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table my_work_snoozes (
      tenant_id uuid not null references tenants,
      user_id uuid not null,
      -- The kind of the item and the id of its record.
      kind text not null check (kind ~ '^[a-z_]{1,40}$'),
      id uuid not null,
      until timestamptz(3) not null,
      -- Of the item when it was hidden: if one of them changes, the item is shown again.
      due_at text,
      priority text not null check (priority in ('low', 'normal', 'high', 'urgent')),
      created_at timestamptz(3) not null,
      primary key (tenant_id, user_id, kind, id),
      foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
    );
    create index my_work_snoozes_old on my_work_snoozes (until);
    call protect_tenant_table('my_work_snoozes');
    create index time_entries_submitted on time_entries (tenant_id, work_date) where deleted_at is null and status = 'submitted';
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index time_entries_submitted; drop table my_work_snoozes');
}
