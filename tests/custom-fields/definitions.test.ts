// Definitions of custom fields: the rules for defining, changing, archiving and restoring them, and the permissions.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { assertUsablePattern, PatternRun } from '../../src/domains/custom-fields/pattern.ts';
import { ServiceError } from '../../src/errors.ts';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';
import { type Data, Fields, newKey } from './fields.ts';

let service: TestService;
let inspector: Inspector;
let fields: Fields;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  fields = new Fields(service);
});

afterEach(() => service.advance(0));

afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

const firstFault = ({ status, body }: { status: number; body: Data }) => [
  status,
  body.error?.fields?.[0].path,
  body.error?.fields?.[0].rule,
];
const SELECT = {
  type: 'select',
  options: [
    { key: 'gold', label: 'Gold' },
    { key: 'silver', label: 'Silver' },
  ],
};
const DAY = 86_400;

describe('a custom field definition', () => {
  it('is returned as given, with its label trimmed, and emits an event', async () => {
    const key = newKey();
    const field = await fields.define({
      ...SELECT,
      key,
      label: ' Tier  of client ',
      default_value: 'gold',
      group: 'Sales',
    });
    expect(field).toMatchObject({
      version: 1,
      entity: 'companies',
      key,
      label: 'Tier of client',
      type: 'select',
      required: false,
      unique: false,
      default_value: 'gold',
      options: [
        { key: 'gold', label: 'Gold', color: null, archived: false },
        { key: 'silver', label: 'Silver', color: null, archived: false },
      ],
      classification: 'ordinary_crm',
      group: 'Sales',
      archived_at: null,
    });
    expect(
      await service.sql(service.acme, 'select type, data from events where object_id = ?', [field.id]),
    ).toMatchObject([{ type: 'custom_field.created', data: { object: { entity: 'companies', key } } }]);
    expect((await service.rest('GET', `/api/custom-fields?filter[key]=${key}`)).body.data).toMatchObject([
      { id: field.id, usage_count: null },
    ]);
  });

  it.each<[string, object, string, string]>([
    ['an unknown entity', { entity: 'planets' }, 'entity', 'enum'],
    ['a key in capitals', { key: 'Tier' }, 'key', 'pattern'],
    ['a key of 41 characters', { key: 'a'.repeat(41) }, 'key', 'pattern'],
    ['a blank label', { label: ' ' }, 'label', 'required'],
    ['the type select but no options', { type: 'select' }, 'options', 'required'],
    ['options on a text field', { options: SELECT.options }, 'options', 'type'],
    [
      'repeated option keys',
      { ...SELECT, options: [...SELECT.options, ...SELECT.options] },
      'options',
      'repeated',
    ],
    [
      'a default value that is not an option',
      { ...SELECT, default_value: 'lead' },
      'default_value',
      'option',
    ],
    ['a unique boolean', { type: 'boolean', unique: true }, 'unique', 'type'],
    ['a default value on a unique field', { unique: true, default_value: 'x' }, 'default_value', 'unique'],
    [
      'a default value on a user field',
      { type: 'user', default_value: crypto.randomUUID() },
      'default_value',
      'type',
    ],
    [
      'a text as default value of an integer',
      { type: 'integer', default_value: 'x' },
      'default_value',
      'type',
    ],
    [
      'a fraction as default value of an integer',
      { type: 'integer', default_value: 1.5 },
      'default_value',
      'scale',
    ],
    ['a scale on an integer', { type: 'integer', rules: { scale: 2 } }, 'rules.scale', 'type'],
    ['a minimum on a text', { rules: { min: 2 } }, 'rules.min', 'type'],
    ['a minimum that is not a number', { type: 'number', rules: { min: 'x' } }, 'rules.min', 'type'],
    ['a minimum above the maximum', { type: 'number', rules: { min: 2, max: 1 } }, 'rules.min', 'range'],
    [
      'a minimum date that does not exist',
      { type: 'date', rules: { min: '2026-02-30' } },
      'rules.min',
      'format',
    ],
    ['a number as minimum date', { type: 'date', rules: { min: 5 } }, 'rules.min', 'type'],
    ['a maximum length above 500', { rules: { max_length: 501 } }, 'rules.max_length', 'maximum'],
    [
      'a minimum length above the maximum length',
      { rules: { min_length: 5, max_length: 4 } },
      'rules.min_length',
      'range',
    ],
    ['a pattern with nested repetitions', { rules: { pattern: '(a+)+' } }, 'rules.pattern', 'pattern'],
    [
      'a pattern with a repetition that is too large',
      { rules: { pattern: '.{501}' } },
      'rules.pattern',
      'pattern',
    ],
    ['an invalid pattern', { rules: { pattern: '(' } }, 'rules.pattern', 'pattern'],
    ['a pattern with a lookahead', { rules: { pattern: '(?=a)b' } }, 'rules.pattern', 'pattern'],
    ['a pattern with a backreference', { rules: { pattern: '(a)\\1' } }, 'rules.pattern', 'pattern'],
    ['a pattern of 201 characters', { rules: { pattern: 'a'.repeat(201) } }, 'rules.pattern', 'max_length'],
    ['an unknown classification', { classification: 'credential' }, 'classification', 'enum'],
    [
      'a private note that is required',
      { classification: 'private_user_note', required: true },
      'required',
      'classification',
    ],
    [
      'a restricted field that is unique',
      { classification: 'restricted_relationship', unique: true },
      'unique',
      'classification',
    ],
    [
      'a restricted field with a default value',
      { classification: 'restricted_relationship', default_value: 'x' },
      'default_value',
      'classification',
    ],
  ])('with %s is rejected, and nothing is written', async (_, body, path, rule) => {
    const before = await inspector.fingerprint();
    expect(firstFault(await fields.postDefinition(body))).toEqual([400, path, rule]);
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('has a key that is unique for its entity, even among archived definitions', async () => {
    const field = await fields.define();
    for (const archived of [false, true]) {
      if (archived) await fields.archive(field.id);
      expect((await fields.postDefinition({ key: field.key })).body.error).toMatchObject({
        code: 'CONFLICT',
        details: { reason: 'key_taken', custom_field_id: field.id },
      });
    }
    expect(await fields.define({ key: field.key, entity: 'deals' })).toMatchObject({ key: field.key });
    await fields.define({ key: field.key }, { as: service.globex.people.owner });
  });

  it('is limited to 200 per entity, even when several are created at once', async () => {
    const as = service.globex.people.owner;
    await inspector.query(
      `insert into custom_fields (tenant_id, id, entity, key, label, type, required, is_unique, options, rules, classification,
         position, created_at, updated_at, created_by, updated_by)
       select $1, gen_random_uuid(), 'contacts', 'many_' || n, 'x', 'text', false, false, '[]', '{}', 'ordinary_crm', n, now(), now(), '{}', '{}'
       from generate_series(1, 198) n`,
      [service.globex.id],
    );
    const replies = await Promise.all(
      Array.from({ length: 6 }, () =>
        service.rest(
          'POST',
          '/api/custom-fields',
          { entity: 'contacts', key: newKey(), label: 'x', type: 'text' },
          { as },
        ),
      ),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409]);
    expect(replies.find(({ status }) => status === 409)!.body.error.details).toMatchObject({
      reason: 'field_limit',
    });
    await inspector.query(`delete from custom_fields where tenant_id = $1 and entity = 'contacts'`, [
      service.globex.id,
    ]);
    service.server.services.principals.clear();
  });

  it('can be changed with permission only, and read by everybody in the workspace', async () => {
    const field = await fields.define();
    const { viewer, manager } = service.acme.people;
    for (const as of [viewer, manager]) {
      expect((await service.rest('GET', '/api/custom-fields', undefined, { as })).status).toBe(200);
      expect((await fields.change(field.id, { label: 'x' }, { as })).status).toBe(403);
    }
    const asOther = { as: service.globex.people.owner };
    expect((await fields.change(field.id, { label: 'x' }, asOther)).status).toBe(404);
    expect((await service.rest('DELETE', `/api/custom-fields/${field.id}`, undefined, asOther)).status).toBe(
      404,
    );
    const agent = await service.token(service.acme, {
      kind: 'agent',
      scopes: ['crm.companies:write', 'crm.companies:read'],
    });
    expect((await service.rest('GET', '/api/custom-fields', undefined, { as: agent })).body.error.code).toBe(
      'SCOPE_MISSING',
    );
  });
});

describe('a change of a custom field definition', () => {
  it('may only widen the type', async () => {
    for (const [from, to, wider] of [
      ['text', 'long_text', true],
      ['integer', 'number', true],
      ['long_text', 'text', false],
      ['number', 'integer', false],
      ['integer', 'percent', false],
      ['text', 'select', false],
    ] as const) {
      const { id } = await fields.define({ type: from });
      const reply = await fields.change(id, { type: to });
      expect([from, to, reply.status]).toEqual([from, to, wider ? 200 : 400]);
      if (!wider) expect(firstFault(reply)).toEqual([400, 'type', 'widen_only']);
    }
  });

  it('cannot touch the key, the entity or the classification', async () => {
    const { id } = await fields.define();
    for (const name of ['key', 'entity', 'classification'])
      expect(firstFault(await fields.change(id, { [name]: 'contacts' }))).toEqual([
        400,
        name,
        'unknown_field',
      ]);
  });

  it('archives the options that it leaves out, and restores them when they are given again', async () => {
    const field = await fields.define(SELECT);
    const company = await fields.company({ [field.key]: 'silver' });
    const reply = await fields.change(field.id, { options: [{ key: 'gold', label: 'Gold!' }] });
    expect(reply.body.data.options).toEqual([
      { key: 'gold', label: 'Gold!', color: null, archived: false },
      { key: 'silver', label: 'Silver', color: null, archived: true },
    ]);
    expect((await fields.get(company.id)).custom_fields[field.key]).toBe('silver');
    expect((await fields.setValues(company.id, { [field.key]: 'silver' })).status).toBe(200);
    const other = await fields.company();
    expect(firstFault(await fields.setValues(other.id, { [field.key]: 'silver' }))).toEqual([
      400,
      `custom_fields.${field.key}`,
      'option',
    ]);
    await fields.change(field.id, { options: SELECT.options });
    expect((await fields.setValues(other.id, { [field.key]: 'silver' })).status).toBe(200);
  });

  it('without effect keeps the version, and a change based on a stale version is rejected', async () => {
    const field = await fields.define(SELECT);
    expect(
      (await fields.change(field.id, { label: field.label, options: SELECT.options })).body.data.version,
    ).toBe(1);
    expect((await fields.change(field.id, { label: 'New' })).body.data.version).toBe(2);
    expect((await fields.change(field.id, { label: 'Newer', expected_version: 1 })).status).toBe(412);
  });

  it('to unique is rejected while two records hold the same value', async () => {
    const { id, key } = await fields.define();
    const [first, second] = [
      await fields.company({ [key]: 'Same' }),
      await fields.company({ [key]: 'same' }),
    ];
    expect((await fields.change(id, { unique: true })).body.error).toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'values_repeated', count: 1 },
    });
    await fields.setValues(second.id, { [key]: 'other' });
    expect((await fields.change(id, { unique: true })).body.data).toMatchObject({ unique: true });
    expect((await fields.setValues(second.id, { [key]: 'SAME' })).body.error).toMatchObject({
      code: 'CONFLICT',
    });
    await fields.change(id, { unique: false });
    expect((await fields.setValues(second.id, { [key]: 'SAME' })).status).toBe(200);
    expect(first.custom_fields).toMatchObject({ [key]: 'Same' });
  });
});

