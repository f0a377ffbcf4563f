// MCP through the official client: tools, resources and prompts, in both versions of the protocol.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, ProtocolError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { riskClassOf } from '../../src/access/automation.ts';
import { type Identity, startService, type TestService } from '../support/service.ts';

const ENDPOINT = '/api/agent/mcp';

let service: TestService;
const clients: Client[] = [];

beforeAll(async () => {
  service = await startService();
});

afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await service.stop();
});

async function connect(identity: Identity, query = '', mode: 'legacy' | 'auto' = 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(service.url + ENDPOINT + query), {
    requestInit: { headers: { authorization: `Bearer ${identity.token}`, 'x-tenant-id': identity.tenantId } },
  });
  await client.connect(transport);
  clients.push(client);
  return client;
}

async function toolNames(client: Client): Promise<string[]> {
  const { tools } = await client.listTools();
  return tools.map(({ name }) => name);
}

// biome-ignore lint/suspicious/noExplicitAny: tests read nested members of responses
async function call(client: Client, name: string, input: Record<string, unknown> = {}): Promise<any> {
  return client.callTool({ name, arguments: input });
}

describe.each(['legacy', 'auto'] as const)('the official MCP client in the mode "%s"', (mode) => {
  test('initializes and sees the capabilities of the server', async () => {
    const client = await connect(service.acme.agent, '', mode);
    expect(client.getServerVersion()).toMatchObject({ name: 'platform-api' });
    expect(client.getServerCapabilities()).toMatchObject({ tools: {}, resources: {}, prompts: {} });
    expect(client.getNegotiatedProtocolVersion()).toBe(mode === 'legacy' ? '2025-11-25' : '2026-07-28');
    expect(await toolNames(client)).toContain('create_company');
  });

  test('creates a company exactly once under a repeated key and lists it', async () => {
    const client = await connect(service.acme.agent, '', mode);
    const name = `Once ${mode}`;
    const input = { name, idempotencyKey: `create-${mode}` };
    const first = await call(client, 'create_company', input);
    expect(first.isError).toBeUndefined();
    const again = await call(client, 'create_company', input);
    expect(again.structuredContent).toEqual(first.structuredContent);
    expect(JSON.parse(again.content[0].text)).toEqual(again.structuredContent);
    expect(again._meta).toMatchObject({ idempotency_replayed: true });
    const list = await call(client, 'list_companies', { search: name });
    expect(list.structuredContent.data.map((company: { name: string }) => company.name)).toEqual([name]);
    const other = await call(client, 'create_company', { ...input, name: 'Another' });
    expect(other).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'IDEMPOTENCY_KEY_REUSED' } },
    });
  });

  test('creates one company when a call is repeated at the same time', async () => {
    const client = await connect(service.acme.agent, '', mode);
    const input = { name: `Race ${mode}`, idempotencyKey: `race-${mode}` };
    const results = await Promise.all(Array.from({ length: 5 }, () => call(client, 'create_company', input)));
    const codes = results
      .filter(({ isError }) => isError)
      .map((result) => result.structuredContent.error.code);
    expect(new Set(codes).difference(new Set(['IDEMPOTENCY_IN_PROGRESS'])).size).toBe(0);
    const rows = await service.sql(service.acme, 'select id from companies where name = ?', [input.name]);
    expect(rows).toHaveLength(1);
  });

  test('reads resources and gets prompts', async () => {
    const client = await connect(service.acme.agent, '', mode);
    const created = await call(client, 'create_company', {
      name: `Read ${mode}`,
      idempotencyKey: `read-${mode}`,
    });
    const { id } = created.structuredContent.data;
    const { resources } = await client.listResources();
    expect(resources.slice(0, 2).map(({ uri }) => uri)).toEqual([
      'platform://capabilities',
      'platform://policy',
    ]);
    expect(resources[2]).toMatchObject({ uri: `crm://companies/${id}`, title: `Read ${mode}` });
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(
      expect.arrayContaining(['crm://companies/{id}', 'crm://contacts/{id}', 'crm://deals/{id}']),
    );
    for (const uri of [`crm://companies/${id}`, 'platform://capabilities', 'platform://policy']) {
      const { contents } = await client.readResource({ uri });
      expect(contents[0]).toMatchObject({ uri, mimeType: 'application/json' });
      expect(typeof JSON.parse((contents[0] as { text: string }).text)).toBe('object');
    }
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      'prepare_meeting',
      'summarize_account',
      'review_pipeline',
      'draft_followup',
    ]);
    const prompt = await client.getPrompt({ name: 'summarize_account', arguments: { company_id: id } });
    expect(prompt.messages[1]!.content).toMatchObject({
      type: 'resource',
      resource: { uri: `crm://companies/${id}` },
    });
  });

  test('gets an error for unknown tools, resources and prompts', async () => {
    const client = await connect(service.acme.agent, '', mode);
    const invalidParams = expect.objectContaining({ code: -32602 });
    await expect(call(client, 'no_such_tool')).rejects.toEqual(invalidParams);
    await expect(
      client.readResource({ uri: 'crm://companies/019a8f3e-5b7c-7d21-9c4e-0a1b2c3d4e5f' }),
    ).rejects.toEqual(invalidParams);
    await expect(client.readResource({ uri: 'crm://companies/x' })).rejects.toEqual(invalidParams);
    await expect(client.readResource({ uri: 'crm://nothing/1' })).rejects.toEqual(invalidParams);
    await expect(client.getPrompt({ name: 'nothing' })).rejects.toEqual(invalidParams);
    await expect(client.getPrompt({ name: 'summarize_account' })).rejects.toEqual(invalidParams);
    await expect(client.listTools({ cursor: '%%%' })).rejects.toBeInstanceOf(ProtocolError);
  });
});

