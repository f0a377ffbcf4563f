// Access: roles that a workspace makes, API tokens as records with a second secret, the security policy of a workspace.
import type { Knex } from 'knex';

const SYSTEM = `'{"type": "system", "id": null, "label": "system"}'`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table roles
      -- Entity, or * for the others, to own: what its holders change and delete only where it is theirs.
      add record_scope jsonb not null default '{}',
      add created_by jsonb not null default ${SYSTEM},
      add updated_by jsonb not null default ${SYSTEM};
    create index membership_roles_role on membership_roles (tenant_id, role_id);

    alter table api_tokens
      -- Null once the role of a token that has ended is deleted.
      alter role_id drop not null,
      add agent_id uuid,
      add version int not null default 1,
      add ip_allowlist text[] not null default '{}',
      -- The secret before the last rotation, good until the end of the overlap.
      add previous_secret_hash text,
      add previous_secret_expires_at timestamptz(3),
      add last_used_ip inet,
      add api_version text not null default '2026-11-01',
      add revoke_reason text,
      -- The last notice that was sent: days before the end.
      add expiry_notice int check (expiry_notice in (14, 3, 0)),
      -- Since when the person who answers for it is no active member.
      add owner_missing_since timestamptz(3),
      add created_by jsonb not null default ${SYSTEM},
      add updated_by jsonb not null default ${SYSTEM},
      add constraint api_tokens_previous check ((previous_secret_hash is null) = (previous_secret_expires_at is null));
    create unique index api_tokens_previous_secret_hash on api_tokens (previous_secret_hash);
    create index api_tokens_role_id on api_tokens (tenant_id, role_id);
    alter policy by_secret on api_tokens
      using (secret_hash = current_secret_hash() or previous_secret_hash = current_secret_hash());

    alter table tenants
      add date_format text not null default 'YYYY-MM-DD',
      add logo_url text check (length(logo_url) <= 2048),
      add require_mfa boolean not null default false,
      add session_idle_minutes int check (session_idle_minutes between 5 and 43200),
      add allowed_origins text[] not null default '{}',
      add ip_allowlist text[] not null default '{}',
      add require_if_match boolean not null default false,
      add allow_support_access boolean not null default true,
      add updated_by jsonb not null default ${SYSTEM};

    -- Written only where a workspace limits how long a session may be idle.
    alter table sessions add last_active_at timestamptz(3);
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table sessions drop column last_active_at;
    alter table tenants drop column date_format, drop column logo_url, drop column require_mfa,
      drop column session_idle_minutes, drop column allowed_origins, drop column ip_allowlist,
      drop column require_if_match, drop column allow_support_access, drop column updated_by;
    alter policy by_secret on api_tokens using (secret_hash = current_secret_hash());
    -- Forced row-level security would hide the rows from their owner too.
    alter table api_tokens no force row level security;
    delete from api_tokens where role_id is null;
    alter table api_tokens force row level security;
    alter table api_tokens alter role_id set not null, drop column agent_id, drop column version,
      drop column ip_allowlist, drop column previous_secret_hash, drop column previous_secret_expires_at,
      drop column last_used_ip, drop column api_version, drop column revoke_reason, drop column expiry_notice,
      drop column owner_missing_since, drop column created_by, drop column updated_by;
    drop index membership_roles_role;
    alter table roles drop column record_scope, drop column created_by, drop column updated_by;
  `);
}
