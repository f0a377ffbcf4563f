// Agents and what they may do: the registry, the automation policy of each workspace, the count of their actions, and the
// proposals that wait for a person.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table automation_policies (
      tenant_id uuid primary key references tenants,
      version int not null default 1,
      enabled boolean not null default false,
      -- What happens to a call of an agent, by what it can break. Only a plain write is ever let through.
      mode_write text not null default 'allow' check (mode_write in ('allow', 'approval', 'deny')),
      mode_external_send text not null default 'approval' check (mode_external_send in ('approval', 'deny')),
      mode_financial text not null default 'approval' check (mode_financial in ('approval', 'deny')),
      mode_destructive text not null default 'approval' check (mode_destructive in ('approval', 'deny')),
      mode_signing text not null default 'approval' check (mode_signing in ('approval', 'deny')),
      four_eyes text[] not null default '{financial,signing}'
        check (four_eyes <@ '{write,external_send,financial,destructive,signing}'::text[]),
      proposal_ttl_hours int not null default 72 check (proposal_ttl_hours between 1 and 720),
      daily_cap int not null default 2000 check (daily_cap between 0 and 1000000),
      -- Times of day in the zone of the workspace.
      quiet_from text check (quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      quiet_until text check (quiet_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
      kill_switch boolean not null default false,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      updated_by jsonb not null,
      check ((quiet_from is null) = (quiet_until is null) and quiet_from is distinct from quiet_until or quiet_from is null)
    );
    call protect_tenant_table('automation_policies', 'select, insert, update');
    insert into automation_policies (tenant_id, enabled, created_at, updated_at, updated_by)
      select id, automation_enabled, created_at, updated_at, '{"type": "system", "id": null, "label": "system"}' from tenants;
    alter table tenants drop column automation_enabled;

    create table agents (
      tenant_id uuid not null references tenants,
      id uuid not null,
      version int not null default 1,
      name text not null check (length(name) between 1 and 120),
      purpose text not null check (length(purpose) between 1 and 2000),
      owner_user_id uuid not null references users,
      role_id uuid not null,
      allowed_scopes text[] not null,
      status text not null default 'active' check (status in ('active', 'paused', 'retired')),
      daily_action_cap int not null default 500 check (daily_action_cap between 0 and 1000000),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      -- Agents are retired, never deleted; lists of records ask for the column.
      deleted_at timestamptz(3) check (deleted_at is null),
      primary key (tenant_id, id)
    );
    alter table agents add foreign key (tenant_id, role_id) references roles;
    create index agents_recent on agents (tenant_id, updated_at desc, id desc);
    create index agents_role on agents (tenant_id, role_id);
    call protect_tenant_table('agents', 'select, insert, update');

    alter table api_tokens add constraint api_tokens_agent foreign key (tenant_id, agent_id) references agents;
    create index api_tokens_agent on api_tokens (tenant_id, agent_id) where agent_id is not null;

    -- How much agents have done on a day: one row for each agent, and one under the id of the workspace for all of them.
    create table agent_action_counts (
      tenant_id uuid not null references tenants,
      day date not null,
      counter uuid not null,
      n int not null,
      cap int not null,
      primary key (tenant_id, day, counter),
      -- Two processes that count at once cannot both take the last one.
      constraint agent_action_counts_cap check (n <= cap)
    );
    create index agent_action_counts_age on agent_action_counts (day);
    call protect_tenant_table('agent_action_counts');

    create table action_proposals (
      tenant_id uuid not null references tenants,
      id uuid not null,
      version int not null default 1,
      operation text not null,
      -- json, not jsonb: what was shown is what runs, to the letter.
      arguments json not null,
      arguments_hash text not null check (arguments_hash ~ '^[0-9a-f]{64}$'),
      risk_class text not null check (risk_class in ('write', 'external_send', 'financial', 'destructive', 'signing')),
      target_type text,
      target_id uuid,
      target_version int,
      title text not null check (length(title) between 1 and 200),
      rationale text check (length(rationale) <= 2000),
      evidence jsonb not null default '[]',
      preview jsonb not null default '[]',
      proposed_by jsonb not null,
      proposed_by_id uuid not null,
      agent_id uuid,
      on_behalf_of_user_id uuid references users,
      state text not null default 'queued' check (state in ('queued', 'approved', 'rejected', 'cancelled', 'expired')),
      expires_at timestamptz(3) not null,
      decided_by jsonb,
      decided_at timestamptz(3),
      decision_note text check (length(decision_note) <= 2000),
      execution_state text default 'pending' check (execution_state in ('pending', 'succeeded', 'failed')),
      execution_error_code text,
      execution_result jsonb,
      execution_at timestamptz(3),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      deleted_at timestamptz(3) check (deleted_at is null),
      primary key (tenant_id, id),
      constraint action_proposals_decided check ((state = 'queued') = (decided_at is null)),
      constraint action_proposals_execution check (case state
        when 'queued' then execution_state = 'pending'
        when 'approved' then execution_state in ('succeeded', 'failed')
        else execution_state is null end),
      constraint action_proposals_failure check ((execution_state = 'failed') = (execution_error_code is not null)
        or execution_state is null and execution_error_code is null)
    );
    alter table action_proposals add foreign key (tenant_id, agent_id) references agents;
    create index action_proposals_recent on action_proposals (tenant_id, updated_at desc, id desc);
    create index action_proposals_created on action_proposals (tenant_id, created_at desc, id desc);
    create index action_proposals_queued on action_proposals (tenant_id, expires_at) where state = 'queued';
    create index action_proposals_agent on action_proposals (tenant_id, agent_id, updated_at desc, id desc) where agent_id is not null;
    create index action_proposals_author on action_proposals (tenant_id, proposed_by_id, updated_at desc, id desc);
    call protect_tenant_table('action_proposals', 'select, insert, update');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table action_proposals, agent_action_counts;
    drop index api_tokens_agent;
    alter table api_tokens drop constraint api_tokens_agent;
    drop table agents;
    alter table tenants add column automation_enabled boolean not null default false;
    update tenants t set automation_enabled = true
      from automation_policies p where p.tenant_id = t.id and p.enabled;
    drop table automation_policies;
  `);
}
