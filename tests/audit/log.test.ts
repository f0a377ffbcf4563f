// The audit log over HTTP: its entries, filters and permissions, and the proof of each entry.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Ask, type Reply, startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

// biome-ignore lint/suspicious/noExplicitAny: the contract test checks the shape of responses
type Data = any;

const log = (query = '', ask: Ask = {}): Promise<Reply> =>
  service.rest('GET', `/api/audit-logs${query && `?${query}`}`, undefined, ask);
const entries = async (query = '', ask: Ask = {}): Promise<Data[]> => {
  const reply = await log(query, ask);
  expect({ query, status: reply.status, text: reply.status === 200 ? '' : reply.text }).toMatchObject({
    status: 200,
  });
  return reply.body.data;
};
const company = async (body: object = {}, ask: Ask = {}): Promise<Data> =>
  (await service.rest('POST', '/api/companies', { name: 'Acme Tools', ...body }, ask)).body.data;
const flush = () => service.server.services.deferredAudit.flush();

describe('an audit entry', () => {
  it('records who did what to which record, how, with which change and at which risk', async () => {
    const { id } = await company({}, { headers: { 'user-agent': 'probe/1' } });
    const headers = { 'x-request-id': 'request-of-the-test' };
    await service.rest('PATCH', `/api/companies/${id}`, { legal_name: 'Acme Tools GmbH' }, { headers });
    const [updated, created] = await entries(`entity_type=company&entity_id=${id}`);
    expect(created).toMatchObject({ action: 'company.created', user_agent: 'probe/1' });
    expect(updated).toMatchObject({
      seq: created.seq + 1,
      prev_hash: created.hash,
      actor: { type: 'user', id: service.acme.people.owner.userId, label: 'owner of acme' },
      impersonator: null,
      approver: null,
      action: 'company.updated',
      operation: 'UpdateCompany',
      surface: 'rest',
      target: { type: 'company', id, label: 'Acme Tools' },
      outcome: 'success',
      error_code: null,
      occurrences: 1,
      changes: [{ field: 'legal_name', from: null, to: 'Acme Tools GmbH' }],
      risk: 'write',
      proposal_id: null,
      request_id: 'request-of-the-test',
      ip: '127.0.0.1',
    });
  });

  it('can be verified by hashing the former hash together with its canonical text', async () => {
    const { id } = await company();
    await service.rest('DELETE', `/api/companies/${id}`);
    const [found] = await entries(`entity_id=${id}&entity_type=company`);
    const { data } = (await service.rest('GET', `/api/audit-logs/${found.id}`)).body;
    const { proof } = data;
    expect(proof).toMatchObject({
      seq: data.seq,
      hash: data.hash,
      prev_hash: data.prev_hash,
      verified: true,
    });
    const sha = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(sha(`${proof.prev_hash}\n${proof.canonical}`)).toBe(proof.hash);
    expect(sha(`${proof.salt}\n{"changes":[],"label":"Acme Tools"}`)).toBe(proof.content_hash);
    expect(JSON.parse(proof.canonical)).toMatchObject({ id: found.id, content_hash: proof.content_hash });
  });

  it('of a governed field records that it changed, but not its values', async () => {
    const contact = await service.rest('POST', '/api/contacts', { first_name: 'Ada', last_name: 'Byron' });
    const { id } = contact.body.data;
    await service.rest('PATCH', `/api/contacts/${id}/relationship`, { relationship_intent: 'secret-intent' });
    const reply = await log(`entity_type=contact&entity_id=${id}`);
    expect(reply.text).not.toContain('secret-intent');
    expect(reply.body.data.flatMap(({ changes }: Data) => changes)).toContainEqual({
      field: 'relationship_intent',
      from: '[redacted]',
      to: '[redacted]',
    });
  });

  it('links in GraphQL to its record and to the other entries of its request', async () => {
    const { id } = await company({ notes: [] });
    const { body } = await service.graphql(
      `query($id: UUID!) { auditLogs(entityType: "company", entityId: $id) { nodes {
        seq proof { verified } target { label company { id name } contact { id } } request { action } } } }`,
      { id },
    );
    expect(body.errors).toBeUndefined();
    expect(body.data.auditLogs.nodes[0]).toMatchObject({
      proof: { verified: true },
      target: { label: 'Acme Tools', company: { id, name: 'Acme Tools' }, contact: null },
      request: [{ action: 'company.created' }],
    });
  });
});

