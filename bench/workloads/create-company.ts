// Workload: creates a company with a website and an email domain. Ours also writes an audit entry, timeline row, event,
// outbox row and idempotency key; the peers do so only in their variants "same traces".
import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { ownerId, WRITTEN, workspaceId } from '../dataset/sizes.ts';
import { JSON_RECORD, POSTGRAPHILE_RECORD, RECORD } from './selections.ts';
import { ADD_WEBHOOK, INSERT_WITH_TRACES, REMOVE_WEBHOOK } from './traces.ts';
import { type Answer, type Body, floor, graphql, mcp, rest, type Workload } from './workload.ts';

const tenant = workspaceId(WRITTEN);
/** Part of every name, random for each process, so that no two requests use the same domain. */
const nonce = randomBytes(4).toString('hex');
let count = 0;

interface NewCompany {
  name: string;
  website: string;
  domain: string;
}

function nextCompany(): NewCompany {
  count += 1;
  const host = `new-${nonce}-${count}.example.com`;
  return { name: `New Company ${nonce} ${count}`, website: host, domain: host };
}

const read = (company: Body): Answer => ({
  identifiers: (company.identifiers ?? company.companyIdentifiersByTenantIdAndCompanyId.nodes).length,
  type: (company.companyType ?? company.company_type).toLowerCase(),
  version: company.version,
});

const actor = JSON.stringify({ type: 'user', id: ownerId(WRITTEN), label: 'Owner' });

/** Inserts the company and its identifiers, and returns the answer, by one statement. */
const INSERT_COMPANY = `with c as (
    insert into companies (tenant_id, id, name, website, domain, source, created_at, updated_at, created_by, updated_by)
    values ($1, $2, $3, $4, $5, 'api', now(), now(), $6, $6) returning *
  ), company_identifiers as (
    insert into company_identifiers (tenant_id, id, company_id, identifier_type, value, value_unicode, is_primary, source, created_at, updated_at)
    select $1, one.id, c.id, one.kind, one.value, one.value, true, 'compat_field', c.created_at, c.created_at
    from c, (values ($7::uuid, 'website', $4), ($8::uuid, 'email_domain', $5)) as one(id, kind, value) returning *
  )
  select (${JSON_RECORD})::text as body from c`;

/** Creates the function that PostGraphile calls: its documentation recommends a custom function for writes to several tables. */
const FUNCTION = `create function bench.create_company_with_identifiers(tenant uuid, id uuid, name text, website text, domain text, actor jsonb, identifier_ids uuid[])
  returns companies language sql volatile as $$
    with c as (
      insert into companies (tenant_id, id, name, website, domain, source, created_at, updated_at, created_by, updated_by)
      values (tenant, id, name, website, domain, 'api', now(), now(), actor, actor) returning *
    ), i as (
      insert into company_identifiers (tenant_id, id, company_id, identifier_type, value, value_unicode, is_primary, source, created_at, updated_at)
      select tenant, one.id, c.id, one.kind, one.value, one.value, true, 'compat_field', c.created_at, c.created_at
      from c, (values (identifier_ids[1], 'website', website), (identifier_ids[2], 'email_domain', domain)) as one(id, kind, value)
    )
    select * from c $$`;

/** Run once when the database of the run is created, because PostGraphile reads its schema at its start. */
export const CREATE_FUNCTION = FUNCTION;

/** Returns the facts of a call that the product stores with its key; the fingerprint is a SHA-256 in base64url. */
const newCall = () => ({
  key: uuid(),
  fingerprint: randomBytes(32).toString('base64url'),
  request_id: uuid(),
  user_agent: 'node',
});

const SAME_TRACES = 'same traces';

const document = `mutation Create($input: CreateCompanyInput!) { createCompany(input: $input) { ${RECORD} } }`;

export const createCompany: Workload<null> = {
  name: 'create-company',
  title: 'create company with two identifiers',
  workspace: WRITTEN,
  prepare: ADD_WEBHOOK,
  restore: REMOVE_WEBHOOK,
  params: async () => [null],
  variants: [
    rest(
      () => ({
        method: 'POST',
        path: '/api/companies',
        body: nextCompany(),
        headers: { 'idempotency-key': uuid(), 'user-agent': 'node' },
      }),
      ({ data }) => read(data),
      { sameRows: true },
    ),
    {
      ...graphql<null>(
        'ours',
        document,
        () => ({ input: nextCompany() }),
        ({ createCompany: company }) => read(company),
      ),
      note: 'without key',
    },
    mcp(
      'create_company',
      () => ({ ...nextCompany(), idempotencyKey: uuid() }),
      ({ data }) => read(data),
    ),
    graphql(
      'postgraphile',
      `mutation Create($input: BenchCreateCompanyWithIdentifiersInput!) { benchCreateCompanyWithIdentifiers(input: $input) { result { ${POSTGRAPHILE_RECORD} } } }`,
      () => ({
        input: {
          tenant,
          id: uuid(),
          ...nextCompany(),
          actor: JSON.parse(actor),
          identifierIds: [uuid(), uuid()],
        },
      }),
      ({ benchCreateCompanyWithIdentifiers: { result } }) => read(result),
    ),
    graphql(
      'postgraphile',
      `mutation Create($input: BenchCreateCompanyWithTracesInput!) { benchCreateCompanyWithTraces(input: $input) { result { ${POSTGRAPHILE_RECORD} } } }`,
      () => ({
        input: {
          tenant,
          id: uuid(),
          ...nextCompany(),
          actor: JSON.parse(actor),
          identifierIds: [uuid(), uuid()],
          call: newCall(),
        },
      }),
      ({ benchCreateCompanyWithTraces: { result } }) => read(result),
      { process: 'postgraphile-traces', note: SAME_TRACES, sameRows: true },
    ),
    graphql(
      'dataloader',
      document,
      () => ({ input: nextCompany() }),
      ({ createCompany: company }) => read(company),
    ),
    floor(
      'create-company',
      INSERT_COMPANY,
      () => {
        const { name, website, domain } = nextCompany();
        return [tenant, uuid(), name, website, domain, actor, uuid(), uuid()];
      },
      read,
    ),
    floor(
      'create-company-traces',
      INSERT_WITH_TRACES,
      () => {
        const { name, website, domain } = nextCompany();
        return [tenant, uuid(), name, website, domain, actor, uuid(), uuid(), ...Object.values(newCall())];
      },
      ({ data }) => read(data),
      { note: SAME_TRACES, sameRows: true },
    ),
  ],
};
