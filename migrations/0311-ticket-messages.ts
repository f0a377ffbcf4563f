// Messages on tickets, and the files that belong to them.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table support_messages (
      ticket_id uuid not null,
      visibility text not null check (visibility in ('public', 'internal')),
      body text not null check (length(body) between 1 and 50000),
      -- Whether the requester wrote it, whoever entered it.
      from_requester boolean not null default false,
      -- The contact who wrote it.
      contact_id uuid,
      -- The ticket that it was written on, if that was merged since.
      moved_from_id uuid,
      check (visibility = 'public' or not from_requester),
      check (contact_id is null or from_requester)
    );
    call make_record_table('support_messages', 'support_message');
    alter table support_messages add foreign key (tenant_id, ticket_id) references support_tickets;
    call link_records('support_messages', 'contact_id', 'contacts');
    alter table support_messages add foreign key (tenant_id, moved_from_id) references support_tickets;
    create index support_messages_ticket on support_messages (tenant_id, ticket_id, created_at, id);
    create index support_messages_contact_all on support_messages (tenant_id, contact_id) where contact_id is not null;
    create index support_messages_moved on support_messages (tenant_id, moved_from_id) where moved_from_id is not null;

    create table support_message_files (
      tenant_id uuid not null,
      id uuid not null,
      message_id uuid not null,
      file_id uuid not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, message_id) references support_messages on delete cascade
    );
    call protect_tenant_table('support_message_files');
    call link_file('support_message_files', 'file_id');
    create index support_message_files_message on support_message_files (tenant_id, message_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table support_message_files;
    drop table support_messages;
  `);
}
