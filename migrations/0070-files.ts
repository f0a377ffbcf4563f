// Files of every area: their facts, their bytes in parts, and the procedure by which a table refers to them.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table files (
      tenant_id uuid not null references tenants,
      id uuid not null,
      name text not null,
      -- Null until every byte has arrived.
      mime text,
      bytes bigint,
      sha256 text,
      storage text not null check (storage in ('database', 's3')),
      -- What it was uploaded for, such as rooms/<id>; only there it can be used.
      scope text,
      created_at timestamptz(3) not null,
      -- From then on it is erased if nothing refers to it; null while something is known to refer to it.
      expires_at timestamptz(3),
      primary key (tenant_id, id),
      constraint files_complete check ((mime is null) = (sha256 is null) and (bytes is null) = (sha256 is null))
    );
    create index files_due on files (tenant_id, expires_at) where expires_at is not null;
    create index files_scope on files (tenant_id, scope) where scope is not null;
    call protect_tenant_table('files');

    create table file_parts (
      tenant_id uuid not null,
      file_id uuid not null,
      part int not null,
      content bytea not null,
      primary key (tenant_id, file_id, part),
      foreign key (tenant_id, file_id) references files on delete cascade
    );
    -- Most files are compressed already.
    alter table file_parts alter content set storage external;
    call protect_tenant_table('file_parts', 'select, insert, delete');

    -- A file that its record no longer refers to is erased by the next sweep, if no other record refers to it.
    create function release_file() returns trigger language plpgsql as $$
    begin
      execute format('update files set expires_at = created_at where tenant_id = ($1).tenant_id and id = ($1).%I', tg_argv[0])
        using old;
      return null;
    end $$;

    -- Makes a column refer to a file: the file is kept while a row refers to it, and released afterwards.
    create procedure link_file(name text, field text) language plpgsql as $$
    begin
      execute format('alter table %I add foreign key (tenant_id, %I) references files', name, field);
      execute format('create index %I on %I (tenant_id, %I) where %I is not null', name || '_' || field, name, field, field);
      execute format('create trigger %I after update of %I on %I for each row
        when (old.%I is not null and old.%I is distinct from new.%I) execute function release_file(%L)',
        name || '_' || field || '_replaced', field, name, field, field, field, field);
      execute format('create trigger %I after delete on %I for each row
        when (old.%I is not null) execute function release_file(%L)', name || '_' || field || '_removed', name, field, field);
    end $$;

    -- Replaced by files; its rows lived for a day.
    drop table job_files;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table file_parts, files;
    drop procedure link_file;
    drop function release_file;
    create table job_files (
      tenant_id uuid not null,
      job_id uuid not null,
      part int not null,
      content text not null,
      created_at timestamptz(3) not null,
      primary key (tenant_id, job_id, part)
    );
    alter table job_files add foreign key (tenant_id, job_id) references jobs on delete cascade;
    create index job_files_age on job_files (tenant_id, created_at);
    call protect_tenant_table('job_files', 'select, insert, delete');
  `);
}
