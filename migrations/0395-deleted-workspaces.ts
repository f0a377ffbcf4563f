// The erasure of deleted workspaces.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- When the last row of a deleted workspace was erased.
    alter table tenants add erased_at timestamptz(3);
    create index tenants_to_erase on tenants (id) where status = 'deleted' and erased_at is null;

    -- Deletes up to so many rows of a deleted workspace from one table, whatever refers to them and although the table
    -- otherwise keeps them, such as issued invoices and the audit: all rows of the workspace go. The owner of the tables
    -- needs the right to switch triggers off: a superuser has it, others by
    -- "grant set on parameter session_replication_role".
    create function erase_workspace_rows(workspace uuid, name text, most int) returns bigint language plpgsql
      security definer set search_path = public, pg_temp as $$
    declare
      deleted bigint;
    begin
      perform from tenants where id = workspace and status = 'deleted' and erased_at is null;
      if not found then raise exception 'this workspace is not to be erased'; end if;
      set local session_replication_role = 'replica';
      execute format('delete from %1$I where ctid = any (array(select ctid from %1$I where tenant_id = $1 limit $2))', name)
        using workspace, most;
      get diagnostics deleted = row_count;
      set local session_replication_role = 'origin';
      return deleted;
    end $$;
    revoke all on function erase_workspace_rows from public;
    grant execute on function erase_workspace_rows to platform_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop function erase_workspace_rows;
    drop index tenants_to_erase;
    alter table tenants drop erased_at;
  `);
}
