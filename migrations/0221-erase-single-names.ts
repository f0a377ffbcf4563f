// The erasure of a person also takes their first and last name out of messages and calls in which others took part.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Replaces a name where it is a word of its own, whatever its case.
    create function erase_name(content text, name text) returns text language sql immutable as $$
      select regexp_replace(content, '\\m' || regexp_replace(name, '([^[:alnum:][:space:]])', '\\\\\\1', 'g') || '\\M',
        'Erased contact', 'gi') $$;

    -- Elsewhere a single name would match too many people; here the person took part.
    create function erase_names(contact_ids uuid[], names text[], at_time timestamptz) returns void language plpgsql as $$
    declare
      messages uuid[];
      conversations uuid[];
      name text;
    begin
      select array_agg(k.communication_id) into messages from communication_contacts k
        where k.tenant_id = current_tenant() and k.contact_id = any (contact_ids);
      select array_agg(k.call_id) into conversations from call_contacts k
        where k.tenant_id = current_tenant() and k.contact_id = any (contact_ids);
      foreach name in array names loop
        update communications c set
            subject = erase_name(c.subject, name), body_text = erase_name(c.body_text, name),
            body_html = erase_name(c.body_html, name), snippet = left(erase_name(c.snippet, name), 200)
          where c.tenant_id = current_tenant() and c.id = any (messages)
            and concat_ws(' ', c.subject, c.body_text, c.body_html) ilike '%' || erase_pattern(name) || '%';
        update calls c set subject = erase_name(c.subject, name), summary = erase_name(c.summary, name), completed_with = null
          where c.tenant_id = current_tenant() and c.id = any (conversations)
            and concat_ws(' ', c.subject, c.summary, c.completed_with) ilike '%' || erase_pattern(name) || '%';
        update call_recordings r set title = erase_name(r.title, name)
          where r.tenant_id = current_tenant() and r.call_id = any (conversations)
            and r.title ilike '%' || erase_pattern(name) || '%';
        update call_recording_transcripts t set turns = (
            select jsonb_agg(turn || jsonb_build_object('speaker', erase_name(turn ->> 'speaker', name),
              'text', erase_name(turn ->> 'text', name)) order by place)
            from jsonb_array_elements(t.turns) with ordinality as turns(turn, place))
          where t.tenant_id = current_tenant() and jsonb_array_length(t.turns) > 0 and t.recording_id in (
            select r.id from call_recordings r where r.tenant_id = current_tenant() and r.call_id = any (conversations));
      end loop;
      perform summarize_thread(t.tenant_id, t.id, at_time) from communication_threads t
        where t.tenant_id = current_tenant() and t.id in (
          select c.thread_id from communications c where c.tenant_id = current_tenant() and c.id = any (messages));
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop function erase_names, erase_name;');
}
