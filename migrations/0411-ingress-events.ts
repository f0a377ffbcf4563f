// The events of providers in one view for operators, and counts of the refused ones.
import type { Knex } from 'knex';

const PLATFORM = `'00000000-0000-7000-8000-000000000001'::uuid`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table provider_events add id uuid not null default gen_random_uuid();
    alter table signing_provider_events add id uuid not null default gen_random_uuid();
    alter table payment_events add id uuid not null default gen_random_uuid();
    call show_to_operators('provider_events');
    call show_to_operators('signing_provider_events');
    create index provider_events_of_all on provider_events (created_at desc, id desc);
    create index signing_provider_events_of_all on signing_provider_events (received_at desc, id desc);
    create index payment_events_of_all on payment_events (received_at desc, id desc);

    -- Events that were refused are not stored, because anybody can send them; they are counted by hour.
    create table ingress_refusals (
      id uuid not null default gen_random_uuid(),
      source text not null check (length(source) <= 20),
      provider text not null check (length(provider) <= 60),
      reason text not null check (length(reason) <= 60),
      hour timestamptz(3) not null,
      occurrences int not null,
      last_at timestamptz(3) not null,
      primary key (source, provider, reason, hour)
    );
    create index ingress_refusals_age on ingress_refusals (hour);
    grant select, insert, update, delete on ingress_refusals to platform_app;

    create view platform_ingress_events with (security_invoker = true) as
      select ${PLATFORM} as tenant_id, e.id, e.tenant_id as workspace_id, split_part(e.provider, '.', 1) as source,
        split_part(e.provider, '.', 2) as provider, e.connection_id::text as connection, e.event_id, e.type,
        true as signature_valid, 'applied' as state, false as has_body, 1 as occurrences, e.created_at
      from provider_events e
      union all
      select ${PLATFORM}, e.id, e.tenant_id, 'signing', 'generic', e.connection_id::text, e.event_id, e.type,
        true, e.state, e.body is not null, 1, e.received_at
      from signing_provider_events e
      union all
      select ${PLATFORM}, e.id, e.workspace_id, case e.connection when 'platform' then 'billing' else 'payments' end,
        e.provider, e.connection, e.event_id, e.type, true, e.state, e.body is not null, 1, e.received_at
      from payment_events e
      union all
      select ${PLATFORM}, r.id, null, r.source, r.provider, null, null, r.reason, false, 'refused', false, r.occurrences, r.last_at
      from ingress_refusals r;
    grant select on platform_ingress_events to platform_app;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop view platform_ingress_events;
    drop table ingress_refusals;
    drop policy operators on provider_events;
    drop policy operators on signing_provider_events;
    alter table provider_events drop id;
    alter table signing_provider_events drop id;
    alter table payment_events drop id;
  `);
}
