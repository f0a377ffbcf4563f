// Files of imports: those that are refused, and what the cells of the others become.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestService } from '../support/service.ts';
import { ImportWorld } from './world.ts';

let service: TestService;
let world: ImportWorld;

beforeAll(async () => {
  world = await ImportWorld.start();
  ({ service } = world);
});

afterAll(() => world?.stop());

describe('a file', () => {
  it('that cannot be read is refused with its reason, and nothing is stored', async () => {
    const before = await service.rest('GET', '/api/import');
    const refusals: [string | Buffer, string][] = [
      ['  \n', 'empty'],
      ['Name\n', 'no_rows'],
      ['Name\n"open\n', 'unclosed_quote'],
      [`Name\n${'é'.repeat(17_000)}\n`, 'cell_too_large'],
      [Buffer.from('Name\nA\u0000B\n'), 'binary'],
      ['[{"name": "A"}, 1]', 'not_a_table'],
      [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]), 'old_excel'],
      [Buffer.from('PK\u0003\u0004 no archive'), 'damaged'],
    ];
    for (const [content, reason] of refusals) {
      const reply = await world.upload(content, 'companies');
      expect([reply.status, reply.body.error.code, reply.body.error.details?.reason]).toEqual([
        422,
        'FILE_UNREADABLE',
        reason,
      ]);
    }
    expect((await service.rest('GET', '/api/import')).body.total).toBe(before.body.total);
  });

  it.each(['\u0000', '\ud800'])('loses the characters that cannot be stored: %j', async (character) => {
    const name = (text: string) => `${character}${text}${character}`;
    const rows = [
      { [name('Name')]: name('Acme'), Tags: [name('a'), 'b'], at: { [name('deep')]: name('c') } },
    ];
    const stored = character === '\u0000' ? '' : '\ufffd';
    const clean = (text: string) => `${stored}${text}${stored}`;
    const { status, body } = await world.upload(JSON.stringify(rows), 'companies');
    expect([status, body.data.columns]).toEqual([201, [clean('Name'), 'Tags', `at.${clean('deep')}`]]);
    const read = await service.rest('GET', `/api/import/${body.data.id}/rows`);
    expect(Object.values(read.body.data[0].values)).toEqual([clean('Acme'), [clean('a'), 'b'], clean('c')]);
  });

  it('keeps the digits of JSON numbers, and names of columns that differ', async () => {
    const json = await world.upload('[{"id": 12345678901234567890, "rate": 1.50}]', 'companies');
    const read = await service.rest('GET', `/api/import/${json.body.data.id}/rows`);
    expect(read.body.data[0].values).toEqual({ id: '12345678901234567890', rate: '1.50' });
    const csv = await world.upload('Name,Name (2),Name\na,b,c\n', 'companies');
    expect(csv.body.data.columns).toEqual(['Name', 'Name (2)', 'Name (3)']);
  });

  it('with a list of objects in a column fails at that cell, if the column is imported', async () => {
    const text = JSON.stringify([{ name: 'Nested', staff: [{ name: 'Ada' }] }]);
    const columns = [{ source: 'name', target: 'name' }];
    expect((await world.validated(text, 'companies', { columns })).counts).toMatchObject({
      valid: 1,
      invalid: 0,
    });
    const both = { columns: [...columns, { source: 'staff', target: 'tags' }] };
    const { id, counts } = await world.validated(text, 'companies', both);
    expect(counts).toMatchObject({ valid: 0, invalid: 1 });
    const { body } = await service.rest('GET', `/api/import/${id}/rows`);
    expect(body.data[0].errors).toMatchObject([{ code: 'INVALID_TYPE', column: 'staff' }]);
  });

  it('is read as JSON, NDJSON and Windows-1252 by its content', async () => {
    const json = await world.upload(
      '[{"name": "A", "address": {"city": "Rom"}, "tags": ["x", "y"]}]',
      'companies',
    );
    expect(json.body.data).toMatchObject({
      source_format: 'json',
      columns: ['name', 'address.city', 'tags'],
    });
    const lines = await world.upload('{"name": "A"}\n{"name": "B", "phone": 12}\n', 'companies');
    expect(lines.body.data).toMatchObject({
      source_format: 'ndjson',
      columns: ['name', 'phone'],
      counts: { total: 2 },
    });
    const old = await world.upload(Buffer.from('Name;Ort\nM\xfcller;K\xf6ln\n', 'latin1'), 'companies');
    expect(old.body.data).toMatchObject({
      file: { encoding: 'windows-1252', delimiter: ';' },
      warnings: [{ code: 'ENCODING_GUESSED' }],
    });
  });
});
