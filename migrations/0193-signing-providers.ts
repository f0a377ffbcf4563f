// Envelopes carried out by a signing provider: its events, and secrets for events that can be replaced without a gap.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table provider_keys
      add sealed_former_ingress_secret text,
      add former_ingress_until timestamptz(3),
      add check ((sealed_former_ingress_secret is null) = (former_ingress_until is null));

    drop index envelopes_provider;
    create unique index envelopes_provider on envelopes (tenant_id, provider, provider_envelope_id)
      where provider_envelope_id is not null;

    create table signing_provider_events (
      tenant_id uuid not null references tenants,
      connection_id uuid not null,
      event_id text not null check (length(event_id) between 1 and 200),
      type text not null,
      provider_envelope_id text,
      -- A waiting event is about an envelope that is not known yet; an ignored one is of a type that is not known.
      state text not null default 'waiting' check (state in ('waiting', 'applied', 'ignored', 'dead')),
      -- As the provider sent it; null once it was erased.
      body text,
      received_at timestamptz(3) not null,
      primary key (tenant_id, connection_id, event_id)
    );
    create index signing_provider_events_waiting on signing_provider_events (tenant_id, connection_id, provider_envelope_id)
      where state = 'waiting';
    create index signing_provider_events_age on signing_provider_events (tenant_id, received_at) where body is not null;
    call protect_tenant_table('signing_provider_events', 'select, insert, update');
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table signing_provider_events;
    drop index envelopes_provider;
    create index envelopes_provider on envelopes (tenant_id, provider, provider_envelope_id)
      where provider_envelope_id is not null;
    alter table provider_keys drop sealed_former_ingress_secret, drop former_ingress_until;
  `);
}
