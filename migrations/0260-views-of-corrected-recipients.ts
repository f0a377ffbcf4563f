// Whoever a correction puts in the place of a recipient has not opened the envelope yet: the time of the view is cleared,
// unless the recipient is done.
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace trigger envelope_recipients_kept before insert or update or delete on envelope_recipients for each row
      execute function keep_envelope_part('{name,email,contact_id,auth,access_code_hash,locale,status,decline_reason,viewed_at,signed_at,answer,code_tries,code_tries_since,code_hash,code_expires_at,code_requests,updated_at}', '{signed_at,answer}');

    create or replace function keep_signer() returns trigger language plpgsql as $$
    begin
      if (old.signed_at is not null or (old.role = 'viewer' and old.viewed_at is not null))
        and (old.name, old.email, old.role, old.auth, old.status, old.routing_order, old.viewed_at)
        is distinct from (new.name, new.email, new.role, new.auth, new.status, new.routing_order, new.viewed_at) then
        raise exception 'who is done cannot be changed' using errcode = 'restrict_violation';
      end if;
      return new;
    end $$;
  `);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    create or replace trigger envelope_recipients_kept before insert or update or delete on envelope_recipients for each row
      execute function keep_envelope_part('{name,email,contact_id,auth,access_code_hash,locale,status,decline_reason,viewed_at,signed_at,answer,code_tries,code_tries_since,code_hash,code_expires_at,code_requests,updated_at}', '{signed_at,answer,viewed_at}');

    create or replace function keep_signer() returns trigger language plpgsql as $$
    begin
      if old.signed_at is not null and (old.name, old.email, old.role, old.auth, old.status, old.routing_order)
        is distinct from (new.name, new.email, new.role, new.auth, new.status, new.routing_order) then
        raise exception 'who has signed cannot be changed' using errcode = 'restrict_violation';
      end if;
      return new;
    end $$;
  `);
}
