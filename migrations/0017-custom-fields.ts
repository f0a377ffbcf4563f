// Custom fields: what a workspace defines beside the fields of the product, and the values of which each may stand once.
import type { Knex } from 'knex';

/** The tables of records that hold custom fields, each named like its entity. */
const RECORDS = ['companies', 'contacts', 'deals'];

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table custom_fields (
      tenant_id uuid not null references tenants,
      id uuid not null,
      version int not null default 1,
      entity text not null check (entity in ('companies', 'contacts', 'deals', 'projects', 'tasks', 'rooms', 'competitors',
        'campaigns', 'communications', 'quotes', 'work_orders', 'invoices', 'support_tickets')),
      key text not null check (key ~ '^[a-z][a-z0-9_]{0,39}$'),
      label text not null check (length(label) between 1 and 120),
      description text check (length(description) <= 2000),
      type text not null check (type in ('text', 'long_text', 'integer', 'number', 'percent', 'currency', 'date', 'datetime',
        'boolean', 'select', 'multi_select', 'url', 'email', 'phone', 'user', 'company', 'contact', 'json')),
      required boolean not null,
      is_unique boolean not null,
      default_value jsonb,
      options jsonb not null check (jsonb_typeof(options) = 'array'),
      rules jsonb not null check (jsonb_typeof(rules) = 'object'),
      classification text not null
        check (classification in ('ordinary_crm', 'restricted_relationship', 'private_user_note')),
      group_name text check (length(group_name) between 1 and 120),
      position int not null check (position between 0 and 10000),
      archived_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      -- When its values were erased; until then the key is its own.
      deleted_at timestamptz(3),
      primary key (tenant_id, id),
      -- A refusal or a required value would tell what stands in a governed field.
      constraint custom_fields_governed
        check (classification = 'ordinary_crm' or (not required and not is_unique and default_value is null)),
      constraint custom_fields_erased check (deleted_at is null or archived_at is not null)
    );
    create unique index custom_fields_key on custom_fields (tenant_id, entity, key) where deleted_at is null;
    create index custom_fields_order on custom_fields (tenant_id, entity, position, id) where deleted_at is null;

    -- Which live record holds a value of a unique field. Digests, so that a value stands in its record alone.
    create table custom_field_claims (
      tenant_id uuid not null,
      field_id uuid not null,
      digest bytea not null,
      record_id uuid not null,
      primary key (tenant_id, field_id, digest)
    );
    alter table custom_field_claims add foreign key (tenant_id, field_id) references custom_fields on delete cascade;
    create index custom_field_claims_record on custom_field_claims (tenant_id, record_id);

    -- What two values share that are the same one: case does not count.
    create function custom_value_digest(value jsonb) returns bytea language sql immutable parallel safe as $$
      select sha256(convert_to(lower(value #>> '{}'), 'UTF8'))
    $$;

    -- Keeps the claims of a record in step with its values, whoever writes them: a service, a merge, its undo, an erasure.
    create function keep_custom_claims() returns trigger language plpgsql as $$
    declare
      held record;
      field record;
      wanted bytea;
      holder uuid;
    begin
      -- Branches, not an expression: a deleted row has no new one.
      if tg_op = 'DELETE' then held := old; else held := new; end if;
      -- A field that becomes unique waits for the writes under way, and those that come after see that it is.
      perform pg_advisory_xact_lock_shared(hashtextextended(held.tenant_id::text || tg_argv[0], 0));
      for field in
        select f.id, f.key from custom_fields f
        where f.tenant_id = held.tenant_id and f.entity = tg_argv[0] and f.is_unique and f.deleted_at is null
        order by f.id
      loop
        wanted := case when tg_op <> 'DELETE' and held.deleted_at is null then
          custom_value_digest(nullif(held.custom_fields -> field.key, 'null')) end;
        delete from custom_field_claims c where c.tenant_id = held.tenant_id and c.field_id = field.id
          and c.record_id = held.id and c.digest is distinct from wanted;
        if wanted is not null then
          insert into custom_field_claims (tenant_id, field_id, digest, record_id)
            values (held.tenant_id, field.id, wanted, held.id) on conflict do nothing;
          select c.record_id into holder from custom_field_claims c
            where c.tenant_id = held.tenant_id and c.field_id = field.id and c.digest = wanted;
          if holder is distinct from held.id then
            raise exception using errcode = 'unique_violation', table = tg_argv[0], column = 'custom_fields.' || field.key,
              constraint = 'custom_field_claims_pkey', message = 'another record holds this value of a unique custom field';
          end if;
        end if;
      end loop;
      return null;
    end $$;

    call protect_tenant_table('custom_fields', 'select, insert, update');
    call protect_tenant_table('custom_field_claims', 'select, insert, delete');
  `);
  for (const name of RECORDS)
    await knex.raw(`
      create trigger ${name}_claims_added after insert on ${name} for each row
        when (new.custom_fields <> '{}') execute function keep_custom_claims('${name}');
      create trigger ${name}_claims_set after update of custom_fields, deleted_at on ${name} for each row
        when ((old.custom_fields, old.deleted_at) is distinct from (new.custom_fields, new.deleted_at)
          and (old.custom_fields <> '{}' or new.custom_fields <> '{}')) execute function keep_custom_claims('${name}');
      create trigger ${name}_claims_removed after delete on ${name} for each row
        when (old.custom_fields <> '{}') execute function keep_custom_claims('${name}');
    `);
}

export async function down(knex: Knex): Promise<void> {
  for (const name of RECORDS)
    await knex.raw(
      `drop trigger ${name}_claims_added on ${name}; drop trigger ${name}_claims_set on ${name};
       drop trigger ${name}_claims_removed on ${name}`,
    );
  await knex.raw(`
    drop function keep_custom_claims, custom_value_digest;
    drop table custom_field_claims, custom_fields;
  `);
}
