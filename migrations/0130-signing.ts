// Signing: envelopes with documents, recipients, fields and links, and their hash-chained evidence.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await createEnvelopes(knex);
  await createParts(knex);
  await createAccess(knex);
  await keepSigned(knex);
}

async function createEnvelopes(knex: Knex): Promise<void> {
  await knex.raw(`
    create table envelopes (
      kind text not null default 'envelope' check (kind in ('envelope', 'template')),
      status text not null default 'draft' check (status in ('draft', 'sent', 'partially_signed', 'completing', 'completed',
        'declined', 'voided', 'expired')),
      title text not null check (length(title) between 1 and 255),
      message text check (length(message) <= 5000),
      company_id uuid,
      deal_id uuid,
      project_id uuid,
      source_type text check (source_type in ('quote', 'work_order', 'invoice')),
      source_id uuid,
      provider text not null default 'internal',
      provider_envelope_id text,
      routing text not null default 'sequential' check (routing in ('sequential', 'parallel')),
      decline_policy text not null default 'stop' check (decline_policy in ('stop', 'continue')),
      reminder jsonb,
      expires_at timestamptz(3),
      sent_at timestamptz(3),
      completed_at timestamptz(3),
      expired_at timestamptz(3),
      status_before_expiry text,
      decline_reason text check (length(decline_reason) <= 1000),
      void_reason text check (length(void_reason) <= 1000),
      reminded_at timestamptz(3),
      reminder_count int not null default 0,
      next_reminder_at timestamptz(3),
      consent_version text,
      manifest text,
      manifest_signature jsonb,
      certificate_file_id uuid,
      -- Names and addresses of the recipients, for the search.
      words text not null default '',
      tags text[] not null default '{}',
      check (status <> 'completed' or completed_at is not null),
      check ((source_type is null) = (source_id is null))
    );
    call make_record_table('envelopes', 'envelope', array['title', 'words']);
    call link_records('envelopes', 'company_id', 'companies');
    call link_records('envelopes', 'deal_id', 'deals');
    call link_records('envelopes', 'project_id', 'projects');
    call link_file('envelopes', 'certificate_file_id');
    call sort_records('envelopes', array['title'], array['status', 'expires_at', 'sent_at', 'completed_at']);
    create index envelopes_open on envelopes (tenant_id, expires_at) where status in ('sent', 'partially_signed');
    create index envelopes_reminders on envelopes (tenant_id, next_reminder_at)
      where next_reminder_at is not null and status in ('sent', 'partially_signed');
    create index envelopes_provider on envelopes (tenant_id, provider, provider_envelope_id)
      where provider_envelope_id is not null;
  `);
}

