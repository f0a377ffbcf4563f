// SQL that creates a company with its "traces", the rows that the product also writes (src/events/emit.ts,
// src/operations/idempotency.ts): audit entry, timeline activity with its link, event, webhook outbox row, idempotency
// claim and stored answer. As one statement for the floor, and as triggers for PostGraphile, without code of the product.
import { WRITTEN, workspaceId } from '../dataset/sizes.ts';
import { JSON_RECORD } from './selections.ts';

const tenant = workspaceId(WRITTEN);
const WEBHOOK = '01940000-0000-7000-8000-000000000201';

/** Adds an active webhook, because the product writes no outbox row without one. No worker runs, so nothing is sent. */
export const ADD_WEBHOOK = `insert into webhooks (tenant_id, id, name, url, event_types, signature, sealed_secret, api_version,
    activated_at, created_at, updated_at, created_by, updated_by)
  values ('${tenant}', '${WEBHOOK}', 'Bench', 'https://example.com/hook', '{company.created}', 'v1', 'none', '2026-01-01',
    now(), now(), now(), '{}', '{}')`;
export const REMOVE_WEBHOOK = `delete from webhooks where tenant_id = '${tenant}' and id = '${WEBHOOK}'`;

/** SQL expressions for the facts of a call that are stored. */
interface Call {
  key: string;
  fingerprint: string;
  requestId: string;
  userAgent: string;
}

const actorId = "(c.created_by->>'id')::uuid";

/**
 * Returns the five inserts that follow the creation of a company, as common table expressions.
 * @param company a table expression with one row of companies
 */
function insertTraces(company: string, { requestId, userAgent }: Call): string {
  return `ids as materialized (select uuidv7() as entry, uuidv7() as activity, uuidv7() as event),
  entry as (
    insert into audit_entries (tenant_id, occurred_at, actor, action, target_type, target_id, request_id, id, operation,
      surface, target_label, outcome, changes, ip, user_agent, actor_id, risk)
    select c.tenant_id, c.created_at, c.created_by, 'company.created', 'company', c.id, ${requestId}, ids.entry, 'CreateCompany',
      'rest', c.name, 'success', jsonb_build_array(
        jsonb_build_object('field', 'source', 'from', null, 'to', c.source),
        jsonb_build_object('field', 'name', 'from', null, 'to', c.name),
        jsonb_build_object('field', 'website', 'from', null, 'to', c.website),
        jsonb_build_object('field', 'domain', 'from', null, 'to', c.domain)),
      '127.0.0.1', ${userAgent}, ${actorId}, 'write' from ${company} c, ids
  ), activity as (
    insert into activities (tenant_id, occurred_at, created_at, actor, event, id, type, subject, source)
    select c.tenant_id, c.created_at, c.created_at, c.created_by, 'company.created', ids.activity, 'system',
      'Company created: ' || c.name, 'system' from ${company} c, ids
  ), link as (
    insert into activity_links (tenant_id, occurred_at, activity_id, entity, entity_id)
    select c.tenant_id, c.created_at, ids.activity, 'company', c.id from ${company} c, ids
  ), outbox as (
    insert into webhook_outbox (workspace_id, event_id) select c.tenant_id, ids.event from ${company} c, ids
    where exists (select from webhooks w where w.tenant_id = c.tenant_id and w.status = 'active' and w.deleted_at is null)
  ), event as (
    insert into events (tenant_id, occurred_at, actor, type, object_type, object_id, request_id, id, data)
    select c.tenant_id, c.created_at, c.created_by, 'company.created', 'company', c.id, ${requestId}, ids.event,
      jsonb_build_object('object_type', 'company', 'object', jsonb_build_object('id', c.id, 'version', c.version))
    from ${company} c, ids
  )`;
}

