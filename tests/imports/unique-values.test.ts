// Values of which no two records may have the same: a file that repeats them is told by the dry run, however far apart.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Fields } from '../custom-fields/fields.ts';
import type { Reply, TestService } from '../support/service.ts';
import { ImportWorld } from './world.ts';

/** More than are planned together. */
const FAR = 450;
let service: TestService;
let world: ImportWorld;

beforeAll(async () => {
  world = await ImportWorld.start();
  ({ service } = world);
  const fields = new Fields(service);
  await fields.define({ key: 'serial', type: 'text', unique: true });
});

afterAll(() => world?.stop());

async function invalidRows(id: string): Promise<Reply['body'][]> {
  const { body } = await service.rest('GET', `/api/import/${id}/rows?filter[status]=invalid`);
  return body.data.map(({ row_number, errors }: Reply['body']) => [row_number, ...errors]);
}

const repeated = (field: string, column: string, message: string, value: string) => ({
  ...{ column, field, code: 'DUPLICATE_IN_FILE', message, value, severity: 'error' },
});

it('are compared with those of all rows before, as they are stored', async () => {
  const rows = Array.from({ length: FAR }, (_, at) => [`Unique ${at}`, `w${at}.example.com`, `S-${at}`]);
  rows[FAR - 1]![1] = 'https://www.W3.example.com/shop';
  rows[FAR - 2]![2] = 's-4';
  rows[6]![2] = 'S-5';
  const csv = ['Name,Web,Serial', ...rows.map((row) => row.join(','))].join('\n');
  const mapping = world.map({ Name: 'name', Web: 'website', Serial: 'custom.serial' });
  const validated = await world.validated(csv, 'companies', mapping);
  expect(validated.counts).toMatchObject({ total: FAR, invalid: 3, to_create: FAR - 3 });
  const serial = (row: number, value: string) =>
    repeated('custom.serial', 'Serial', `Row ${row} has the same custom.serial.`, value);
  const web = repeated('website', 'Web', 'Row 4 has the same website.', 'w3.example.com');
  expect(await invalidRows(validated.id)).toEqual([
    [7, serial(6, 's-5')],
    [FAR - 1, serial(5, 's-4')],
    [FAR, web],
  ]);

  const fix = (row: number, values: object) =>
    service.rest('PATCH', `/api/import/${validated.id}/rows/${row}`, { values });
  expect((await fix(7, { Serial: 'S-8' })).body.data).toMatchObject({
    status: 'invalid',
    errors: [{ code: 'DUPLICATE_IN_FILE', message: 'Row 9 has the same custom.serial.' }],
  });
  expect((await fix(7, { Serial: 'S-new' })).body.data).toMatchObject({ status: 'valid', errors: [] });
  const { validation_hash, mapping_hash } = await world.get(validated.id);
  expect((await world.approve({ id: validated.id, validation_hash, mapping_hash })).status).toBe(200);
  expect((await service.rest('POST', `/api/import/${validated.id}/execute`)).status).toBe(202);
  expect(await world.left(validated.id, 'executing')).toMatchObject({
    status: 'completed_with_errors',
    counts: { created: FAR - 2, failed: 0, invalid: 2, pending: 0 },
  });
});

it('are not taken by rows that write nothing: those that are invalid, and those that are skipped', async () => {
  const phone = '+49 30 901820';
  const before = { first_name: 'Ada', phone };
  expect((await service.rest('POST', '/api/contacts', before)).status).toBe(201);
  const csv = [
    'First,Phone,Mail,Since',
    `Ada,${phone},a@unique.example.com,`,
    'Bea,+49 30 901821,a@unique.example.com,',
    'Cleo,no number,c@unique.example.com,',
    'Dora,+49 30 901823,c@unique.example.com,',
    'Emma,+49 30 901824,C@Unique.example.com,',
  ].join('\n');
  const columns = { First: 'first_name', Phone: 'phone', Mail: 'email' };
  const more = { match_keys: ['phone'], mode: 'skip_existing' };
  const { id, counts } = await world.validated(csv, 'contacts', world.map(columns, more));
  expect(counts).toMatchObject({ to_skip: 1, to_create: 2, invalid: 2 });
  expect(await invalidRows(id)).toMatchObject([
    [3, { code: 'INVALID_FORMAT', column: 'Phone' }],
    [5, repeated('email', 'Mail', 'Row 4 has the same email.', 'c@unique.example.com')],
  ]);
});