describe('an archived custom field', () => {
  it('is hidden and cannot be written, and can be restored with its values within thirty days', async () => {
    const { id, key } = await fields.define();
    const company = await fields.company({ [key]: 'kept' });
    await fields.archive(id);
    await fields.archive(id);
    expect((await fields.get(company.id)).custom_fields).not.toHaveProperty(key);
    expect(firstFault(await fields.setValues(company.id, { [key]: 'x' }))).toEqual([
      400,
      `custom_fields.${key}`,
      'unknown_field',
    ]);
    expect((await service.rest('GET', `/api/companies?filter[custom.${key}]=kept`)).status).toBe(400);
    expect(await fields.ok('GET', `/api/custom-fields?filter[key]=${key}`)).toEqual([]);
    expect(
      await fields.ok('GET', `/api/custom-fields?filter[key]=${key}&include_archived=true`),
    ).toMatchObject([{ id }]);
    expect((await fields.change(id, { label: 'x' })).body.error.code).toBe('INVALID_STATE_TRANSITION');
    service.advance(29 * DAY);
    const as = await service.session(service.acme, 'owner');
    expect((await fields.change(id, { archived: false }, { as })).body.data).toMatchObject({
      archived_at: null,
    });
    service.advance(0);
    expect((await fields.get(company.id)).custom_fields).toMatchObject({ [key]: 'kept' });
    expect(
      await service.sql(service.acme, 'select type from events where object_id = ? order by id', [id]),
    ).toEqual(['created', 'deleted', 'restored'].map((action) => ({ type: `custom_field.${action}` })));
    expect(firstFault(await fields.change(id, { archived: true }))).toEqual([400, 'archived', 'own_route']);
  });

  it('cannot be restored after thirty days', async () => {
    const { id } = await fields.define();
    await fields.archive(id);
    service.advance(30 * DAY + 60);
    const as = await service.session(service.acme, 'owner');
    expect((await fields.change(id, { archived: false }, { as })).body.error).toMatchObject({
      code: 'INVALID_STATE_TRANSITION',
      details: { reason: 'restore_expired' },
    });
  });
});

