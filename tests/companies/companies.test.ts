// Companies over HTTP: created, read, changed, listed, deleted and restored, with their identifiers.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startService();
});

afterAll(() => service?.stop());

async function create(input: object): Promise<any> {
  const reply = await service.rest('POST', '/api/companies', input);
  expect(reply).toMatchObject({ status: 201, body: { success: true } });
  return reply.body.data;
}

describe('a company', () => {
  it('is created with its website and domain as primary identifiers, and read back', async () => {
    const company = await create({ name: '  Bücher   Wolf ', website: 'https://www.Bücher.de/shop?x=1', domain: 'post@buecher-wolf.de' });
    expect(company).toMatchObject({ name: 'Bücher Wolf', website: 'xn--bcher-kva.de', domain: 'buecher-wolf.de', version: 1, company_type: 'prospect', source: 'manual' });
    expect(company.websites).toEqual([expect.objectContaining({ value: 'xn--bcher-kva.de', value_unicode: 'bücher.de', is_primary: true })]);
    const read = await service.rest('GET', `/api/companies/${company.id}`);
    expect(read.body.data).toMatchObject({ ...company, counts: expect.objectContaining({ children: 0 }) });
    expect(read.headers.get('etag')).toBe('"1"');
  });
});
