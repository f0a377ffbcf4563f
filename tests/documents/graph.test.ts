// Documents in the graph: the project and the conversions that they belong to.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';
import { DocumentWorld, item } from './world.ts';

let service: TestService;
let world: DocumentWorld;
let serial = 0;

beforeAll(async () => {
  service = await startService();
  world = new DocumentWorld(service);
});
afterAll(() => service?.stop());

async function project(): Promise<{ id: string; company_id: string }> {
  serial += 1;
  const company_id = await world.company();
  await world.ok('PATCH', `/api/companies/${company_id}`, { client_id: `G-${serial}` });
  const { id } = await world.created('/api/projects', { name: 'Relaunch', company_id });
  return { id, company_id };
}

describe('a document in the graph', () => {
  it('leads to its project, and the project to its documents', async () => {
    const { id, company_id } = await project();
    const body = { company_id, project_id: id, lines: [item()] };
    for (const path of ['/api/quotes', '/api/work-orders', '/api/invoices']) await world.created(path, body);
    const deal = await world.created('/api/deals', { name: 'Relaunch', company_id });
    const version = (await world.ok('GET', `/api/projects/${id}`)).body.data.version;
    await world.ok('PATCH', `/api/projects/${id}`, { deal_ids: [deal.id], expected_version: version });
    const nodes = '{ nodes { project { id name } } }';
    const { body: answer } = await service.graphql(
      `query ($id: UUID!, $deal: UUID!) {
        project(id: $id) { quotes ${nodes} workOrders ${nodes} invoices ${nodes} }
        deal(id: $deal) { project { id } }
      }`,
      { id, deal: deal.id },
    );
    const one = { nodes: [{ project: { id, name: 'Relaunch' } }] };
    expect(answer.data).toEqual({
      project: { quotes: one, workOrders: one, invoices: one },
      deal: { project: { id } },
    });
  });

  it('names the conversion that made an invoice', async () => {
    const { id } = await world.accepted();
    const { body } = await world.ok('POST', `/api/quotes/${id}/convert`, { target: 'invoice' });
    const query =
      'query ($id: UUID!) { invoice(id: $id) { source { id } conversions { id mode documentId } } }';
    const { body: answer } = await service.graphql(query, { id: body.data.invoice_id });
    expect(answer.data.invoice).toEqual({
      source: { id },
      conversions: [{ id: body.data.id, mode: 'ALL', documentId: body.data.invoice_id }],
    });
  });

  it('has no project for a caller who may not read projects', async () => {
    const { id, company_id } = await project();
    const quote = await world.quote({ company_id, project_id: id });
    const scopes = ['commercial.quotes:read'];
    const as = await service.token(service.acme, { kind: 'service', scopes });
    const query = 'query ($id: UUID!) { quote(id: $id) { id project { id } } }';
    const { body } = await service.graphql(query, { id: quote.id }, { as });
    expect(body.data?.quote?.project ?? null).toBeNull();
    expect(body.errors[0].extensions.code).toBe('SCOPE_MISSING');
  });
});
