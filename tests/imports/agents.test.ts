// Imports by agents: they prepare and execute what a person has approved, and cannot slip anything behind the approval.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Identity, Reply, TestService } from '../support/service.ts';
import { ImportWorld } from './world.ts';

let service: TestService;
let world: ImportWorld;
let agent: Identity;

beforeAll(async () => {
  world = await ImportWorld.start();
  ({ service } = world);
  agent = await service.token(service.acme, {
    kind: 'agent',
    scopes: ['imports.imports:write', 'crm.companies:write'],
  });
});

afterAll(() => world?.stop());

function asAgent(method: string, path: string, body?: unknown): Promise<Reply> {
  return service.rest(method, `/api/import${path}`, body, {
    as: agent,
    headers: { 'idempotency-key': randomUUID() },
  });
}

it('an agent executes an import once a person has approved it, and its records are those of the agent', async () => {
  const mapping = world.map({ Name: 'name', Domain: 'domain' });
  const csv = 'Name,Domain\nAgency,agency.example.com\nPrivate,gmail.com\n';
  const validated = await world.validated(csv, 'companies', mapping, agent);
  const { id, mapping_hash, validation_hash } = validated;
  const codeOf = ({ status, body }: Reply) => [status, body.error?.code];
  expect(codeOf(await asAgent('POST', `/${id}/approve`, { mapping_hash, validation_hash }))).toEqual([
    403,
    'HUMAN_REQUIRED',
  ]);
  expect(codeOf(await asAgent('POST', `/${id}/execute`))).toEqual([409, 'IMPORT_NOT_APPROVED']);
  expect((await world.approve(validated)).status).toBe(200);
  expect(await asAgent('POST', `/${id}/execute`)).toMatchObject({
    status: 202,
    body: { data: { status: 'executing' } },
  });
  const done = await world.left(id, 'executing');
  expect(done).toMatchObject({ status: 'completed_with_errors', counts: { created: 1, invalid: 1 } });

  const fix = { values: { Domain: 'slipped.example.com' } };
  expect(codeOf(await asAgent('PATCH', `/${id}/rows/2`, fix))).toEqual([403, 'HUMAN_REQUIRED']);
  expect(codeOf(await asAgent('POST', `/${id}/rollback`))).toEqual([403, 'HUMAN_REQUIRED']);
  const { body } = await service.rest('GET', '/api/companies?search=Agency');
  expect(body.data).toMatchObject([{ name: 'Agency', source: 'import', created_by: { type: 'agent' } }]);
  const audit = await service.rest('GET', `/api/audit-logs?entity_type=company&entity_id=${body.data[0].id}`);
  expect(audit.body.data).toMatchObject([
    { action: 'company.created', operation: 'ExecuteImport', surface: 'job' },
  ]);
});