async function createParts(knex: Knex): Promise<void> {
  await knex.raw(`
    create table envelope_documents (
      tenant_id uuid not null references tenants,
      id uuid not null,
      envelope_id uuid not null,
      position int not null,
      name text not null check (length(name) between 1 and 255),
      pages int not null check (pages between 1 and 500),
      size bigint not null,
      original_file_id uuid not null,
      sha256_original text not null,
      final_file_id uuid,
      sha256_final text,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, envelope_id) references envelopes,
      check ((final_file_id is null) = (sha256_final is null))
    );
    call protect_tenant_table('envelope_documents');
    call link_file('envelope_documents', 'original_file_id');
    call link_file('envelope_documents', 'final_file_id');
    create index envelope_documents_envelope on envelope_documents (tenant_id, envelope_id, position);
    create index envelope_documents_original on envelope_documents (tenant_id, sha256_original);
    create index envelope_documents_final on envelope_documents (tenant_id, sha256_final) where sha256_final is not null;

    create table envelope_recipients (
      tenant_id uuid not null references tenants,
      id uuid not null,
      envelope_id uuid not null,
      position int not null,
      key text check (length(key) between 1 and 60),
      role text not null check (role in ('signer', 'approver', 'viewer', 'cc')),
      name text check (length(name) between 1 and 200),
      email text check (length(email) <= 254),
      contact_id uuid,
      routing_order int not null default 1 check (routing_order between 1 and 50),
      auth text not null default 'none' check (auth in ('none', 'access_code', 'email_otp')),
      access_code_hash text,
      locale text check (length(locale) <= 35),
      status text not null default 'created' check (status in ('created', 'queued', 'sent', 'viewed', 'signed', 'approved',
        'declined', 'bounced', 'expired')),
      decline_reason text check (length(decline_reason) <= 1000),
      viewed_at timestamptz(3),
      signed_at timestamptz(3),
      -- The answer to the signature, which a repeated call gets again.
      answer jsonb,
      -- Wrong codes since the first of them, and the one-time code that was sent last.
      code_tries int not null default 0,
      code_tries_since timestamptz(3),
      code_hash text,
      code_expires_at timestamptz(3),
      code_requests timestamptz(3)[] not null default '{}',
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, envelope_id) references envelopes,
      foreign key (tenant_id, contact_id) references contacts
    );
    call protect_tenant_table('envelope_recipients');
    create index envelope_recipients_envelope on envelope_recipients (tenant_id, envelope_id, position);
    create index envelope_recipients_contact on envelope_recipients (tenant_id, contact_id) where contact_id is not null;
    create trigger envelope_recipients_merged after insert or update of contact_id on envelope_recipients for each row
      when (new.contact_id is not null) execute function refuse_merged('contact_id', 'contacts');
    create function keep_envelope_words() returns trigger language plpgsql as $$
    declare
      part envelope_recipients := coalesce(new, old);
    begin
      update envelopes set words = (
        select coalesce(string_agg(concat_ws(' ', r.name, r.email), ' ' order by r.position), '') from envelope_recipients r
        where r.tenant_id = part.tenant_id and r.envelope_id = part.envelope_id)
      where tenant_id = part.tenant_id and id = part.envelope_id;
      return null;
    end $$;
    create trigger envelope_recipients_words after insert or update of name, email or delete on envelope_recipients
      for each row execute function keep_envelope_words();

    create table envelope_fields (
      tenant_id uuid not null references tenants,
      id uuid not null,
      envelope_id uuid not null,
      recipient_id uuid not null,
      document_id uuid not null,
      position int not null,
      type text not null check (type in ('signature', 'initials', 'date_signed', 'name', 'email', 'text', 'checkbox', 'radio',
        'dropdown')),
      label text check (length(label) <= 200),
      page int not null check (page between 1 and 500),
      x double precision not null,
      y double precision not null,
      width double precision not null,
      height double precision not null,
      required boolean not null default true,
      group_name text check (length(group_name) between 1 and 60),
      options text[] not null default '{}',
      default_value jsonb,
      validation jsonb,
      -- What the recipient has filled in; set once.
      value jsonb,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (tenant_id, id),
      foreign key (tenant_id, envelope_id) references envelopes,
      foreign key (tenant_id, recipient_id) references envelope_recipients,
      foreign key (tenant_id, document_id) references envelope_documents
    );
    call protect_tenant_table('envelope_fields');
    create index envelope_fields_envelope on envelope_fields (tenant_id, envelope_id, position);
    create index envelope_fields_recipient on envelope_fields (tenant_id, recipient_id);
    create index envelope_fields_document on envelope_fields (tenant_id, document_id);
  `);
}

async function createAccess(knex: Knex): Promise<void> {
  await knex.raw(`
    -- The links of recipients; the token itself is only in the mail.
    create table envelope_links (
      tenant_id uuid not null references tenants,
      id uuid not null,
      token_hash text not null unique,
      envelope_id uuid not null,
      recipient_id uuid not null,
      created_at timestamptz(3) not null,
      revoked_at timestamptz(3),
      primary key (tenant_id, id),
      foreign key (tenant_id, envelope_id) references envelopes,
      foreign key (tenant_id, recipient_id) references envelope_recipients on delete cascade
    );
    call protect_tenant_table('envelope_links');
    create policy by_secret on envelope_links for select using (token_hash = current_secret_hash());
    create index envelope_links_recipient on envelope_links (tenant_id, recipient_id, created_at);

    -- Recipients who have proven who they are, for an hour.
    create table envelope_sessions (
      tenant_id uuid not null references tenants,
      token_hash text not null,
      recipient_id uuid not null,
      expires_at timestamptz(3) not null,
      primary key (tenant_id, token_hash),
      foreign key (tenant_id, recipient_id) references envelope_recipients on delete cascade
    );
    call protect_tenant_table('envelope_sessions');

    -- What happened to an envelope, in a chain of hashes; rows are only added.
    create table envelope_events (
      tenant_id uuid not null references tenants,
      envelope_id uuid not null,
      seq int not null check (seq > 0),
      type text not null,
      at timestamptz(3) not null,
      recipient_id uuid,
      canonical text not null,
      prev_hash text not null,
      hash text not null,
      primary key (tenant_id, envelope_id, seq),
      foreign key (tenant_id, envelope_id) references envelopes
    );
    call protect_tenant_table('envelope_events', 'select, insert');

    -- A key with another purpose verifies no access token.
    alter table signing_keys add column purpose text not null default 'access' check (purpose in ('access', 'evidence'));
  `);
}

