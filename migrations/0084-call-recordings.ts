// Recordings of calls, their transcripts, and how the erasure of a person empties them.
import type { Knex } from 'knex';

const OF_CALLS =
  'union all select k.call_id from call_contacts k where k.tenant_id = current_tenant() and k.contact_id = any (erased)';
const OF_RECORDINGS = `${OF_CALLS}
        union all select r.id from call_recordings r
          join call_contacts k on k.tenant_id = current_tenant() and k.call_id = r.call_id
          where r.tenant_id = current_tenant() and k.contact_id = any (erased)`;

/** Returns the definition of erase_traces with replacements. */
const extended = (pairs: [string, string][]): string => `
    do $migration$
    declare
      definition text := pg_get_functiondef('erase_traces(uuid[])'::regprocedure);
    begin
      ${pairs.map(([from, to]) => `definition := replace(definition, $part$${from}$part$, $part$${to}$part$);`).join('\n      ')}
      execute definition;
    end $migration$;`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table call_recordings (
      call_id uuid not null,
      title text check (length(title) between 1 and 200),
      -- What global search shows and finds; never null, because the name of a record is always searched.
      search_title text not null generated always as (coalesce(title, 'Recording')) stored,
      source text not null check (source in ('upload', 'provider')),
      provider_ref text check (length(provider_ref) between 1 and 300),
      -- Where the provider has the media, until they are fetched.
      provider_url text,
      duration_s int check (duration_s between 0 and 86400),
      file_id uuid,
      consent_state text not null check (consent_state in ('unknown', 'granted', 'denied')),
      consent_by jsonb,
      consent_at timestamptz(3),
      transcript_state text not null check (transcript_state in ('none', 'pending', 'ready', 'failed')),
      transcript_language text,
      retention_until date,
      constraint call_recordings_denied check (consent_state <> 'denied' or (file_id is null and transcript_state = 'none'))
    );
    call make_record_table('call_recordings', 'call_recording', array['search_title']);
    call link_file('call_recordings', 'file_id');
    alter table call_recordings add foreign key (tenant_id, call_id) references calls;
    create index call_recordings_call on call_recordings (tenant_id, call_id);
    create index call_recordings_provider on call_recordings (tenant_id, provider_ref) where provider_ref is not null;
    create index call_recordings_retention on call_recordings (tenant_id, retention_until)
      where retention_until is not null and deleted_at is null;

    -- Apart from the recordings, because one has up to 20,000 turns.
    create table call_recording_transcripts (
      tenant_id uuid not null references tenants,
      recording_id uuid not null,
      turns jsonb not null,
      created_at timestamptz(3) not null,
      primary key (tenant_id, recording_id)
    );
    alter table call_recording_transcripts add foreign key (tenant_id, recording_id) references call_recordings on delete cascade;
    call protect_tenant_table('call_recording_transcripts');

    -- Empties the recordings of calls whose only outside participant is the person; those of calls with several people lose the
    -- words that identify the person.
    create function erase_call_recordings(contact_ids uuid[], words text[], at_time timestamptz) returns void language plpgsql as $$
    declare
      concerned uuid[];
      own uuid[];
      word text;
    begin
      select array_agg(r.id) into concerned from call_recordings r where r.tenant_id = current_tenant() and r.call_id in (
        select k.call_id from call_contacts k where k.tenant_id = current_tenant() and k.contact_id = any (contact_ids));
      select array_agg(r.id) into own from call_recordings r where r.tenant_id = current_tenant() and r.id = any (concerned)
        and not exists (select from call_contacts k where k.tenant_id = current_tenant() and k.call_id = r.call_id
          and k.contact_id <> all (contact_ids));
      delete from call_recording_transcripts t where t.tenant_id = current_tenant() and t.recording_id = any (own);
      update call_recordings r set title = null, provider_ref = null, provider_url = null, file_id = null, custom_fields = '{}',
          transcript_state = 'none', transcript_language = null, updated_at = at_time, version = version + 1
        where r.tenant_id = current_tenant() and r.id = any (own);
      foreach word in array words loop
        update call_recordings r set title = erase_word(r.title, word)
          where r.tenant_id = current_tenant() and r.id = any (concerned) and r.title ilike '%' || erase_pattern(word) || '%';
        update call_recording_transcripts t set turns = (
            select jsonb_agg(turn || jsonb_build_object('speaker', erase_word(turn ->> 'speaker', word),
              'text', erase_word(turn ->> 'text', word)) order by place)
            from jsonb_array_elements(t.turns) with ordinality as turns(turn, place))
          where t.tenant_id = current_tenant() and t.recording_id = any (concerned) and jsonb_array_length(t.turns) > 0;
      end loop;
    end $$;
    ${extended([
      ["'communication', 'call')", "'communication', 'call', 'call_recording')"],
      [OF_CALLS, OF_RECORDINGS],
    ])}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${extended([
      ["'communication', 'call', 'call_recording')", "'communication', 'call')"],
      [OF_RECORDINGS, OF_CALLS],
    ])}
    drop function erase_call_recordings;
    drop table call_recording_transcripts;
    call drop_record_table('call_recordings', 'call_recording');
  `);
}
