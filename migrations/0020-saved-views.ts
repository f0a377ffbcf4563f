// Saved views: what a list shows, kept under a name, with whom it is shared and for whom it is the default.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table saved_views (
      tenant_id uuid not null references tenants,
      id uuid not null,
      version int not null default 1,
      -- A list of the schema; which there are, it says.
      entity text not null check (entity ~ '^[a-z_]{1,40}$'),
      name text not null check (length(name) between 1 and 120),
      owner_user_id uuid not null,
      visibility text not null check (visibility in ('private', 'shared', 'tenant')),
      filter jsonb check (jsonb_typeof(filter) = 'object'),
      sort text[] not null default '{}' check (cardinality(sort) <= 3),
      columns text[] not null default '{}' check (cardinality(columns) <= 100),
      group_by text,
      layout text not null check (layout in ('table', 'board', 'calendar', 'timeline')),
      rows_per_page int check (rows_per_page between 1 and 100),
      position int not null check (position between 0 and 10000),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      primary key (tenant_id, id),
      -- What a default refers to: the view, and that it is one of this list.
      unique (tenant_id, id, entity),
      foreign key (tenant_id, owner_user_id) references memberships (tenant_id, user_id)
    );
    create unique index saved_views_name on saved_views (tenant_id, owner_user_id, entity, lower(name));
    create index saved_views_shown on saved_views (tenant_id, visibility, entity, position, id);

    create table saved_view_shares (
      tenant_id uuid not null,
      id uuid not null,
      view_id uuid not null,
      user_id uuid,
      role_id uuid,
      access text not null check (access in ('view', 'edit')),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id),
      unique (tenant_id, view_id, user_id),
      unique (tenant_id, view_id, role_id),
      check (num_nonnulls(user_id, role_id) = 1),
      foreign key (tenant_id, view_id) references saved_views on delete cascade,
      foreign key (tenant_id, user_id) references memberships (tenant_id, user_id),
      foreign key (tenant_id, role_id) references roles
    );
    create index saved_view_shares_user on saved_view_shares (tenant_id, user_id) where user_id is not null;
    create index saved_view_shares_role on saved_view_shares (tenant_id, role_id) where role_id is not null;

    -- A view may be the default of many people, and a person has one default for each list.
    create table saved_view_defaults (
      tenant_id uuid not null,
      user_id uuid not null,
      entity text not null,
      view_id uuid not null,
      primary key (tenant_id, user_id, entity),
      foreign key (tenant_id, view_id, entity) references saved_views (tenant_id, id, entity) on delete cascade,
      foreign key (tenant_id, user_id) references memberships (tenant_id, user_id)
    );
    create index saved_view_defaults_view on saved_view_defaults (tenant_id, view_id);

    call protect_tenant_table('saved_views');
    call protect_tenant_table('saved_view_shares');
    call protect_tenant_table('saved_view_defaults');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table saved_view_defaults, saved_view_shares, saved_views');
}