describe('the usage of a custom field', () => {
  it('counts live records, and only on request', async () => {
    const { key } = await fields.define();
    for (let n = 0; n < 3; n += 1) await fields.company({ [key]: `${n}` });
    const deleted = await fields.company({ [key]: 'gone' });
    await fields.ok('DELETE', `/api/companies/${deleted.id}`);
    const [counted] = await fields.ok('GET', `/api/custom-fields?filter[key]=${key}&include_usage=true`);
    expect(counted.usage_count).toBe(3);
  });
});

describe('the pattern of a custom field', () => {
  it.each(['^[A-Z]{2}[0-9]+$', 'a|b', '(ab)?c', '\\p{Lu}+', '[a-z]*@', '\\xe9', '(?<n>a)'])(
    'such as %s is accepted',
    (pattern) => {
      expect(() => assertUsablePattern(pattern, 'x')).not.toThrow();
    },
  );

  it.each([
    '(a*)*',
    '(a+b?)+',
    '(?:a{1,5}){2}',
    '(?<=a)b',
    '(?!a)b',
    '(?<n>a)\\k<n>',
    '(a)\\1',
    '[',
    'a{2,1}',
    '.{999}',
    '(a{30}){30}',
  ])('such as %s is rejected', (pattern) => {
    expect(() => assertUsablePattern(pattern, 'x')).toThrow();
  });

  it.each([
    ['^x+$', 'xx', true],
    ['^x+$', 'xxy', false],
    ['é', 'café', true],
    ['^\\p{Lu}{2}$', 'ÄÖ', true],
    ['^.$', '💥', true],
    ['b', 'abc', true],
  ])('such as %s, applied to the text %s, gives %s', (pattern, text, matches) => {
    const check = () => new PatternRun().assertMatches(pattern, text, 'x');
    if (matches) expect(check).not.toThrow();
    else expect(check).toThrow(`Give a text that matches ${pattern}`);
  });

  it('is matched in linear time, even where a backtracking engine would never finish', () => {
    const startedAt = performance.now();
    const run = new PatternRun();
    for (const pattern of ['(x+x+)+y$', 'x*x*x*x*x*x*x*y$', '^(x|x)*y'])
      expect(() => run.assertMatches(pattern, 'x'.repeat(20_000), 'x')).toThrow('Give a text that matches');
    expect(performance.now() - startedAt).toBeLessThan(30_000);
  });

  it('never crashes the process, whatever the pattern and the text are', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 30, unit: fc.constantFrom(...'a(b)[]*+?{}2,|\\.^$') }),
        fc.string(),
        (pattern, text) => {
          try {
            assertUsablePattern(pattern, 'x');
            new PatternRun().assertMatches(pattern, text, 'x');
          } catch (error) {
            if (!(error instanceof ServiceError)) throw error;
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
