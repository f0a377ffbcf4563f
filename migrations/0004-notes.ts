// Notes on a record: what a person wrote down, with its author (service.md 2.10; crm.md section 1).
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table notes (
      tenant_id uuid not null references tenants,
      id uuid not null,
      version int not null default 1,
      -- Exactly one of these; a younger domain adds its column and widens the check.
      company_id uuid,
      contact_id uuid,
      body text not null check (length(body) between 1 and 20000),
      is_pinned boolean not null default false,
      author jsonb not null,
      edited boolean not null default false,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      deleted_at timestamptz(3),
      primary key (tenant_id, id),
      constraint notes_one_subject check (num_nonnulls(company_id, contact_id) = 1)
    );
    alter table notes add foreign key (tenant_id, company_id) references companies;
    alter table notes add foreign key (tenant_id, contact_id) references contacts;
    create index notes_company on notes (tenant_id, company_id, created_at desc, id desc) where deleted_at is null;
    create index notes_contact on notes (tenant_id, contact_id, created_at desc, id desc) where deleted_at is null;
    call protect_tenant_table('notes');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table notes');
}
