// Relationships: what holds a follow-up back, what finds the due ones, and the outcomes (service.md 2.6 to 2.8).
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table contacts
      add follow_up_snoozed_until date,
      -- The proposal of the assistant that a person applied with the last change of the relationship.
      add relationship_proposed_by text check (length(relationship_proposed_by) between 1 and 200);
    -- Whom the list of follow-ups looks at: tended contacts, unanswered messages, action items (migration 0008).
    create index contacts_tended on contacts (tenant_id, id)
      where deleted_at is null and status = 'active' and desired_cadence_days is not null;
    create index activities_inbound on activities (tenant_id, occurred_at, id)
      where deleted_at is null and direction = 'inbound' and type in ('email', 'message');

    create table relationship_outcomes (
      tenant_id uuid not null references tenants,
      id uuid not null,
      version int not null default 1,
      contact_id uuid not null,
      company_id uuid,
      deal_id uuid,
      outcome_type text not null check (outcome_type in ('resource_shared', 'referral_given', 'referral_received',
        'introduction_made', 'collaboration_started', 'collaboration_completed', 'co_created_artifact',
        'research_insight', 'community_contribution')),
      direction text not null check (direction in ('inbound', 'outbound', 'mutual')),
      occurred_on date not null,
      summary text check (length(summary) between 1 and 500),
      evidence jsonb not null default '[]'
        check (jsonb_typeof(evidence) = 'array' and jsonb_array_length(evidence) <= 10),
      proof_asset_refs jsonb not null default '[]'
        check (jsonb_typeof(proof_asset_refs) = 'array' and jsonb_array_length(proof_asset_refs) <= 20),
      confirmation_state text not null
        check (confirmation_state in ('agent_suggested', 'human_confirmed', 'corrected')),
      -- The suggestion of the assistant that a person filed.
      suggestion_ref text check (length(suggestion_ref) between 1 and 200),
      -- What stood before each correction, the oldest first.
      history jsonb not null default '[]' check (jsonb_typeof(history) = 'array'),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      created_by jsonb not null,
      updated_by jsonb not null,
      deleted_at timestamptz(3),
      primary key (tenant_id, id),
      constraint relationship_outcomes_suggested check (confirmation_state <> 'agent_suggested' or suggestion_ref is not null),
      constraint relationship_outcomes_corrected check ((confirmation_state = 'corrected') = (history <> '[]'))
    );
    alter table relationship_outcomes add foreign key (tenant_id, contact_id) references contacts;
    alter table relationship_outcomes add foreign key (tenant_id, company_id) references companies;
    alter table relationship_outcomes add foreign key (tenant_id, deal_id) references deals;
    create index relationship_outcomes_contact on relationship_outcomes (tenant_id, contact_id, occurred_on desc, id desc)
      where deleted_at is null;
    create index relationship_outcomes_company on relationship_outcomes (tenant_id, company_id) where company_id is not null;
    create index relationship_outcomes_deal on relationship_outcomes (tenant_id, deal_id) where deal_id is not null;
    call protect_tenant_table('relationship_outcomes');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table relationship_outcomes;
    drop index activities_inbound, contacts_tended;
    alter table contacts drop follow_up_snoozed_until, drop relationship_proposed_by;
  `);
}