/** Returns the insert of the answer for the key, from the table expression `answer`. */
const storeAnswer = (company: string, { key, fingerprint, requestId }: Call): string =>
  `insert into idempotency_keys (tenant_id, principal_id, operation, key, fingerprint, status, body, headers, request_id, created_at)
    select c.tenant_id, ${actorId}, 'CreateCompany', ${key}, ${fingerprint}, 201, answer.body, '{"etag":"\\"1\\""}', ${requestId}, c.created_at
    from ${company} c, answer`;

/** Returns the condition that the key is free; it also claims the key. */
const claimKey = (workspace: string, principal: string, key: string): string =>
  `pg_try_advisory_xact_lock(hashtextextended(concat_ws(chr(10), ${workspace}, ${principal}, 'CreateCompany', ${key}), 0))
    and not exists (select from idempotency_keys k where k.tenant_id = ${workspace} and k.principal_id = ${principal}
      and k.operation = 'CreateCompany' and k.key = ${key})`;

const BODY = `json_build_object('success', true, 'data', ${JSON_RECORD})`;

const FLOOR_CALL: Call = { key: '$9', fingerprint: '$10', requestId: '$11', userAgent: '$12' };

/**
 * The floor's statement. Its parameters: workspace, id, name, website, domain, actor, ids of the two identifiers, key,
 * fingerprint, request id and user agent.
 */
export const INSERT_WITH_TRACES = `with claim as materialized (
    select ${claimKey('$1::uuid', "($6::jsonb->>'id')::uuid", '$9::text')} as is_free
  ), company as (
    insert into companies (tenant_id, id, name, website, domain, source, created_at, updated_at, created_by, updated_by)
    select $1, $2, $3, $4, $5, 'api', now(), now(), $6, $6 from claim where is_free returning *
  ), company_identifiers as (
    insert into company_identifiers (tenant_id, id, company_id, identifier_type, value, value_unicode, is_primary, source, created_at, updated_at)
    select $1, one.id, c.id, one.kind, one.value, one.value, true, 'compat_field', c.created_at, c.created_at
    from company c, (values ($7::uuid, 'website', $4), ($8::uuid, 'email_domain', $5)) as one(id, kind, value) returning *
  ), answer as materialized (select ${BODY} as body from company c),
  ${insertTraces('company', FLOOR_CALL)},
  stored as (${storeAnswer('company', FLOOR_CALL)})
  select body::text as body from answer`;

/** Returns a member of the argument `call`, which the function passes to the triggers as a setting of the transaction. */
const setting = (name: string): string => `(current_setting('bench.call')::jsonb->>'${name}')`;

const TRIGGER_CALL: Call = {
  key: setting('key'),
  fingerprint: setting('fingerprint'),
  requestId: setting('request_id'),
  userAgent: setting('user_agent'),
};
const NEW = '(select new.*)';

/** Creates triggers that write the same rows in PostGraphile's copy of the database, and the function that it calls. */
export const TRIGGERS = `
  create function bench.claim_key() returns trigger language plpgsql as $$
  begin
    if not (${claimKey('new.tenant_id', "(new.created_by->>'id')::uuid", TRIGGER_CALL.key)}) then
      raise exception 'the key is taken';
    end if;
    return new;
  end $$;
  create trigger bench_claim_key before insert on companies for each row execute function bench.claim_key();

  create function bench.write_traces() returns trigger language plpgsql as $$
  begin
    with answer as materialized (select ${BODY} as body from ${NEW} c),
    ${insertTraces(NEW, TRIGGER_CALL)}
    ${storeAnswer(NEW, TRIGGER_CALL)};
    return null;
  end $$;
  create trigger bench_write_traces after insert on companies for each row execute function bench.write_traces();

  create function bench.create_company_with_traces(tenant uuid, id uuid, name text, website text, domain text, actor jsonb, identifier_ids uuid[], call jsonb)
    returns companies language sql volatile as $$
    select set_config('bench.call', call::text, true);
    select * from bench.create_company_with_identifiers(tenant, id, name, website, domain, actor, identifier_ids) $$`;
