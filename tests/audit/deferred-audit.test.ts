// Audit entries written in their own transaction: denials, failures, exports, reads of governed fields; bounded in number.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Ask, type Identity, startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

// biome-ignore lint/suspicious/noExplicitAny: rows are read without a declared type
type Data = any;

async function auditEntries(where: string): Promise<Data[]> {
  await service.server.services.deferredAudit.flush();
  return service.sql(service.acme, `select * from audit_entries where ${where} order by seq`);
}

const DENIED = "action = 'request.denied'";
const FAILED = "action = 'request.failed'";

async function targetsOf(operation: string): Promise<[string, string][]> {
  const found = await auditEntries(`${DENIED} and operation = '${operation}'`);
  return found.map(({ target_type, target_id }) => [target_type, target_id]);
}

async function callTool(as: Identity, name: string, args: object): Promise<void> {
  await fetch(`${service.url}/api/agent/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${as.token}`,
      'x-tenant-id': as.tenantId,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
}

describe('a denied request', () => {
  it('is audited for a missing permission, a missing scope and the wrong kind of principal', async () => {
    const { viewer } = service.acme.people;
    await service.rest('POST', '/api/companies', { name: 'No' }, { as: viewer });
    await service.graphql('mutation { createDeal(input: {name: "No"}) { id } }', {}, { as: viewer });
    const narrow = await service.token(service.acme, { kind: 'service', scopes: ['crm.contacts:read'] });
    await service.rest('GET', '/api/companies', undefined, { as: narrow });
    await service.rest('GET', '/api/audit-logs/0/x', undefined, { as: viewer });
    await service.rest('POST', '/api/audit-logs/export', {}, { as: service.acme.service });
    const found = await auditEntries(DENIED);
    expect(
      found.map(({ operation, surface, error_code, outcome, risk }) => [
        operation,
        surface,
        error_code,
        outcome,
        risk,
      ]),
    ).toEqual([
      ['CreateCompany', 'rest', 'PERMISSION_DENIED', 'denied', 'write'],
      ['createDeal', 'graphql', 'PERMISSION_DENIED', 'denied', 'write'],
      ['ListCompanies', 'rest', 'SCOPE_MISSING', 'denied', 'read'],
      ['ExportAuditLogs', 'rest', 'HUMAN_REQUIRED', 'denied', 'risky'],
    ]);
    expect(found[0]).toMatchObject({
      actor: { type: 'user', id: viewer.userId },
      actor_id: viewer.userId,
      ip: '127.0.0.1',
    });
  });

  it('that is repeated leaves one entry, and one more with the number of repetitions', async () => {
    const as = service.acme.people.viewer;
    const id = crypto.randomUUID();
    const remove = () => service.rest('DELETE', `/api/companies/${id}`, undefined, { as });
    await remove();
    expect(await auditEntries(`${DENIED} and operation = 'DeleteCompany'`)).toHaveLength(1);
    for (let n = 0; n < 30; n++) await remove();
    const found = await auditEntries(`${DENIED} and operation = 'DeleteCompany'`);
    expect(found.map(({ occurrences, target_id }) => [occurrences, target_id])).toEqual([
      [1, id],
      [30, id],
    ]);
  });

  it('is audited with the record that it named, each of several, by REST, GraphQL and MCP', async () => {
    const as = service.acme.people.viewer;
    const ids = Array.from({ length: 5 }, () => crypto.randomUUID());
    for (const id of ids) await service.rest('DELETE', `/api/contacts/${id}`, undefined, { as });
    expect(await targetsOf('DeleteContact')).toEqual(ids.map((id) => ['contact', id]));
    for (const id of ids) await service.graphql(`mutation { deleteContact(id: "${id}") { id } }`, {}, { as });
    expect(await targetsOf('deleteContact')).toEqual(ids.map((id) => ['contact', id]));
    const narrow = await service.token(service.acme, {
      kind: 'service',
      scopes: ['agent.mcp:use'],
      roleKey: 'admin',
    });
    for (const id of ids) {
      const args = { company_id: crypto.randomUUID(), note_id: id, idempotencyKey: crypto.randomUUID() };
      await callTool(narrow, 'delete_company_note', args);
    }
    expect(await targetsOf('DeleteCompanyNote')).toEqual(ids.map((id) => ['note', id]));
  });

  it('is audited by record for a hundred records in a minute, and only counted beyond that', async () => {
    const as = service.acme.people.viewer;
    const ids = Array.from({ length: 130 }, () => crypto.randomUUID());
    for (const id of ids) await service.rest('DELETE', `/api/deals/${id}`, undefined, { as });
    const found = await auditEntries(`${DENIED} and operation = 'DeleteDeal'`);
    const named = found.filter(({ target_id }) => target_id !== null);
    expect(named.map(({ target_id }) => target_id)).toEqual(ids.slice(0, 100));
    const counted = found.filter(({ target_id }) => target_id === null);
    expect(counted.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(30);
  });

  it('leaves no entry if it is unauthenticated or invalid, or reads a missing record', async () => {
    const before = await auditEntries('true');
    await service.rest('GET', '/api/companies', undefined, { as: { ...service.acme.agent, token: 'tat_x' } });
    await service.rest('POST', '/api/companies', { name: 7 });
    await service.rest('GET', `/api/companies/${crypto.randomUUID()}`);
    expect(await auditEntries('true')).toHaveLength(before.length);
  });

  it('is audited under the GraphQL field name, not under the alias that the caller chose', async () => {
    const query = 'mutation { x1: deleteDeal(id: "019ab000-0000-7000-8000-000000000000") { id } }';
    await service.graphql(query, {}, { as: service.acme.people.viewer });
    expect(await auditEntries(`${DENIED} and operation like 'x%'`)).toEqual([]);
    expect(await auditEntries(`${DENIED} and operation = 'deleteDeal'`)).toHaveLength(1);
  });
});

describe('a failed mutation', () => {
  it('leaves one audit entry with its code, with or without an idempotency key, by REST and GraphQL', async () => {
    const id = crypto.randomUUID();
    const ask: Ask = { headers: { 'idempotency-key': crypto.randomUUID() } };
    await service.rest('PATCH', `/api/companies/${id}`, { name: 'x' });
    await service.rest('POST', `/api/companies/${id}/restore`, undefined, ask);
    await service.rest('POST', `/api/companies/${id}/restore`, undefined, ask);
    await service.graphql(`mutation { deleteCompany(id: "${id}") { id } }`);
    const found = await auditEntries(FAILED);
    expect(found.map(({ operation, error_code, outcome }) => [operation, error_code, outcome])).toEqual([
      ['UpdateCompany', 'NOT_FOUND', 'failed'],
      ['RestoreCompany', 'NOT_FOUND', 'failed'],
      ['deleteCompany', 'NOT_FOUND', 'failed'],
    ]);
  });
});

describe('an export', () => {
  const exports = (type: string) => auditEntries(`action = '${type}.exported'`);

  it('leaves one audit entry on every surface', async () => {
    const as = service.acme.people.manager;
    for (const name of ['companies', 'contacts', 'deals'])
      await service.rest('GET', `/api/${name}/export`, undefined, { as });
    for (const type of ['company', 'contact', 'deal']) {
      expect(await exports(type)).toMatchObject([
        { actor_id: as.userId, surface: 'rest', target_type: type, target_id: null, outcome: 'success' },
      ]);
    }
    await service.graphql('{ exportCompanies { nodes { name } } }', {}, { as });
    expect((await exports('company')).map(({ surface }) => surface)).toEqual(['rest', 'graphql']);
  });

  it('that is still being audited is stored before a flush resolves', async () => {
    const { deferredAudit } = service.server.services;
    const before = (await exports('contact')).length;
    await service.rest('GET', '/api/contacts/export');
    void deferredAudit.flush();
    await deferredAudit.flush();
    expect(
      await service.sql(service.acme, "select * from audit_entries where action = 'contact.exported'"),
    ).toHaveLength(before + 1);
  });

  it('of several pages leaves one more entry, with the number of further pages', async () => {
    const before = (await exports('company')).length;
    await service.rest('POST', '/api/companies', { name: 'One' });
    await service.server.services.database.write({ tenantId: service.acme.id }, (tx) =>
      tx.rows(
        `insert into companies (tenant_id, id, name, source, created_at, updated_at, created_by, updated_by)
         select tenant_id, gen_random_uuid(), 'Many ' || n, source, created_at, updated_at, created_by, updated_by
         from (select * from companies where tenant_id = $1 limit 1) one, generate_series(1, 1000) n`,
        [service.acme.id],
      ),
    );
    const { text } = await service.rest('GET', '/api/companies/export?format=ndjson');
    expect(text.trim().split('\n').length).toBeGreaterThan(1000);
    expect((await exports('company')).slice(before).map(({ occurrences }) => occurrences)).toEqual([1, 2]);
  });

  it('that is denied is audited as a denial, not as an export', async () => {
    const before = (await exports('company')).length;
    await service.rest('GET', '/api/companies/export', undefined, { as: service.acme.people.viewer });
    expect(await exports('company')).toHaveLength(before);
    expect(await auditEntries(`${DENIED} and operation = 'ExportCompanies'`)).toHaveLength(1);
  });
});

describe('a read of governed fields', () => {
  const contact = async (intent?: string): Promise<string> => {
    const { id } = (await service.rest('POST', '/api/contacts', { first_name: 'Ada', last_name: 'B' })).body
      .data;
    if (intent)
      await service.rest('PATCH', `/api/contacts/${id}/relationship`, { relationship_intent: intent });
    return id;
  };
  const reads = (id: string) => auditEntries(`action = 'contact.restricted_read' and target_id = '${id}'`);

  it('leaves one audit entry per caller, record and hour, on every surface and in lists', async () => {
    const id = await contact('grow');
    const as = service.acme.people.manager;
    for (let n = 0; n < 3; n++) await service.rest('GET', `/api/contacts/${id}`, undefined, { as });
    await service.rest('GET', '/api/contacts', undefined, { as });
    await service.graphql(`{ contact(id: "${id}") { relationshipIntent } }`, {}, { as });
    const found = (await reads(id)).filter(({ actor_id }) => actor_id === as.userId);
    expect(found).toMatchObject([
      { operation: 'GetContact', outcome: 'success', changes: [], target_type: 'contact' },
    ]);
    const other = await contact('win');
    await service.graphql('{ contacts { nodes { relationshipIntent } } }', {}, { as });
    expect((await reads(other)).map(({ operation }) => operation)).toContain('contacts');
  });

  it('leaves no entry if the caller sees nothing or the fields are empty', async () => {
    const [governed, plain] = [await contact('grow'), await contact()];
    const as = service.acme.people.viewer;
    await service.rest('GET', `/api/contacts/${governed}`, undefined, { as });
    await service.rest('GET', `/api/contacts/${plain}`);
    expect((await reads(governed)).filter(({ actor_id }) => actor_id === as.userId)).toEqual([]);
    expect(await reads(plain)).toEqual([]);
  });

  it('of more than a hundred records at once leaves one entry with their number', async () => {
    const as = service.acme.people.admin;
    const requestContext = {
      principal: { kind: 'user', id: as.userId, label: 'x', tenantId: service.acme.id } as never,
      surface: 'rest',
      requestId: 'request-of-an-export',
    } as const;
    for (let n = 0; n < 5_000; n++)
      service.server.services.deferredAudit.restrictedRead(requestContext, 'contact', crypto.randomUUID());
    const found = await auditEntries("request_id = 'request-of-an-export'");
    expect(found).toMatchObject([{ target_id: null, occurrences: 5_000 }]);
  });
});
