// The erasure of a person also empties their messages and calls, and what audit and events hold of these.
import type { Knex } from 'knex';

/** Returns the definition of erase_traces with replacements; each must be found once or more. */
const extended = (pairs: [string, string][]): string => `
    do $migration$
    declare
      definition text := pg_get_functiondef('erase_traces(uuid[])'::regprocedure);
    begin
      ${pairs.map(([from, to]) => `definition := replace(definition, $part$${from}$part$, $part$${to}$part$);`).join('\n      ')}
      execute definition;
    end $migration$;`;

const OUTCOMES = 'union all select o.id from relationship_outcomes';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Empties the messages and calls whose only outside participant is the person. Text that was addressed to several people
    -- stays, without the words that identify the person.
    create function erase_communications(contact_ids uuid[], words text[], at_time timestamptz) returns void
      language plpgsql as $$
    declare
      concerned uuid[];
      own uuid[];
      word text;
    begin
      select array_agg(k.communication_id) into concerned from communication_contacts k
        where k.tenant_id = current_tenant() and k.contact_id = any (contact_ids);
      select array_agg(c.id) into own from communications c
        where c.tenant_id = current_tenant() and c.id = any (concerned)
          and not exists (select from communication_contacts k where k.tenant_id = c.tenant_id and k.communication_id = c.id
            and k.contact_id <> all (contact_ids))
          and not exists (select from communication_participants p where p.tenant_id = c.tenant_id and p.communication_id = c.id
            and p.contact_id is null and p.user_id is null
            and case c.direction when 'inbound' then p.role = 'from' else p.role <> 'from' end);
      update communications c set subject = null, body_text = null, body_html = null, snippet = null, attachments = '[]',
          custom_fields = '{}', tags = '{}', updated_at = at_time, version = version + 1
        where c.tenant_id = current_tenant() and c.id = any (own);
      foreach word in array words loop
        update communications c set
            subject = erase_word(c.subject, word), body_text = erase_word(c.body_text, word),
            body_html = erase_word(c.body_html, word), snippet = erase_word(c.snippet, word)
          where c.tenant_id = current_tenant() and c.id = any (concerned)
            and concat_ws(' ', c.subject, c.body_text, c.body_html, c.snippet) ilike '%' || erase_pattern(word) || '%';
      end loop;
      update communication_participants p set address = null, name = 'Erased contact', delivery_reason = null, updated_at = at_time
        where p.tenant_id = current_tenant() and p.contact_id = any (contact_ids);
      perform summarize_thread(t.tenant_id, t.id, at_time) from communication_threads t
        where t.tenant_id = current_tenant() and t.id in (
          select c.thread_id from communications c where c.tenant_id = current_tenant() and c.id = any (concerned));

      select array_agg(k.call_id) into concerned from call_contacts k
        where k.tenant_id = current_tenant() and k.contact_id = any (contact_ids);
      select array_agg(c.id) into own from calls c
        where c.tenant_id = current_tenant() and c.id = any (concerned)
          and not exists (select from call_contacts k where k.tenant_id = c.tenant_id and k.call_id = c.id
            and k.contact_id <> all (contact_ids));
      update calls c set subject = 'Erased contact', summary = null, tags = '{}', custom_fields = '{}',
          completed_with = null, updated_at = at_time, version = version + 1
        where c.tenant_id = current_tenant() and c.id = any (own);
      foreach word in array words loop
        update calls c set subject = erase_word(c.subject, word), summary = erase_word(c.summary, word), completed_with = null
          where c.tenant_id = current_tenant() and c.id = any (concerned)
            and concat_ws(' ', c.subject, c.summary, c.completed_with) ilike '%' || erase_pattern(word) || '%';
      end loop;
      update call_participants p set address = null, name = 'Erased contact', updated_at = at_time
        where p.tenant_id = current_tenant() and p.contact_id = any (contact_ids);
    end $$;

    create function erase_pattern(word text) returns text language sql immutable as $$
      select regexp_replace(word, '([\\\\%_])', '\\\\\\1', 'g') $$;

    -- Replaces a word in a text, whatever its case.
    create function erase_word(content text, word text) returns text language sql immutable as $$
      select regexp_replace(content, '***=' || word, 'Erased contact', 'gi') $$;
    ${extended([
      ["'relationship_outcome')", "'relationship_outcome', 'communication', 'call')"],
      [
        OUTCOMES,
        `union all select k.communication_id from communication_contacts k
          where k.tenant_id = current_tenant() and k.contact_id = any (erased)
        union all select k.call_id from call_contacts k where k.tenant_id = current_tenant() and k.contact_id = any (erased)
        ${OUTCOMES}`,
      ],
    ])}
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    ${extended([
      ["'relationship_outcome', 'communication', 'call')", "'relationship_outcome')"],
      [
        `union all select k.communication_id from communication_contacts k
          where k.tenant_id = current_tenant() and k.contact_id = any (erased)
        union all select k.call_id from call_contacts k where k.tenant_id = current_tenant() and k.contact_id = any (erased)
        ${OUTCOMES}`,
        OUTCOMES,
      ],
    ])}
    drop function erase_communications, erase_word, erase_pattern;
  `);
}
