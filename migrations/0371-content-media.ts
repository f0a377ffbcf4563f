// Media of content drafts: private files that signed addresses show for ten minutes.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table content_media (
      tenant_id uuid not null references tenants,
      id uuid not null,
      draft_id uuid not null,
      file_id uuid not null,
      alt_text text check (length(alt_text) between 1 and 1000),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, draft_id) references content_drafts on delete cascade
    );
    create index content_media_draft on content_media (tenant_id, draft_id);
    call link_file('content_media', 'file_id');
    call protect_tenant_table('content_media');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table content_media');
}
