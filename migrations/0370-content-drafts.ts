// Content drafts: a source and its texts for several channels, private to the person who writes them.
import type { Knex } from 'knex';

const FORMATS = `array['professional_network-post', 'microblog-thread', 'social_network-post', 'photo_network-caption', 'email-newsletter']`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Texts that were taken from documents, with where they came from.
    create table content_imports (
      tenant_id uuid not null references tenants,
      id uuid not null,
      owner_user_id uuid not null,
      kind text not null check (kind in ('text', 'markdown', 'html', 'docx', 'pdf-text')),
      title text check (length(title) between 1 and 200),
      content text not null check (length(content) between 1 and 100000),
      is_cut boolean not null,
      source_url text check (length(source_url) <= 2100),
      -- Of the bytes that were imported.
      sha256 text not null check (length(sha256) = 64),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, owner_user_id) references memberships (tenant_id, user_id)
    );
    create index content_imports_owner on content_imports (tenant_id, owner_user_id);
    call protect_tenant_table('content_imports', 'select, insert');

    create table content_drafts (
      tenant_id uuid not null references tenants,
      id uuid not null,
      version int not null default 1,
      owner_user_id uuid not null,
      title text not null check (length(title) between 1 and 200),
      source text not null check (length(source) between 1 and 100000),
      channels text[] not null check (cardinality(channels) between 1 and 5 and channels <@ ${FORMATS}),
      -- One for each channel: the text, whether a person wrote it, and its validation.
      variants jsonb not null check (jsonb_typeof(variants) = 'array'),
      links jsonb not null default '[]' check (jsonb_typeof(links) = 'array'),
      numbering boolean not null default false,
      import_id uuid,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, owner_user_id) references memberships (tenant_id, user_id),
      foreign key (tenant_id, import_id) references content_imports
    );
    create index content_drafts_owner on content_drafts (tenant_id, owner_user_id, updated_at desc, id desc);
    create index content_drafts_import on content_drafts (tenant_id, import_id) where import_id is not null;
    call protect_tenant_table('content_drafts');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table content_drafts, content_imports');
}
