// The documents that describe the service to other programs: MCP manifest, agent card and connectors; limited to what the
// caller may use, and without secrets.
import { DefaultAgentCardResolver } from '@a2a-js/sdk/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { type Identity, startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

const read = (path: string, as: Identity = service.acme.agent) =>
  service.rest('GET', `/api/agent/${path}`, undefined, { as });

const headersOf = ({ token, tenantId }: Identity) => ({
  authorization: `Bearer ${token}`,
  'x-tenant-id': tenantId,
});

async function clientOf(identity: Identity, query = ''): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.url}/api/agent/mcp${query}`), {
      requestInit: { headers: headersOf(identity) },
    }),
  );
  return client;
}

describe('the MCP manifest', () => {
  it('names the endpoint, and the tools and prompts that the caller finds there', async () => {
    const { status, body } = await read('mcp.json');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'platform-api',
      endpoint: { transport: 'streamable-http', url: expect.stringMatching(/\/api\/agent\/mcp$/) },
      protocolVersions: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'],
      authentication: { scheme: 'bearer', scopes: ['agent.mcp:use'] },
    });
    const client = await clientOf(service.acme.agent);
    const listed = [];
    for (let cursor: string | undefined; ; ) {
      const page = await client.listTools(cursor ? { cursor } : {});
      listed.push(...page.tools.map(({ name }) => name));
      cursor = page.nextCursor;
      if (!cursor) break;
    }
    expect(body.tools.map(({ name }: { name: string }) => name)).toEqual([...new Set(listed)]);
    expect(body.prompts.map(({ name }: { name: string }) => name)).toEqual(
      (await client.listPrompts()).prompts.map(({ name }) => name),
    );
    await client.close();
  });

  it('contains only tools within the scopes of the token', async () => {
    const scopes = ['agent.mcp:use', 'crm.companies:read'];
    const narrow = await service.token(service.acme, { kind: 'agent', scopes });
    const { body } = await read('mcp.json', narrow);
    const names = body.tools.map(({ name }: { name: string }) => name);
    expect(names).toContain('get_company');
    expect(names).not.toContain('update_company');
    expect((await read('a2a-card.json', narrow)).status).toBe(403);
  });
});

describe('the agent card', () => {
  it('can be read by the official resolver, and has a skill for each module', async () => {
    const resolver = new DefaultAgentCardResolver({
      fetchImpl: (url, init) =>
        fetch(url as URL, { ...init, headers: { ...init?.headers, ...headersOf(service.acme.agent) } }),
    });
    const card = await resolver.resolve(service.url, '/api/agent/a2a-card.json');
    expect(card).toMatchObject({
      name: 'Platform',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      provider: { organization: expect.any(String), url: expect.any(String) },
      capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
      defaultInputModes: ['application/json'],
      defaultOutputModes: ['application/json'],
    });
    expect(card.supportedInterfaces).toEqual([
      {
        url: expect.stringMatching(/\/api\/agent\/mcp$/),
        protocolBinding: 'MCP',
        protocolVersion: '1.0',
        tenant: service.acme.id,
      },
    ]);
    expect(Object.keys(card.securitySchemes)).toEqual(['bearer']);
    expect(card.securityRequirements[0]!.schemes).toHaveProperty('bearer');
    expect(card.skills.map(({ id }) => id)).toEqual(expect.arrayContaining(['crm', 'deals', 'agent']));
  });
});

describe('a connector', () => {
  it('for OpenAPI describes only what the caller may use', async () => {
    const { body } = await read('connectors/openapi', service.acme.people.viewer);
    expect(body.openapi).toBe('3.1.0');
    expect(body.paths['/api/companies']).toHaveProperty('get');
    expect(body.paths['/api/companies']).not.toHaveProperty('post');
  });

  it('for custom clients names the URL, the authentication, the events and the retry rule', async () => {
    const { body } = await read('connectors/custom');
    expect(body).toMatchObject({
      kind: 'custom',
      base_url: service.server.services.config.publicUrl,
      authentication: { type: 'http', scheme: 'bearer' },
      events: expect.arrayContaining(['company.created', 'proposal.queued']),
      retries: { honour: 'Retry-After' },
    });
    expect(body.events).not.toContain('activity.created');
  });

  it('for assistants is a short description in OpenAPI 3.0.3', async () => {
    const { body } = await read('connectors/assistant-actions');
    expect(body.openapi).toBe('3.0.3');
    const operations = Object.values(body.paths).flatMap((methods) => Object.values(methods as object));
    expect(operations.length).toBeGreaterThan(20);
    expect(operations.length).toBeLessThanOrEqual(30);
    expect(operations.map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(['ListCompanies', 'CreateActionProposal']),
    );
    const text = JSON.stringify(body);
    for (const [, description] of text.matchAll(/"description":"((?:[^"\\]|\\.)*)"/g))
      expect(JSON.parse(`"${description}"`).length).toBeLessThanOrEqual(300);
    // Constructs that OpenAPI 3.0 does not support.
    expect(text).not.toMatch(/"type":\[|"type":"null"|"const":|"examples":|"\$schema"/);
    const names = [...text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)];
    expect(names.length).toBeGreaterThan(10);
    for (const [, kind, name] of names) expect(body.components[kind!]).toHaveProperty(name!);
  });

  it('for workflow builders has triggers from events and actions from operations', async () => {
    const { body } = await read('connectors/workflow-builder');
    expect(body.triggers).toContainEqual({
      key: 'deal.won',
      label: 'Deal won',
      object_type: 'deal',
      delivery: 'webhook',
    });
    const action = body.actions.find(({ key }: { key: string }) => key === 'update_company');
    expect(action).toMatchObject({
      kind: 'write',
      request: { method: 'PATCH', path: '/api/companies/{id}' },
      input_schema: { type: 'object' },
    });
  });

  it('of an unknown kind returns 404', async () => {
    for (const target of ['nothing', 'constructor', '__proto__', 'OpenAPI']) {
      expect(await read(`connectors/${target}`)).toMatchObject({
        status: 404,
        body: { error: { code: 'NOT_FOUND' } },
      });
    }
  });

  it('contains no secret, and neither does any other document', async () => {
    const secrets = [service.acme.agent.token, service.acme.people.owner.token];
    const hashes = await service.sql<{ secret_hash: string; last_four: string }>(
      service.acme,
      'select secret_hash, last_four from api_tokens',
    );
    const targets = ['openapi', 'custom', 'assistant-actions', 'workflow-builder'];
    const paths = ['mcp.json', 'a2a-card.json', ...targets.map((target) => `connectors/${target}`)];
    for (const path of paths) {
      const { text, status } = await read(path);
      expect([path, status]).toEqual([path, 200]);
      for (const secret of [...secrets, ...hashes.map((row) => row.secret_hash)])
        expect(text).not.toContain(secret);
    }
  });
});

describe('the core toolset', () => {
  it('is small, and finds and calls the other tools', async () => {
    const client = await clientOf(service.acme.agent, '?toolset=core');
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names.length).toBeLessThanOrEqual(40);
    expect(names).toEqual([...names].sort());
    expect(names).toEqual(
      expect.arrayContaining(['find_tools', 'call_tool', 'create_action_proposal', 'list_companies']),
    );
    expect(names).not.toContain('create_company');
    const found = await client.callTool({ name: 'find_tools', arguments: { query: 'create company' } });
    const hits = (found.structuredContent as { data: { name: string }[] }).data.map(({ name }) => name);
    expect(hits).toContain('create_company');
    const toolArguments = { name: 'By call_tool', idempotencyKey: 'core-1' };
    const called = await client.callTool({
      name: 'call_tool',
      arguments: { name: 'create_company', arguments: toolArguments },
    });
    expect(called.structuredContent).toMatchObject({ success: true, data: { name: 'By call_tool' } });
    const direct = await client.callTool({ name: 'create_company', arguments: toolArguments });
    expect(direct.structuredContent).toEqual(called.structuredContent);
    for (const input of [{}, { name: 'call_tool', arguments: {} }]) {
      const reply = await client.callTool({ name: 'call_tool', arguments: input });
      expect(reply).toMatchObject({
        isError: true,
        structuredContent: { error: { code: 'VALIDATION_ERROR' } },
      });
    }
    await client.close();
  });

  it('offers no deferred relationship action under any name', async () => {
    const client = await clientOf(service.acme.people.owner);
    const reply = await client.callTool({ name: 'relationship.outcome.record', arguments: {} });
    expect(reply).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'ACTION_NOT_AVAILABLE' } },
    });
    const agent = await clientOf(service.acme.agent);
    const recorded = await agent.callTool({
      name: 'record_relationship_outcome',
      arguments: { idempotencyKey: 'x' },
    });
    expect(recorded.structuredContent).toMatchObject({ error: { code: 'HUMAN_REQUIRED' } });
    await client.close();
    await agent.close();
  });
});
