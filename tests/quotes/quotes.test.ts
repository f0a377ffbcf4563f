// Quotes over HTTP: drafts, totals, sending, decisions and revisions.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DocumentWorld, item } from '../documents/world.ts';
import { Inspector } from '../support/inspector.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let inspector: Inspector;
let world: DocumentWorld;

beforeAll(async () => {
  service = await startService();
  inspector = await Inspector.open(service.databaseUrl);
  world = new DocumentWorld(service);
});
afterAll(async () => {
  await inspector?.close();
  await service?.stop();
});

const send = (id: string, body: object = { to: ['ada@buyer.example'] }) =>
  world.ok('POST', `/api/quotes/${id}/send`, body);
const get = async (id: string) => (await world.ok('GET', `/api/quotes/${id}`)).body.data;

describe('a draft quote', () => {
  it('has a number, and the totals that the server computes', async () => {
    const quote = await world.quote({
      discount: { type: 'percent', value: '10' },
      lines: [
        item({ quantity: '3', unit_price: '33.335' }),
        item({
          quantity: '1',
          unit_price: '49.99',
          taxes: [{ name: 'VAT', rate: '7', category: 'reduced' }],
        }),
        { kind: 'text', description: 'Thank you' },
      ],
    });
    expect(quote).toMatchObject({
      status: 'draft',
      number: expect.stringMatching(/^Q-\d{4}-\d{5}$/),
      subtotal: '150.00',
      discount_total: '15.00',
      net_total: '135.00',
      tax_total: '20.25',
      total: '155.25',
      public_url: null,
      public_url_shown: false,
      revisions: [{ revision: 1, status: 'draft' }],
    });
    expect(quote.lines.map((line: { net: string | null }) => line.net)).toEqual(['100.01', '49.99', null]);
    expect(await get(quote.id)).toEqual(quote);
  });

  it('is only computed by a dry run, which writes nothing', async () => {
    const company_id = await world.company();
    const before = await inspector.fingerprint();
    for (const [path, body] of [
      ['/api/quotes?dry_run=true', {}],
      ['/api/quotes', { dry_run: true }],
    ] as const) {
      const reply = await world.ok('POST', path, { company_id, lines: [item()], ...body });
      expect(reply.status).toBe(200);
      expect(reply.body.data).toMatchObject({
        id: null,
        number: null,
        created_at: null,
        version: 0,
        total: '119.00',
      });
    }
    expect(await inspector.fingerprint()).toEqual(before);
  });

  it('is refused with every fault of its lines', async () => {
    const company_id = await world.company();
    const reply = await world.send('POST', '/api/quotes', {
      company_id,
      lines: [
        { description: 'x', unit_price: '1.1234567' },
        { description: 'x', unit_price: '1', quantity: '0' },
        { description: 'x', unit_price: '1', quantity: '-1' },
        { kind: 'text', description: 'x', unit_price: '1' },
        { description: 'x' },
        { description: 'x', unit_price: '1', taxes: [{ name: 'T', rate: '0', category: 'exempt' }] },
        { description: 'x', unit_price: '1', taxes: [{ name: 'T', rate: '0', category: 'standard' }] },
      ],
    });
    expect(reply.status).toBe(400);
    expect(
      reply.body.error.fields.map(({ path, rule }: { path: string; rule: string }) => [path, rule]),
    ).toEqual([
      ['lines[0].unit_price', 'money_format'],
      ['lines[1].quantity', 'range'],
      ['lines[2].quantity', 'range'],
      ['lines[3].unit_price', 'not_allowed'],
      ['lines[4].unit_price', 'required'],
      ['lines[5].taxes[0].exemption_reason', 'required'],
      ['lines[6].taxes[0].rate', 'range'],
    ]);
  });

  it('is refused with another total than expected', async () => {
    const reply = await world.send('POST', '/api/quotes', {
      company_id: await world.company(),
      lines: [item()],
      expected_total: '118.99',
    });
    expect([reply.status, reply.body.error.code, reply.body.error.details]).toEqual([
      422,
      'TOTAL_MISMATCH',
      { expected: '118.99', actual: '119.00' },
    ]);
  });

  it('demands the version on PATCH, which * satisfies', async () => {
    const { id, version } = await world.quote();
    const path = `/api/quotes/${id}`;
    expect(await world.code('PATCH', path, { notes: 'x' })).toEqual([428, 'PRECONDITION_REQUIRED']);
    expect(await world.code('PATCH', path, { notes: 'x', expected_version: version + 1 })).toEqual([
      412,
      'PRECONDITION_FAILED',
    ]);
    const any = await world.ok('PATCH', path, { notes: 'y' }, { headers: { 'if-match': '*' } });
    expect(any.body.data).toMatchObject({ notes: 'y', version: version + 1 });
    const same = await world.ok('PATCH', path, { notes: 'y', expected_version: version + 1 });
    expect(same.body.data.version).toBe(version + 1);
  });
});