/** Triggers that keep what was sent and signed as it is, whatever a program does. */
async function keepSigned(knex: Knex): Promise<void> {
  await knex.raw(`
    create function keep_evidence() returns trigger language plpgsql as $$
    begin
      raise exception 'evidence of signatures is only added' using errcode = 'restrict_violation';
    end $$;
    create trigger envelope_events_kept before update or delete on envelope_events
      for each row execute function keep_evidence();

    create function keep_envelope() returns trigger language plpgsql as $$
    declare
      free text[] := array['status', 'version', 'updated_at', 'updated_by', 'tags', 'company_id', 'deal_id', 'project_id',
        'expires_at', 'expired_at', 'status_before_expiry', 'decline_reason', 'void_reason', 'reminded_at', 'reminder_count',
        'next_reminder_at', 'provider_envelope_id', 'words', 'custom_fields', 'created_by', 'completed_at', 'manifest',
        'manifest_signature', 'certificate_file_id'];
    begin
      if old.status = 'draft' then return coalesce(new, old); end if;
      if tg_op = 'DELETE' then
        raise exception 'an envelope that was sent cannot be deleted' using errcode = 'restrict_violation';
      end if;
      if old.status in ('completed', 'declined', 'voided') then
        free := array['version', 'updated_at', 'updated_by', 'tags', 'company_id', 'deal_id', 'project_id', 'expires_at', 'words',
          'custom_fields', 'created_by', 'reminded_at', 'next_reminder_at'];
      end if;
      if (to_jsonb(old) - free) is distinct from (to_jsonb(new) - free) then
        raise exception 'an envelope that was sent cannot be changed' using errcode = 'restrict_violation';
      end if;
      return new;
    end $$;
    create trigger envelopes_kept before update or delete on envelopes for each row execute function keep_envelope();

    create function keep_envelope_part() returns trigger language plpgsql as $$
    declare
      part record;
      held text;
      free text[] := tg_argv[0]::text[];
      kept_columns text[] := tg_argv[1]::text[];
      before jsonb;
      after jsonb;
    begin
      if tg_op = 'INSERT' then part := new; else part := old; end if;
      select status into held from envelopes e where e.tenant_id = part.tenant_id and e.id = part.envelope_id;
      if held is null or held = 'draft' then return coalesce(new, old); end if;
      if tg_op <> 'UPDATE' then
        raise exception 'parts of an envelope that was sent stay' using errcode = 'restrict_violation';
      end if;
      before := to_jsonb(old);
      after := to_jsonb(new);
      if before - free is distinct from after - free then
        raise exception 'a part of an envelope that was sent cannot be changed' using errcode = 'restrict_violation';
      end if;
      -- What was filled in, signed or sealed is set once.
      if exists (select from unnest(kept_columns) c where before -> c <> 'null'::jsonb and before -> c <> after -> c) then
        raise exception 'what was signed cannot be changed' using errcode = 'restrict_violation';
      end if;
      return new;
    end $$;
    create trigger envelope_documents_kept before insert or update or delete on envelope_documents for each row
      execute function keep_envelope_part('{final_file_id,sha256_final,updated_at}', '{final_file_id,sha256_final}');
    create trigger envelope_fields_kept before insert or update or delete on envelope_fields for each row
      execute function keep_envelope_part('{value,updated_at}', '{value}');
    create trigger envelope_recipients_kept before insert or update or delete on envelope_recipients for each row
      execute function keep_envelope_part('{name,email,contact_id,auth,access_code_hash,locale,status,decline_reason,viewed_at,signed_at,answer,code_tries,code_tries_since,code_hash,code_expires_at,code_requests,updated_at}', '{signed_at,answer,viewed_at}');

    create function keep_signer() returns trigger language plpgsql as $$
    begin
      if old.signed_at is not null and (old.name, old.email, old.role, old.auth, old.status, old.routing_order)
        is distinct from (new.name, new.email, new.role, new.auth, new.status, new.routing_order) then
        raise exception 'who has signed cannot be changed' using errcode = 'restrict_violation';
      end if;
      return new;
    end $$;
    create trigger envelope_recipients_signed before update on envelope_recipients for each row execute function keep_signer();
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop table envelope_events, envelope_sessions, envelope_links, envelope_fields, envelope_recipients, envelope_documents;
    call drop_record_table('envelopes', 'envelope');
    drop function keep_evidence, keep_envelope, keep_envelope_part, keep_signer, keep_envelope_words;
    delete from signing_keys where purpose <> 'access';
    alter table signing_keys drop column purpose;
  `);
}
