// Imports with their rows, and batches of work whose progress is followed event by event.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table jobs drop constraint jobs_kind_check, add constraint jobs_kind_check check (kind in ('import_validate',
      'import_execute', 'import_rollback', 'export', 'batch', 'pdf_render', 'seal', 'reschedule'));

    create table imports (
      tenant_id uuid not null references tenants,
      id uuid not null,
      version int not null default 1,
      kind text not null check (kind in ('data', 'pm')),
      target text not null,
      status text not null check (status in ('uploaded', 'mapped', 'validating', 'validated', 'approved', 'executing',
        'completed', 'completed_with_errors', 'failed', 'cancelled', 'rolling_back', 'rolled_back', 'discarded')),
      source_format text not null check (source_format in ('csv', 'xlsx', 'json', 'ndjson', 'board-json', 'issues-csv',
        'plan-csv', 'generic')),
      -- Null once its bytes are erased.
      file_id uuid,
      file_name text not null,
      file jsonb not null,
      columns text[] not null,
      found jsonb,
      mapping jsonb,
      mapping_hash text,
      validation_hash text,
      counts jsonb not null,
      warnings jsonb not null default '[]',
      approval jsonb,
      -- A job is purged before the import that it ran.
      job_id uuid,
      batch_id uuid,
      rollback jsonb,
      error jsonb,
      -- The request that started the execution, for the audit of its rows.
      request_id text,
      executed_at timestamptz(3),
      finished_at timestamptz(3),
      purged_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      creator_id uuid generated always as ((created_by ->> 'id')::uuid) stored,
      deleted_at timestamptz(3),
      primary key (tenant_id, id)
    );
    create index imports_recent on imports (tenant_id, kind, created_at desc, id desc);
    create index imports_due on imports (tenant_id, status, updated_at) where purged_at is null;
    create index imports_job on imports (tenant_id, job_id) where job_id is not null;
    call protect_tenant_table('imports');
    call link_file('imports', 'file_id');

    create table import_rows (
      tenant_id uuid not null,
      import_id uuid not null,
      id uuid not null default gen_random_uuid(),
      row_number int not null check (row_number > 0),
      line int not null,
      kind text,
      status text not null check (status in ('pending', 'valid', 'warning', 'invalid', 'excluded', 'created', 'updated',
        'skipped', 'failed', 'reversed', 'kept')),
      -- What was done with the row, also after its reversal.
      outcome text check (outcome in ('created', 'updated')),
      action text check (action in ('create', 'update', 'skip')),
      -- One text or list of texts for each column; null once erased.
      cells jsonb,
      -- What the file itself had wrong with the row.
      read_errors jsonb not null default '[]',
      errors jsonb not null default '[]',
      -- The values of its match keys, as "key:value".
      keys text[] not null default '{}',
      match_id uuid,
      match_version int,
      record_type text,
      record_id uuid,
      record_version int,
      -- The fields of an updated record before the import.
      before jsonb,
      kept_reason text,
      attempts int not null default 0,
      fixed_by jsonb,
      primary key (tenant_id, import_id, row_number),
      foreign key (tenant_id, import_id) references imports on delete cascade
    );
    create index import_rows_status on import_rows (tenant_id, import_id, status, row_number);
    create index import_rows_keys on import_rows using gin (keys);
    create index import_rows_record on import_rows (tenant_id, record_id) where record_id is not null;
    call protect_tenant_table('import_rows');

    create table batches (
      tenant_id uuid not null references tenants,
      id uuid not null,
      kind text not null check (kind in ('operation', 'import')),
      operation text,
      import_id uuid,
      job_id uuid,
      state text not null default 'queued' check (state in ('queued', 'running', 'cancelling', 'succeeded',
        'partially_failed', 'failed', 'cancelled')),
      on_error text not null check (on_error in ('continue', 'abort')),
      counts jsonb not null,
      -- The number of its latest event.
      last_event int not null default 0,
      requested_by jsonb not null,
      requester_id uuid generated always as ((requested_by ->> 'id')::uuid) stored,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      started_at timestamptz(3),
      finished_at timestamptz(3),
      primary key (tenant_id, id),
      foreign key (tenant_id, import_id) references imports on delete cascade
    );
    create index batches_recent on batches (tenant_id, created_at desc, id desc);
    create index batches_requester on batches (tenant_id, requester_id, created_at desc, id desc);
    create index batches_import on batches (tenant_id, import_id) where import_id is not null;
    create index batches_job on batches (tenant_id, job_id) where job_id is not null;
    call protect_tenant_table('batches');

    create table batch_items (
      tenant_id uuid not null,
      batch_id uuid not null,
      index int not null,
      variables jsonb not null,
      state text not null default 'pending' check (state in ('pending', 'running', 'succeeded', 'failed', 'skipped', 'cancelled')),
      attempts int not null default 0,
      error jsonb,
      result jsonb,
      primary key (tenant_id, batch_id, index),
      foreign key (tenant_id, batch_id) references batches on delete cascade
    );
    create index batch_items_state on batch_items (tenant_id, batch_id, state, index);
    call protect_tenant_table('batch_items');

    create table job_events (
      tenant_id uuid not null,
      batch_id uuid not null,
      -- Counts from 1 without gaps within a batch.
      seq int not null,
      type text not null check (type in ('progress', 'item', 'state', 'done')),
      data jsonb not null,
      created_at timestamptz(3) not null,
      primary key (tenant_id, batch_id, seq),
      foreign key (tenant_id, batch_id) references batches on delete cascade
    );
    call protect_tenant_table('job_events', 'select, insert, delete');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table job_events, batch_items, batches, import_rows, imports;
    alter table jobs no force row level security;
    delete from jobs where kind = 'import_validate';
    alter table jobs force row level security;
    alter table jobs drop constraint jobs_kind_check, add constraint jobs_kind_check check (kind in (
      'import_execute', 'import_rollback', 'export', 'batch', 'pdf_render', 'seal', 'reschedule'));
  `);
}