describe('a sent quote', () => {
  it('is frozen, and shows its link once', async () => {
    const { id } = await world.quote();
    const sent = (await send(id)).body.data;
    expect(sent).toMatchObject({
      status: 'sent',
      public_url_shown: true,
      document_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(sent.public_url).toMatch(/\/quote#token=[\w-]{43}$/);
    expect(await get(id)).toMatchObject({ public_url: null, public_url_shown: false });
    const reply = await world.send('PATCH', `/api/quotes/${id}`, {
      notes: 'n',
      internal_notes: 'i',
      expected_version: sent.version,
    });
    expect([reply.status, reply.body.error.code, reply.body.error.details]).toEqual([
      409,
      'DOCUMENT_IMMUTABLE',
      { fields: ['notes'] },
    ]);
    const internal = await world.ok('PATCH', `/api/quotes/${id}`, {
      internal_notes: 'i',
      expected_version: sent.version,
    });
    expect(internal.body.data.internal_notes).toBe('i');
    await expect(
      inspector.query(`update quotes set total = 1, net_total = 1, tax_total = 0 where id = '${id}'`),
    ).rejects.toThrow(/cannot be changed/);
  });

  it('is accepted by the client for exactly what was shown, with the chosen options', async () => {
    const { id } = await world.quote({
      lines: [item(), item({ optional: true, unit_price: '10', quantity: '1' })],
    });
    const sent = (await send(id)).body.data;
    expect(sent.total).toBe('119.00');
    const token = sent.public_url.split('token=')[1];
    const path = `/api/quotes/public/${token}`;
    const shown = (await world.ok('GET', path, undefined, { as: null })).body.data;
    expect(shown).toMatchObject({ status: 'sent', total: '119.00', document_hash: sent.document_hash });
    expect(shown).not.toHaveProperty('internal_notes');
    const body = {
      decision: 'accepted',
      name: 'Ada',
      email: 'ada@buyer.example',
      document_hash: sent.document_hash,
    };
    expect(
      await world.code('POST', `${path}/decision`, { ...body, document_hash: 'x' }, { as: null }),
    ).toEqual([409, 'DOCUMENT_CHANGED']);
    const option = shown.lines[1].id;
    const decided = await world.ok(
      'POST',
      `${path}/decision`,
      { ...body, selected_line_ids: [option] },
      { as: null },
    );
    expect(decided.body.data).toMatchObject({
      status: 'accepted',
      total: '130.90',
      decision: { decision: 'accepted', name: 'Ada' },
    });
    expect(await get(id)).toMatchObject({
      decision: { by: 'client', document_hash: sent.document_hash },
      viewed_at: expect.any(String),
    });
    expect(await world.code('POST', `${path}/decision`, body, { as: null })).toEqual([
      409,
      'INVALID_STATE_TRANSITION',
    ]);
    expect(await world.code('GET', '/api/quotes/public/unknown', undefined, { as: null })).toEqual([
      404,
      'NOT_FOUND',
    ]);
  });

  it('is superseded by its revision once that is sent', async () => {
    const { id, number } = await world.quote();
    const token = (await send(id)).body.data.public_url.split('token=')[1];
    const revision = (await world.ok('POST', `/api/quotes/${id}/revise`, {})).body.data;
    expect(revision).toMatchObject({
      number: `${number}-R2`,
      revision: 2,
      previous_revision_id: id,
      status: 'draft',
      total: '119.00',
    });
    for (const one of [id, revision.id]) {
      const { body } = await world.send('POST', `/api/quotes/${one}/revise`, {});
      expect(body.error).toMatchObject({
        code: 'CONFLICT',
        details: { reason: 'revision_exists', quote_id: revision.id },
      });
    }
    const events = await service.sql(
      service.acme,
      `select type from events where object_id = '${revision.id}'`,
    );
    expect(events).toEqual([{ type: 'quote.revised' }]);
    await send(revision.id);
    expect(await get(id)).toMatchObject({ status: 'superseded' });
    expect(await world.code('GET', `/api/quotes/public/${token}`, undefined, { as: null })).toEqual([
      410,
      'LINK_CLOSED',
    ]);
  });
});

describe('the input of a quote', () => {
  it('names mail addresses that are none, and a total that is another one after sending too', async () => {
    const { id, version } = await world.quote();
    const rules = async (method: string, path: string, body: object) => {
      const { status, body: answer } = await world.send(method, path, body);
      const { code, fields } = answer.error;
      return [status, code, fields?.map((fault: { path: string; rule: string }) => [fault.path, fault.rule])];
    };
    expect(
      await rules('PATCH', `/api/quotes/${id}`, { buyer: { email: 'ada' }, expected_version: version }),
    ).toEqual([400, 'VALIDATION_ERROR', [['buyer.email', 'email']]]);
    const sent = (await send(id)).body.data;
    expect(await rules('POST', `/api/quotes/${id}/decision`, { decision: 'accepted', email: 'ada' })).toEqual(
      [400, 'VALIDATION_ERROR', [['email', 'email']]],
    );
    const patch = { internal_notes: 'x', expected_total: '1', expected_version: sent.version };
    expect(await rules('PATCH', `/api/quotes/${id}`, patch)).toEqual([422, 'TOTAL_MISMATCH', undefined]);
    await world.ok('PATCH', `/api/quotes/${id}`, { ...patch, expected_total: sent.total });
  });

  it('supersedes only older revisions when an older draft is sent', async () => {
    const { id } = await world.quote();
    const revision = (await world.ok('POST', `/api/quotes/${id}/revise`, {})).body.data;
    await send(id);
    expect((await get(revision.id)).status).toBe('draft');
  });
});

describe('an expired quote', () => {
  it('reads and filters as expired before any sweep', async () => {
    const { id } = await world.quote();
    await send(id);
    service.advance(31 * 24 * 3600);
    const owner = await service.session(service.acme, 'owner');
    try {
      expect((await world.ok('GET', `/api/quotes/${id}`, undefined, { as: owner })).body.data.status).toBe(
        'expired',
      );
      const list = await world.ok('GET', '/api/quotes?filter[status]=expired', undefined, { as: owner });
      expect(list.body.data.map((quote: { id: string }) => quote.id)).toContain(id);
      expect(
        await world.code('POST', `/api/quotes/${id}/decision`, { decision: 'accepted' }, { as: owner }),
      ).toEqual([409, 'QUOTE_EXPIRED']);
    } finally {
      service.advance(0);
    }
  });
});
