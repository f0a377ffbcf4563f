// Jobs that their requesters follow (delivery.md section 6.2); the audit log as a chain that shows every change to it
// (platform.md section 8).
import type { Knex } from 'knex';

/** Work that goes on after the answer of its request. The queue runs it; this is what people see of it. */
async function createJobs(knex: Knex): Promise<void> {
  await knex.raw(`
    create table jobs (
      tenant_id uuid not null references tenants,
      id uuid not null,
      kind text not null check (kind in
        ('import_execute', 'import_rollback', 'export', 'batch', 'pdf_render', 'seal', 'reschedule')),
      state text not null default 'queued'
        check (state in ('queued', 'running', 'succeeded', 'failed', 'cancelling', 'cancelled')),
      processed int not null default 0 check (processed >= 0),
      total int check (total >= 0),
      attempts int not null default 0 check (attempts >= 0),
      error jsonb,
      result jsonb,
      requested_by jsonb not null,
      requester_id uuid generated always as ((requested_by ->> 'id')::uuid) stored,
      -- Until then the worker that runs it is taken to be alive.
      lease_until timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      started_at timestamptz(3),
      finished_at timestamptz(3),
      primary key (tenant_id, id),
      check ((state in ('running', 'cancelling')) = (lease_until is not null)),
      check ((state in ('succeeded', 'failed', 'cancelled')) = (finished_at is not null)),
      check ((state = 'failed') = (error is not null)),
      check (state = 'succeeded' or result is null)
    );
    create index jobs_time on jobs (tenant_id, created_at desc, id desc);
    create index jobs_requester on jobs (tenant_id, requester_id, created_at desc, id desc);
    create index jobs_end on jobs (tenant_id, finished_at);
    call protect_tenant_table('jobs');

    -- The file that a job made, in parts that fit into memory; gone after a day.
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

async function widenEntries(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table audit_entries
      -- As a column of its own: row-level security keeps an index on the member of a document from being used.
      add actor_id uuid,
      -- How often within the minute, for refusals that come again and again.
      add occurrences int not null default 1 check (occurrences > 0),
      add constraint audit_entries_surface check (surface in ('rest', 'graphql', 'mcp', 'job', 'ingress')),
      add constraint audit_entries_risk check (risk in ('read', 'write', 'risky'));
    do $$ declare workspace uuid; begin
      for workspace in select id from tenants loop
        perform set_config('app.tenant_id', workspace::text, true);
        update audit_entries set actor_id = (actor ->> 'id')::uuid where tenant_id = workspace;
      end loop;
    end $$;

    create index audit_entries_record on audit_entries (tenant_id, target_id, occurred_at desc, id desc);
    drop index audit_entries_target;
    create index audit_entries_actor on audit_entries (tenant_id, actor_id, occurred_at desc, id desc);
    create index audit_entries_action on audit_entries (tenant_id, action, occurred_at desc, id desc);
    create index audit_entries_operation on audit_entries (tenant_id, operation, occurred_at desc, id desc);
    create index audit_entries_refused on audit_entries (tenant_id, occurred_at desc, id desc) where outcome <> 'success';
  `);
}

