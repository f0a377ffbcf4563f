// Erasing a person also removes their data from events and webhook deliveries, and from the audit titles of proposals.
import type { Knex } from 'knex';

/** Returns SQL for the object that replaces an erased one in an event or delivery: its ids, and that it was erased. */
const emptied = (object: string): string => `jsonb_strip_nulls(jsonb_build_object(
    'id', ${object} -> 'id', 'version', ${object} -> 'version', 'contact_id', ${object} -> 'contact_id', 'erased', true))`;

/** Returns the SQL condition that an object is an erased person, a text about them, or has them as its contact. */
const concerns = (type: string, id: string, contactId: string): string => `(
    (${type} = 'contact' and ${id} = any (erased))
    or (${type} in ('note', 'activity', 'action_item', 'relationship_outcome') and ${id} = any (texts))
    or ${contactId} = any (erased::text[]))`;

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace function erase_traces(contact_ids uuid[]) returns void
      language plpgsql security definer set search_path = public, pg_temp as $$
    declare
      erased uuid[];
      texts uuid[];
      entries uuid[];
      event_ids uuid[];
    begin
      select array_agg(c.id) into erased from contacts c
        where c.tenant_id = current_tenant() and c.id = any (contact_ids) and c.status = 'erased';
      -- Texts about them: notes, outcomes, activities on their timeline, and the action items of these activities.
      with lines as (
        select l.activity_id as id from activity_links l
        where l.tenant_id = current_tenant() and l.entity = 'contact' and l.entity_id = any (erased)
      )
      select array_agg(id) into texts from (
        select id from lines
        union all select i.id from action_items i where i.tenant_id = current_tenant() and i.activity_id in (select id from lines)
        union all select n.id from notes n where n.tenant_id = current_tenant() and n.contact_id = any (erased)
        union all select o.id from relationship_outcomes o where o.tenant_id = current_tenant() and o.contact_id = any (erased)
      ) as written;
      select array_agg(e.id) into entries from audit_entries e
        where e.tenant_id = current_tenant() and (
          (e.target_type = 'contact' and e.target_id = any (erased))
          or e.target_type in ('note', 'activity', 'action_item', 'relationship_outcome') and e.target_id = any (texts)
          -- Proposals whose target was erased; the audit label was their former title.
          or e.target_type = 'proposal' and e.target_id in (
            select p.id from action_proposals p where p.tenant_id = current_tenant() and p.title = 'Erased contact')
          -- A removed contact method can only be found by its timeline entry.
          or e.id in (
            select m.id from activity_links l
            join activities a on a.tenant_id = l.tenant_id and a.id = l.activity_id
            join audit_entries m on m.tenant_id = a.tenant_id and m.occurred_at = a.occurred_at and m.action = a.event
            where l.tenant_id = current_tenant() and l.entity = 'contact' and l.entity_id = any (erased)
              and m.target_type = 'contact_method' and right(a.subject, length(m.target_label)) = m.target_label));
      update audit_entries e set
        target_label = null,
        changes = (select coalesce(jsonb_agg(jsonb_build_object('field', change -> 'field', 'from', '[erased]', 'to', '[erased]')), '[]')
          from jsonb_array_elements(e.changes) as change)
        where e.tenant_id = current_tenant() and e.id = any (entries)
          and (e.target_label is not null or e.changes <> '[]');
      select array_agg(v.id) into event_ids from events v
        where v.tenant_id = current_tenant() and ${concerns('v.object_type', 'v.object_id', `v.data -> 'object' ->> 'contact_id'`)};
      -- Waits for a dispatcher that is just creating deliveries of these events; later ones read the emptied event.
      perform from webhook_outbox o where o.workspace_id = current_tenant() and o.event_id = any (event_ids)
        order by o.event_id for update;
      update events v set data = jsonb_build_object('object_type', v.object_type, 'object', ${emptied(`(v.data -> 'object')`)})
        where v.tenant_id = current_tenant() and v.id = any (event_ids);
      -- Selected by content and not by event, because a repeated delivery may outlive its event.
      with emptied as (
        update webhook_deliveries d set payload = (d.payload::jsonb || jsonb_build_object('data', jsonb_build_object(
            'object_type', d.payload #> '{data,object_type}', 'object', ${emptied(`(d.payload::jsonb #> '{data,object}')`)},
            'links', d.payload #> '{data,links}')))::json
          where d.tenant_id = current_tenant() and ${concerns(
            `d.payload #>> '{data,object_type}'`,
            `(d.payload #>> '{data,object,id}')::uuid`,
            `d.payload #>> '{data,object,contact_id}'`,
          )}
          returning d.id
      )
      -- The response of an endpoint may repeat the payload.
      update webhook_attempts a set response = null
        from emptied where a.tenant_id = current_tenant() and a.delivery_id = emptied.id and a.response is not null;
    end $$;
  `);
}

/** Keeps the function. */
export async function down(): Promise<void> {
  // Erased data cannot be restored, and the function also works with the former schema.
}
