// Procedures that create and drop the tables of records, so that a migration only contains what is specific to its
// table.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Turns a table that has only its own columns into a table of records: adds key, version, times, authors, deletion,
    -- custom fields, the indexes of its lists, row-level security, and the words that searches use.
    create procedure make_record_table(name text, kind text, words text[] default '{}') language plpgsql as $$
    begin
      execute format('
        alter table %1$I
          add tenant_id uuid not null references tenants,
          add id uuid not null,
          add version int not null default 1,
          add custom_fields jsonb not null default ''{}'',
          add created_at timestamptz(3) not null,
          add updated_at timestamptz(3) not null,
          add created_by jsonb not null,
          add updated_by jsonb not null,
          add deleted_at timestamptz(3),
          add primary key (tenant_id, id);
        create index %2$I on %1$I (tenant_id, updated_at desc, id desc) where deleted_at is null;
        create index %3$I on %1$I (tenant_id, created_at, id) where deleted_at is null;
        create trigger %4$I after insert on %1$I for each row
          when (new.custom_fields <> ''{}'') execute function keep_custom_claims(%1$L);
        create trigger %5$I after update of custom_fields, deleted_at on %1$I for each row
          when ((old.custom_fields, old.deleted_at) is distinct from (new.custom_fields, new.deleted_at)
            and (old.custom_fields <> ''{}'' or new.custom_fields <> ''{}'')) execute function keep_custom_claims(%1$L);
        create trigger %6$I after delete on %1$I for each row
          when (old.custom_fields <> ''{}'') execute function keep_custom_claims(%1$L)',
        name, name || '_recent', name || '_created', name || '_claims_added', name || '_claims_set', name || '_claims_removed');
      call protect_tenant_table(name);
      if words <> '{}' then call keep_search_words(kind, name, words); end if;
    end $$;

    -- Makes a column of a record table refer to a record of another table, with an index for the list of referring records.
    -- A company or contact that was merged away cannot be referred to.
    create procedure link_records(name text, field text, target text) language plpgsql as $$
    begin
      execute format('alter table %I add foreign key (tenant_id, %I) references %I', name, field, target);
      execute format('create index %I on %I (tenant_id, %I, updated_at desc, id desc) where deleted_at is null',
        name || '_' || field, name, field);
      if target in ('companies', 'contacts') then
        execute format('create trigger %I after insert or update of %I on %I for each row when (new.%I is not null)
          execute function refuse_merged(%L, %L)', name || '_' || field || '_merged', field, name, field, field, target);
      end if;
    end $$;

    -- Drops a record table, for the down migration.
    create procedure drop_record_table(name text, kind text) language plpgsql as $$
    begin
      if exists (select from search_sources s where s.entity = kind) then call forget_search_words(kind); end if;
      execute format('drop table %I', name);
    end $$;

    -- The schema defines which kinds of records have custom fields (CustomFieldEntity).
    alter table custom_fields drop constraint custom_fields_entity_check;
    alter table custom_fields add constraint custom_fields_entity_check check (entity ~ '^[a-z_]{1,40}$');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop procedure make_record_table, link_records, drop_record_table;
    alter table custom_fields drop constraint custom_fields_entity_check;
    alter table custom_fields add constraint custom_fields_entity_check check (entity in ('companies', 'contacts', 'deals',
      'projects', 'tasks', 'rooms', 'competitors', 'campaigns', 'communications', 'quotes', 'work_orders', 'invoices',
      'support_tickets'));
  `);
}
