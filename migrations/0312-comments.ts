// Comments on records, with the files that belong to them, and reactions.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table comments (
      entity_type text not null check (entity_type ~ '^[a-z_]{1,40}$'),
      entity_id uuid not null,
      parent_id uuid,
      -- Null for a deleted comment, of which a thread keeps the place.
      body text check (length(body) between 1 and 10000),
      mentions uuid[] not null default '{}' check (cardinality(mentions) <= 50),
      resolved_at timestamptz(3),
      edited_at timestamptz(3),
      check (parent_id is null or resolved_at is null)
    );
    call make_record_table('comments', 'comment');
    alter table comments add constraint comments_tombstone check ((deleted_at is null) = (body is not null));
    alter table comments add foreign key (tenant_id, parent_id) references comments;
    create index comments_entity on comments (tenant_id, entity_type, entity_id, created_at, id);
    create index comments_parent on comments (tenant_id, parent_id) where parent_id is not null;

    create table comment_files (
      tenant_id uuid not null,
      id uuid not null,
      comment_id uuid not null,
      file_id uuid not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, comment_id) references comments on delete cascade
    );
    call protect_tenant_table('comment_files');
    call link_file('comment_files', 'file_id');
    create index comment_files_comment on comment_files (tenant_id, comment_id);

    create table reactions (
      tenant_id uuid not null references tenants,
      id uuid not null,
      entity_type text not null check (entity_type ~ '^[a-z_]{1,40}$'),
      entity_id uuid not null,
      user_id uuid not null references users,
      emoji text not null check (octet_length(emoji) between 1 and 32),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id),
      unique (tenant_id, entity_type, entity_id, emoji, user_id)
    );
    call protect_tenant_table('reactions');
    create index reactions_user on reactions (tenant_id, user_id);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table reactions;
    drop table comment_files;
    drop table comments;
  `);
}
