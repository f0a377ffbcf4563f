// Capabilities and the API description: what each caller is allowed to do.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Identity, startService, type TestService } from '../support/service.ts';

let service: TestService;

interface Capability {
  operation: string;
  available: boolean;
  unavailable_reason: string | null;
  [member: string]: unknown;
}

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service.stop());

async function capabilities(
  as: Identity = service.acme.people.owner,
  query = '',
): Promise<Record<string, Capability>> {
  const { body } = await service.rest('GET', `/api/agent/capabilities${query}`, undefined, { as });
  return Object.fromEntries(
    body.data.capabilities.map((capability: Capability) => [capability.operation, capability]),
  );
}

describe('the capabilities of a caller', () => {
  test('show the caller, the workspace and the policy', async () => {
    const { status, body } = await service.rest('GET', '/api/agent/capabilities', undefined, {
      as: service.acme.agent,
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      principal: { kind: 'agent', roles: ['agent'], scopes: expect.arrayContaining(['crm.companies:read']) },
      tenant: { id: service.acme.id, slug: 'acme' },
      policy: {
        automation_enabled: true,
        approvals: {
          write: 'none',
          external_send: 'required',
          financial: 'required',
          destructive: 'required',
          signing: 'required',
        },
      },
      modules: expect.arrayContaining(['agent', 'crm']),
    });
    const person = await service.rest('GET', '/api/agent/capabilities');
    expect(person.body.data.principal).toMatchObject({ kind: 'user', roles: ['owner'], scopes: null });
    expect(person.body.data.policy.approvals).toMatchObject({ write: 'none', destructive: 'none' });
  });

  test('show for each operation everything that a caller needs', async () => {
    const { CreateCompany } = await capabilities();
    expect(CreateCompany).toEqual({
      operation: 'CreateCompany',
      title: 'Create a company',
      module: 'crm',
      method: 'POST',
      path: '/api/companies',
      tool: 'create_company',
      graphql: 'createCompany',
      permission: 'companies.create',
      scope: 'crm.companies:write',
      risk: 'write',
      risk_class: 'write',
      approval: 'none',
      idempotency: 'key',
      available: true,
      unavailable_reason: null,
      input_schema_ref: expect.stringMatching(/requestBody/),
      output_schema_ref: expect.stringMatching(/responses/),
    });
  });

  test('contain the operations that are available now and with all=true the others with a reason', async () => {
    const { viewer } = service.acme.people;
    expect(Object.values(await capabilities(viewer)).every(({ available }) => available)).toBe(true);
    expect(await capabilities(viewer)).not.toHaveProperty('CreateCompany');
    const all = await capabilities(viewer, '?all=true');
    expect(all.CreateCompany).toMatchObject({ available: false, unavailable_reason: 'PERMISSION_DENIED' });
    expect(all.ListCompanies).toMatchObject({ available: true, unavailable_reason: null });
    const agent = await capabilities(service.acme.agent, '?all=true');
    expect(agent.DeleteCompany).toMatchObject({
      available: true,
      unavailable_reason: null,
      approval: 'required',
      risk_class: 'destructive',
    });
    const scopes = ['agent.runtime:use', 'crm.companies:read'];
    const reader = await service.token(service.acme, { kind: 'agent', scopes });
    const narrow = await capabilities(reader, '?all=true');
    expect(narrow.UpdateCompany).toMatchObject({ available: false, unavailable_reason: 'SCOPE_MISSING' });
    for (const name of ['SignIn', 'SelectTenant', 'GetHealth', 'CallMcp'])
      expect(narrow).not.toHaveProperty(name);
  });

  test('agree with the responses of the operations', async () => {
    const { viewer } = service.acme.people;
    const all = Object.values(await capabilities(viewer, '?all=true'));
    for (const capability of all) {
      if (capability.method !== 'GET' || String(capability.path).includes('{')) continue;
      const { status, body } = await service.rest('GET', String(capability.path), undefined, { as: viewer });
      expect([capability.operation, status === 403 ? body.error.code : null]).toEqual([
        capability.operation,
        capability.unavailable_reason,
      ]);
    }
  });

  test('refer to existing parts of the API description', async () => {
    const { body: document } = await service.rest('GET', '/api/agent/openapi.json');
    for (const capability of Object.values(await capabilities())) {
      for (const ref of [capability.input_schema_ref, capability.output_schema_ref]) {
        if (ref === null) continue;
        const [address, fragment] = String(ref).split('#');
        expect(address).toBe('/api/agent/openapi.json');
        const steps = decodeURIComponent(fragment!).split('/').slice(1);
        const found = steps.reduce((at, step) => at?.[step.replaceAll('~1', '/')], document);
        expect([ref, typeof found]).toEqual([ref, 'object']);
      }
    }
  });

  test('require the runtime scope', async () => {
    const token = await service.token(service.acme, { kind: 'agent', scopes: ['agent.mcp:use'] });
    for (const path of ['/api/agent/capabilities', '/api/agent/openapi.json']) {
      const reply = await service.rest('GET', path, undefined, { as: token });
      expect([reply.status, reply.body.error.code]).toEqual([403, 'SCOPE_MISSING']);
    }
  });
});

describe('the API description', () => {
  test('is the OpenAPI document of every described operation', async () => {
    const { status, headers, body } = await service.rest('GET', '/api/agent/openapi.json');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(body.openapi).toBe('3.1.0');
    expect(body.servers).toEqual([{ url: service.server.services.config.publicUrl }]);
    expect(body.paths).toHaveProperty(['/api/companies', 'post']);
    expect(body.paths).not.toHaveProperty(['/api/agent/mcp']);
  });

  test('can be reduced to the operations of the caller', async () => {
    const { viewer } = service.acme.people;
    const { body } = await service.rest('GET', '/api/agent/openapi.json?caller=true', undefined, {
      as: viewer,
    });
    expect(body.paths['/api/companies']).toHaveProperty('get');
    expect(body.paths['/api/companies']).not.toHaveProperty('post');
    const fullDescription = await service.rest('GET', '/api/agent/openapi.json', undefined, { as: viewer });
    expect(fullDescription.body.paths['/api/companies']).toHaveProperty('post');
  });
});