/** The chain: sealed behind the commit, so that no two writers wait for each other. */
async function createChain(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Entries that have committed and are not in the chain yet. By trigger, so that no way to write one forgets it.
    create table audit_unsealed (
      tenant_id uuid not null,
      seq bigint not null,
      entry_id uuid not null,
      primary key (tenant_id, seq)
    );
    call protect_tenant_table('audit_unsealed', 'select, insert, delete');
    create function note_unsealed() returns trigger language plpgsql as $$
    begin
      insert into audit_unsealed (tenant_id, seq, entry_id) select tenant_id, seq, id from added;
      return null;
    end $$;
    create trigger audit_entries_unsealed after insert on audit_entries referencing new table as added
      for each statement execute function note_unsealed();
    do $$ declare workspace uuid; begin
      for workspace in select id from tenants loop
        perform set_config('app.tenant_id', workspace::text, true);
        insert into audit_unsealed (tenant_id, seq, entry_id) select tenant_id, seq, id from audit_entries
          where tenant_id = workspace on conflict do nothing;
      end loop;
    end $$;

    -- No foreign key to the entry: a seal outlives an entry that somebody takes away, and so tells of it.
    create table audit_seals (
      tenant_id uuid not null references tenants,
      seq bigint not null check (seq > 0),
      entry_id uuid not null,
      -- What keeps the digest of label and changes from being guessed; null once these were erased.
      salt text,
      content_hash text not null check (content_hash ~ '^[0-9a-f]{64}$'),
      prev_hash text not null check (prev_hash ~ '^[0-9a-f]{64}$'),
      hash text not null check (hash ~ '^[0-9a-f]{64}$'),
      primary key (tenant_id, seq),
      unique (tenant_id, entry_id)
    );
    call protect_tenant_table('audit_seals', 'select, insert');

    -- Where the chain begins after its oldest part was cut off.
    create table audit_anchors (
      tenant_id uuid not null references tenants,
      seq bigint not null check (seq > 0),
      hash text not null check (hash ~ '^[0-9a-f]{64}$'),
      cut_at timestamptz(3) not null,
      primary key (tenant_id)
    );
    call protect_tenant_table('audit_anchors', 'select');
  `);
  await knex.raw(`
    -- Binds the owner of the tables too. An entry loses what it says of a person who is erased, and nothing else.
    create function refuse_audit_update() returns trigger language plpgsql as $$
    begin
      if (to_jsonb(new) - '{target_label,changes}'::text[]) = (to_jsonb(old) - '{target_label,changes}'::text[])
        and new.target_label is null
        and new.changes = (select coalesce(jsonb_agg(jsonb_build_object(
          'field', change -> 'field', 'from', '[erased]', 'to', '[erased]')), '[]') from jsonb_array_elements(old.changes) as change)
      then return new;
      end if;
      raise exception using errcode = 'check_violation', table = 'audit_entries', constraint = 'audit_entries_append_only',
        message = 'an audit entry is never changed';
    end $$;
    create trigger audit_entries_unchanged before update on audit_entries for each row execute function refuse_audit_update();

    create function refuse_seal_update() returns trigger language plpgsql as $$
    begin
      if (to_jsonb(new) - 'salt') = (to_jsonb(old) - 'salt') and new.salt is null then return new; end if;
      raise exception using errcode = 'check_violation', table = 'audit_seals', constraint = 'audit_seals_append_only',
        message = 'a seal is never changed';
    end $$;
    create trigger audit_seals_unchanged before update on audit_seals for each row execute function refuse_seal_update();

    -- What the anchor has passed may go: the retention cut sets it first.
    create function refuse_audit_delete() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'audit_seals' then
        perform from audit_anchors a where a.tenant_id = old.tenant_id and a.seq >= (to_jsonb(old) ->> 'seq')::bigint;
      else
        perform from audit_seals s join audit_anchors a on a.tenant_id = s.tenant_id and a.seq >= s.seq
          where s.tenant_id = old.tenant_id and s.entry_id = (to_jsonb(old) ->> 'id')::uuid;
      end if;
      if found then return old; end if;
      raise exception using errcode = 'check_violation', table = tg_table_name, constraint = tg_table_name || '_append_only',
        message = 'the audit log only loses what its anchor has passed';
    end $$;
    create trigger audit_entries_kept before delete on audit_entries for each row execute function refuse_audit_delete();
    create trigger audit_seals_kept before delete on audit_seals for each row execute function refuse_audit_delete();

    create function refuse_audit_truncate() returns trigger language plpgsql as $$
    begin
      raise exception using errcode = 'check_violation', table = tg_table_name, message = 'the audit log is never emptied';
    end $$;
    create trigger audit_entries_not_emptied before truncate on audit_entries for each statement execute function refuse_audit_truncate();
    create trigger audit_seals_not_emptied before truncate on audit_seals for each statement execute function refuse_audit_truncate();
  `);
}

/** The erasure of migration 0011, which now forgets what the log is searched by, and what its digests could be guessed with. */
async function eraseFromChain(knex: Knex): Promise<void> {
  await knex.raw(`
    create function forget_audited() returns trigger language plpgsql as $$
    begin
      -- Who seals at this moment may have read what is erased: its seal is waited for.
      perform pg_advisory_xact_lock(hashtextextended('audit ' || current_tenant(), 0));
      update audit_seals s set salt = null from changed c
        where s.tenant_id = c.tenant_id and s.entry_id = c.id and s.salt is not null;
      delete from search_tokens t using changed c
        where t.tenant_id = c.tenant_id and t.entity = 'audit_target' and t.record_id = c.target_id;
      return null;
    end $$;
    create trigger audit_entries_forgotten after update on audit_entries referencing new table as changed
      for each statement execute function forget_audited();
  `);
}

export async function up(knex: Knex): Promise<void> {
  await createJobs(knex);
  await widenEntries(knex);
  await createChain(knex);
  await eraseFromChain(knex);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop trigger audit_entries_forgotten on audit_entries;
    drop trigger audit_entries_not_emptied on audit_entries;
    drop trigger audit_entries_kept on audit_entries;
    drop trigger audit_entries_unchanged on audit_entries;
    drop trigger audit_entries_unsealed on audit_entries;
    drop table audit_anchors, audit_seals, audit_unsealed;
    drop function forget_audited, refuse_audit_truncate, refuse_audit_delete, refuse_seal_update, refuse_audit_update, note_unsealed;
    delete from search_tokens where entity = 'audit_target';
    drop index audit_entries_record, audit_entries_actor, audit_entries_action, audit_entries_operation, audit_entries_refused;
    create index audit_entries_target on audit_entries (tenant_id, target_type, target_id, occurred_at desc);
    alter table audit_entries drop constraint audit_entries_risk, drop constraint audit_entries_surface,
      drop occurrences, drop actor_id;
    drop table job_files, jobs;
  `);
}