describe('the audit log', () => {
  it('can be filtered by actor, action, operation, outcome, surface, risk and time, alone and combined', async () => {
    const { id } = await company({}, { as: service.acme.people.manager });
    const { userId } = service.acme.people.manager;
    const filter = [
      `filter[actor_id]=${userId}`,
      'filter[action]=company.created',
      'filter[operation]=CreateCompany',
      'filter[outcome]=success',
      'filter[surface]=rest',
      'filter[risk]=write',
      'from=2020-01-01T00:00:00Z',
    ];
    for (const part of [...filter, filter.join('&')])
      expect((await entries(`${part}&pageSize=100`)).map((entry) => entry.target?.id)).toContain(id);
    expect(await entries(`actor_id=${userId}&action=company.deleted`)).toEqual([]);
    expect(await entries('to=2020-01-01T00:00:00Z')).toEqual([]);
  });

  it('can be searched by every name that a record ever had', async () => {
    const { id } = await company({ name: 'Zweigstelle Nord' });
    await service.rest('PATCH', `/api/companies/${id}`, { name: 'Umbenannt' });
    for (const search of ['zweig', 'nord zweig', 'umben'])
      expect((await entries(`search=${encodeURIComponent(search)}`)).map(({ action }) => action)).toEqual([
        'company.updated',
        'company.created',
      ]);
    expect(await entries('search=nowhere')).toEqual([]);
  });

  it('includes the entries of merged records when it is filtered by the surviving record', async () => {
    const [surviving, merged] = [await company({ name: 'Kept' }), await company({ name: 'Merged' })];
    const reply = await service.rest('POST', `/api/companies/${surviving.id}/merge`, {
      duplicate_company_id: merged.id,
    });
    expect(reply.status).toBe(200);
    const found = await entries(`entity_type=company&entity_id=${surviving.id}`);
    expect(found.map(({ target }) => target.id)).toEqual(expect.arrayContaining([surviving.id, merged.id]));
  });

  it('pages by cursor and returns each entry once', async () => {
    for (let n = 0; n < 7; n++) await company({ name: `Paged ${n}` });
    const pagedIds: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await log(`search=paged&pageSize=3${cursor && `&cursor=${cursor}`}`);
      pagedIds.push(...body.data.map(({ id }: Data) => id));
      if (!body.nextCursor) break;
      cursor = body.nextCursor;
    }
    expect(new Set(pagedIds).size).toBe(7);
    expect(pagedIds).toHaveLength(7);
  });

  it('rejects an unknown filter and an invalid entity type', async () => {
    expect((await log('filter[colour]=red')).status).toBe(400);
    expect((await log('entity_type=Robert%27)')).status).toBe(400);
  });
});

describe('access to the audit log', () => {
  it('is refused to roles without audit_logs.read, to agents and to other workspaces', async () => {
    const { id } = await company({ name: 'Hidden' });
    const [entry] = await entries(`entity_type=company&entity_id=${id}`);
    for (const as of [service.acme.people.manager, service.acme.people.viewer, service.acme.agent]) {
      expect(await log('', { as })).toMatchObject({ status: 403 });
      expect(await service.rest('GET', `/api/audit-logs/${entry.id}`, undefined, { as })).toMatchObject({
        status: 403,
      });
    }
    const as = service.globex.people.owner;
    expect(await service.rest('GET', `/api/audit-logs/${entry.id}`, undefined, { as })).toMatchObject({
      status: 404,
    });
    expect(await entries(`entity_type=company&entity_id=${id}`, { as })).toEqual([]);
    expect(await entries('search=hidden', { as })).toEqual([]);
  });

  it('is audited itself, once per session and hour', async () => {
    const as = service.globex.service;
    const reads = async () => {
      await flush();
      return (await entries('action=audit_log.read', { as })).filter(({ actor }) => actor.type === 'service');
    };
    for (let n = 0; n < 5; n++) await log('', { as });
    expect(await reads()).toMatchObject([
      { operation: 'ListAuditLogs', target: { type: 'audit_log', id: null } },
    ]);
    service.advance(3_700);
    await log('', { as });
    expect(await reads()).toHaveLength(2);
    service.advance(0);
  });
});
