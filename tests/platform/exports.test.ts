// Exports over HTTP: the CSV format, the columns, and protection against formulas in spreadsheets.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let companyId: string;

beforeAll(async () => {
  service = await startService();
  const create = async (path: string, body: object) => {
    const reply = await service.rest('POST', path, body);
    expect([reply.status, reply.body.error]).toEqual([201, undefined]);
    return reply.body.data.id as string;
  };
  await create('/api/custom-fields', { entity: 'companies', key: 'delta', label: 'Delta', type: 'text' });
  await create('/api/custom-fields', { entity: 'companies', key: 'tier', label: 'Tier', type: 'text' });
  companyId = await create('/api/companies', {
    name: '=HYPERLINK("http://evil.example")',
    legal_name: 'Überlingen, Ltd',
    phone: '+49 (7551) 12345',
    industry: '@SUM(A1)',
    description: 'one\ntwo',
    custom_fields: { delta: '-5.00', tier: '-2+3' },
  });
  await create('/api/contacts', { first_name: '+1+1', phone: '+49 30 901820' });
  await create('/api/deals', { name: '-5.00', value: '10.50', currency: 'EUR' });
});

afterAll(() => service?.stop());

/** Returns the text with its byte order mark, which decoding would drop. */
async function bytesOf(path: string): Promise<string> {
  const { token, tenantId } = service.acme.people.owner;
  const reply = await fetch(`${service.url}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId },
  });
  expect(reply.status).toBe(200);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await reply.arrayBuffer());
}

describe('a CSV export', () => {
  it.each(['companies', 'contacts', 'deals'])(
    'of %s begins with a byte order mark and uses CRLF, even without rows',
    async (entity) => {
      const text = await bytesOf(`/api/${entity}/export?fields=id`);
      expect(text).toMatch(/^\ufeffid\r\n[0-9a-f-]{36}\r\n$/);
      expect(await bytesOf(`/api/${entity}/export?fields=id&created_before=2001-01-01`)).toBe('\ufeffid\r\n');
    },
  );

  it('escapes texts that a spreadsheet would run as formulas, and leaves numbers and phone numbers unchanged', async () => {
    const columns = 'name,legal_name,phone,industry,description,custom_fields';
    const [header, row, ...rest] = (await bytesOf(`/api/companies/export?fields=${columns}`)).split('\r\n');
    expect(header).toBe(
      '\ufeffid,name,legal_name,phone,industry,description,custom_fields.delta,custom_fields.tier',
    );
    expect(row).toBe(
      `${companyId},"'=HYPERLINK(""http://evil.example"")","Überlingen, Ltd",+49 (7551) 12345,'@SUM(A1),"one\ntwo",-5.00,'-2+3`,
    );
    expect(rest).toEqual(['']);
    expect(await bytesOf('/api/contacts/export?fields=first_name,phone')).toMatch(
      /,'\+1\+1,\+4930901820\r\n$/,
    );
    expect(await bytesOf('/api/deals/export?fields=name,value')).toMatch(/,-5\.00,10\.50\r\n$/);
  });
});

describe('the parameter "fields" of an export', () => {
  it('selects the columns and their order and keeps the id', async () => {
    const header = async (fields: string) =>
      (await bytesOf(`/api/companies/export?fields=${fields}`)).slice(1).split('\r\n')[0];
    expect(await header('website,name')).toBe('id,website,name');
    expect(await header('name, id,name')).toBe('name,id');
    expect(await header('')).toBe('id');
    expect(await header('custom_fields.tier')).toBe('id,custom_fields.tier');
  });

  it('applies to NDJSON too', async () => {
    const line = await bytesOf('/api/companies/export?format=ndjson&fields=industry,custom_fields.tier');
    expect(JSON.parse(line)).toEqual({
      id: companyId,
      industry: '@SUM(A1)',
      custom_fields: { tier: '-2+3' },
    });
    const fullExport = JSON.parse(await bytesOf('/api/companies/export?format=ndjson'));
    expect(fullExport).toMatchObject({
      name: '=HYPERLINK("http://evil.example")',
      custom_fields: { delta: '-5.00' },
    });
  });

  it.each([
    ['nmae', 'unknown_field'],
    ['name,custom_fields.none', 'unknown_field'],
  ])('is refused with the value "%s"', async (fields, rule) => {
    const reply = await service.rest('GET', `/api/companies/export?fields=${fields}`);
    expect([reply.status, reply.body.error?.fields?.[0]]).toMatchObject([400, { path: 'fields', rule }]);
  });

  it('is refused for a column that the caller may not read, while a full export leaves the column out', async () => {
    const fullHeader = (await bytesOf('/api/contacts/export')).split('\r\n')[0];
    expect(fullHeader).not.toContain('context_notes');
    const reply = await service.rest('GET', '/api/contacts/export?fields=first_name,context_notes');
    expect([reply.status, reply.body.error?.fields?.[0]]).toMatchObject([
      400,
      { path: 'fields', rule: 'field_not_readable' },
    ]);
  });
});