describe('the MCP tools', () => {
  test('include global search, which has no REST route, for callers with any one of its scopes', async () => {
    const scopes = ['agent.mcp:use', 'agent.runtime:use', 'crm.contacts:read'];
    const agent = await service.token(service.acme, { kind: 'agent', scopes });
    const client = await connect(agent);
    expect(await toolNames(client)).toContain('global_search');
    const found = await call(client, 'global_search', { q: 'nobody', modules: ['contacts', 'companies'] });
    expect(found.structuredContent.data).toMatchObject({
      q: 'nobody',
      groups: [
        { module: 'companies', status: 'skipped', skip_reason: 'SCOPE_MISSING' },
        { module: 'contacts', status: 'searched', skip_reason: null, total: 0, hits: [] },
      ],
    });
    const { capabilities } = (await service.rest('GET', '/api/agent/capabilities', undefined, { as: agent }))
      .body.data;
    expect(
      capabilities.find((capability: { operation: string }) => capability.operation === 'GlobalSearch'),
    ).toMatchObject({
      method: null,
      path: null,
      tool: 'global_search',
      graphql: 'globalSearch',
      risk: 'read',
    });

    const without = await service.token(service.acme, { kind: 'agent', scopes: scopes.slice(0, 2) });
    const stranger = await connect(without);
    expect(await toolNames(stranger)).not.toContain('global_search');
    const refused = await call(stranger, 'global_search', { q: 'nobody' });
    expect(refused.structuredContent.error.code).toBe('SCOPE_MISSING');
  });

  test('are the operations of the catalogue, sorted, with closed inputs and with keys for changes', async () => {
    const listed = (await (await connect(service.acme.people.owner)).listTools()).tools;
    const tools = listed.slice(2);
    expect(listed.slice(0, 2).map(({ name }) => name)).toEqual(['find_tools', 'describe_tool']);
    const names = tools.map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    expect(names).not.toContain('sign_in');
    expect(names).not.toContain('call_mcp');
    for (const tool of tools) {
      const operation = service.server.services.catalogue.byTool.get(tool.name)!;
      const mutating = operation.kind === 'mutation';
      const isDeletion = 'method' in operation && operation.method === 'DELETE';
      expect(tool.title).toBe(operation.summary);
      expect(tool.inputSchema.additionalProperties).toBe(false);
      expect(tool.inputSchema.required?.includes('idempotencyKey') ?? false).toBe(mutating);
      // describe_tool returns it.
      expect(tool.outputSchema).toBeUndefined();
      expect(JSON.stringify(tool)).not.toContain('#/components');
      expect(tool.annotations).toEqual({
        readOnlyHint: !mutating,
        destructiveHint: riskClassOf(operation.access) === 'destructive' || isDeletion,
        idempotentHint: true,
        openWorldHint: false,
      });
      if (/^(bulk_)?(delete|erase|merge)_/.test(tool.name))
        expect([tool.name, tool.annotations!.destructiveHint]).toEqual([tool.name, true]);
    }
  });

  test("are listed by the caller's scopes, and a call outside of them is refused with the required scopes", async () => {
    const scopes = ['agent.mcp:use', 'crm.companies:read'];
    const client = await connect(await service.token(service.acme, { kind: 'agent', scopes }));
    const names = await toolNames(client);
    expect(names).toContain('list_companies');
    expect(names).not.toContain('create_company');
    const refused = await call(client, 'create_company', { name: 'Nobody', idempotencyKey: 'no-scope' });
    expect(refused).toMatchObject({
      isError: true,
      structuredContent: {
        success: false,
        error: {
          code: 'SCOPE_MISSING',
          details: { required_scopes: ['agent.mcp:use', 'crm.companies:write'] },
        },
      },
    });
    const { resources } = await client.listResources();
    expect(
      resources.every(({ uri }) => uri === 'platform://policy' || uri.startsWith('crm://companies/')),
    ).toBe(true);
    await expect(client.readResource({ uri: 'platform://capabilities' })).rejects.toMatchObject({
      code: -32602,
      data: { code: 'SCOPE_MISSING' },
    });
  });

  test('depend on the permissions of a person, who has no scopes', async () => {
    const names = await toolNames(await connect(service.acme.people.viewer));
    expect(names).toContain('list_companies');
    expect(names).not.toContain('create_company');
    expect(await toolNames(await connect(service.acme.people.owner))).toContain('delete_company');
    expect(await toolNames(await connect(service.acme.agent))).toContain('delete_company');
    expect(await toolNames(await connect(service.acme.agent))).not.toContain('erase_contact');
  });

  test('are limited by the parameters modules and read_only', async () => {
    const readOnly = await toolNames(await connect(service.acme.agent, '?read_only=true&modules=crm'));
    expect(readOnly).toContain('list_companies');
    expect(readOnly).not.toContain('create_company');
    expect(readOnly).not.toContain('get_agent_capabilities');
    const deals = await toolNames(await connect(service.acme.agent, '?modules=deals'));
    expect(deals).toContain('move_deal_stage');
    expect(deals).not.toContain('list_companies');
    expect(await toolNames(await connect(service.acme.agent, '?modules=admin'))).toEqual([]);
  });

  test('are listed in pages that follow each other by cursor', async () => {
    const client = await connect(service.acme.people.owner);
    const all = (await toolNames(client)).slice(2);
    const cursor = Buffer.from(all[2]!).toString('base64url');
    const { tools } = await client.listTools({ cursor });
    expect(tools.map(({ name }) => name)).toEqual(all.slice(3, 3 + tools.length));
    expect(tools.length).toBeGreaterThan(10);
  });

  test('are listed in pages that a model can read at once', async () => {
    let cursor: string | undefined;
    let pages = 0;
    do {
      const headers = { accept: 'application/json, text/event-stream' };
      const params = { ...(cursor && { cursor }) };
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params };
      const { body, text } = await service.rest('POST', '/api/agent/mcp', message, { headers });
      expect(text.length).toBeLessThan(60_000);
      cursor = body.result.nextCursor;
      pages += 1;
    } while (cursor);
    expect(pages).toBeGreaterThan(1);
  });

  test('are described in full on demand', async () => {
    const client = await connect(service.acme.people.owner);
    const { structuredContent } = await call(client, 'describe_tool', { name: 'list_companies' });
    const { input_schema: input, output_schema: output } = structuredContent.data;
    expect(input.$defs.CompanyFilter.properties).toHaveProperty('industry');
    expect(output.properties.data.type).toBe('array');
    const unknown = await call(client, 'describe_tool', { name: 'sign_in' });
    expect(unknown).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'VALIDATION_ERROR' } },
    });
  });

  test('require a key for changes and refuse invalid input', async () => {
    const client = await connect(service.acme.people.owner);
    const error = async (input: object) =>
      (await call(client, 'create_company', { ...input })).structuredContent.error;
    expect(await error({ name: 'Keyless' })).toMatchObject({ code: 'IDEMPOTENCY_KEY_REQUIRED' });
    expect(await error({ name: 'Keyless', idempotencyKey: 7 })).toMatchObject({
      code: 'IDEMPOTENCY_KEY_INVALID',
    });
    expect(await error({ name: 'Keyless', idempotencyKey: '' })).toMatchObject({
      code: 'IDEMPOTENCY_KEY_INVALID',
    });
    expect(await error({ nam: 'Keyless', idempotencyKey: 'k' })).toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: expect.arrayContaining([expect.objectContaining({ path: 'nam', rule: 'unknown_field' })]),
    });
    expect(await service.sql(service.acme, "select 1 from companies where name = 'Keyless'")).toEqual([]);
  });

  test('include neither exports nor files', async () => {
    const { operations } = service.server.services.catalogue;
    const files = operations.filter(({ answer }) => answer === 'export' || answer === 'bytes');
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['ExportCompanies', 'GetQuotePdf']));
    const names = (await (await connect(service.acme.people.owner)).listTools()).tools.map(
      ({ name }) => name,
    );
    expect(names.filter((name) => files.some(({ tool }) => tool === name))).toEqual([]);
    const client = await connect(service.acme.people.owner);
    await expect(client.callTool({ name: 'export_companies', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    });
  });

  test('find nothing of another workspace', async () => {
    const created = await service.rest('POST', '/api/companies', { name: 'Hidden' });
    const client = await connect(service.globex.agent);
    const id = created.body.data.id;
    const got = await call(client, 'get_company', { id });
    expect(got).toMatchObject({ isError: true, structuredContent: { error: { code: 'NOT_FOUND' } } });
    await expect(client.readResource({ uri: `crm://companies/${id}` })).rejects.toMatchObject({
      code: -32602,
    });
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(['platform://capabilities', 'platform://policy']);
  });

  test('share their idempotency keys with REST', async () => {
    const as = service.acme.agent;
    const headers = { 'idempotency-key': 'both-surfaces' };
    const rest = await service.rest('POST', '/api/companies', { name: 'Both' }, { as, headers });
    const mcp = await call(await connect(as), 'create_company', {
      name: 'Both',
      idempotencyKey: 'both-surfaces',
    });
    expect(mcp.structuredContent).toEqual(rest.body);
    expect(mcp._meta.original_request_id).toBe(rest.headers.get('x-request-id'));
  });

  test('allow an agent only reads where automation is off', async () => {
    const { database, principals } = service.server.services;
    await database.write({ tenantId: service.globex.id }, ({ db }) =>
      db('automation_policies').where({ tenant_id: service.globex.id }).update({ enabled: false }),
    );
    principals.clear();
    const client = await connect(service.globex.agent);
    const names = await toolNames(client);
    expect(names).toContain('list_companies');
    expect(names).not.toContain('create_company');
    const refused = await call(client, 'create_company', { name: 'No', idempotencyKey: 'off' });
    expect(refused.structuredContent.error.code).toBe('AGENT_AUTOMATION_DISABLED');
    const { contents } = await client.readResource({ uri: 'platform://policy' });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({
      automation_enabled: false,
      approvals: { write: 'denied', external_send: 'denied' },
    });
  });
});
