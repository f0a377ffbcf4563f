// Drafts and templates: what they take, when they can be changed, sent, withdrawn, reminded and corrected.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../support/until.ts';
import { address, type Data, pdf, place, refusal, SigningWorld, signer } from './signing-world.ts';

let world: SigningWorld;

beforeAll(async () => {
  world = await SigningWorld.start();
});

afterAll(() => world?.stop());

const HOUR = 3_600;
const DAY = 24 * HOUR;

describe('a draft', () => {
  it('demands the version, and takes company from its deal', async () => {
    const company = await world.ok('POST', '/api/companies', { name: 'Northwind' });
    const other = await world.ok('POST', '/api/companies', { name: 'Southwind' });
    const deal = await world.ok('POST', '/api/deals', { name: 'Rollout', company_id: company.id });
    const draft = await world.draft({ deal_id: deal.id, tags: ['NDA'] });
    expect(draft).toMatchObject({
      kind: 'envelope',
      status: 'draft',
      company_id: company.id,
      routing: 'sequential',
      decline_policy: 'stop',
      provider: 'internal',
      expires_at: null,
      progress: { done: 0, total: 0 },
    });
    const url = `/api/signing/${draft.id}`;
    expect((await world.refused('PATCH', url, { title: 'New' }))[1]).toBe('PRECONDITION_REQUIRED');
    expect((await world.refused('PATCH', url, { title: 'New', expected_version: 9 }))[0]).toBe(412);
    const mismatch = await world.send('PATCH', url, { company_id: other.id, expected_version: 1 });
    expect([mismatch.status, mismatch.body.error.fields[0].path]).toEqual([422, 'deal_id']);
    const changed = await world.ok('PATCH', url, { title: 'New', expected_version: 1 });
    expect(changed).toMatchObject({ title: 'New', version: 2 });
    expect((await world.ok('PATCH', url, { title: 'New', expected_version: 2 })).version).toBe(2);
    expect(await world.ok('DELETE', url)).toEqual({ id: draft.id, deleted_at: expect.any(String) });
  });

  it('keeps rows of recipients and fields that are set again, and changes nothing then', async () => {
    const { id } = await world.draft();
    const document = await world.addPdf(id);
    const people = [
      signer('Ada', 'ada@x.example'),
      { role: 'viewer', name: 'Vera', email: 'vera@x.example' },
    ];
    const first = await world.recipients(id, people);
    expect((await world.recipients(id, people)).version).toBe(first.version);
    const [ada, vera] = first.recipients;
    const fields = [place(ada.id, document.id), place(ada.id, document.id, { type: 'text', y: 0.7 })];
    const second = await world.fields(id, fields);
    expect((await world.fields(id, fields)).version).toBe(second.version);
    const third = await world.recipients(id, [{ ...people[0], id: ada.id, name: 'Ada King' }]);
    expect(third.recipients).toHaveLength(1);
    expect(third.fields.map((one: Data) => one.id)).toEqual(second.fields.map((one: Data) => one.id));
    expect((await world.recipients(id, [people[1]!])).fields).toEqual([]);
    expect(vera.role).toBe('viewer');
  });

  it('refuses recipients and fields that cannot be', async () => {
    const { id } = await world.draft();
    const document = await world.addPdf(id);
    const put = (recipients: object[]) =>
      world.refused('PUT', `/api/signing/${id}/recipients`, { recipients });
    const rule = (name: string) => [400, 'VALIDATION_ERROR', name];
    expect(await put([{ role: 'signer' }])).toEqual(rule('required'));
    expect(await put([signer('A', 'nobody')])).toEqual(rule('email'));
    expect(await put([signer('A', 'a@x.example'), signer('B', 'A@x.example')])).toEqual(rule('duplicate'));
    expect(await put([signer('A', 'a@x.example', { auth: 'access_code' })])).toEqual(rule('required'));
    expect(await put([signer('A', 'a@x.example', { access_code: '1234' })])).toEqual(rule('not_allowed'));
    const { recipients } = await world.recipients(id, [
      signer('Ada', 'ada@x.example'),
      { role: 'approver', name: 'Amy', email: 'amy@x.example' },
      { role: 'cc', name: 'Carl', email: 'carl@x.example' },
    ]);
    const [ada, amy, carl] = recipients.map((one: Data) => one.id);
    const set = async (field: object) => {
      const reply = await world.send('PUT', `/api/signing/${id}/fields`, { fields: [field] });
      return [reply.status, reply.body.error.fields[0].path];
    };
    expect(await set(place(ada, document.id, { x: 0.9 }))).toEqual([400, 'fields[0].x']);
    expect(await set(place(ada, document.id, { page: 2 }))).toEqual([400, 'fields[0].page']);
    expect(await set(place(crypto.randomUUID(), document.id))).toEqual([400, 'fields[0].recipient_id']);
    expect(await set(place(ada, crypto.randomUUID()))).toEqual([400, 'fields[0].document_id']);
    expect(await set(place(amy, document.id))).toEqual([400, 'fields[0].type']);
    expect(await set(place(carl, document.id, { type: 'text' }))).toEqual([400, 'fields[0].recipient_id']);
    const number = { type: 'text', validation: { format: 'number' }, default: 'many' };
    expect(await set(place(ada, document.id, number))).toEqual([400, 'fields[0].default']);
    expect(await set(place(ada, document.id, { type: 'radio', options: ['one'] }))).toEqual([
      400,
      'fields[0].options',
    ]);
  });

  it('is sent only when it is complete', async () => {
    const { id } = await world.draft();
    const send = () => world.refused('POST', `/api/signing/${id}/send`, {});
    expect(await send()).toEqual([400, 'VALIDATION_ERROR', 'documents_required']);
    await world.addPdf(id);
    await world.recipients(id, [{ role: 'viewer', name: 'Vera', email: 'vera@x.example' }]);
    expect(await send()).toEqual([400, 'VALIDATION_ERROR', 'signer_required']);
    const { recipients } = await world.recipients(id, [signer('Ada', 'ada@x.example')]);
    expect(await send()).toEqual([422, 'SIGNER_WITHOUT_FIELD', { ids: [recipients[0].id] }]);
    expect((await world.get(id)).status).toBe('draft');
    expect(await world.types(id)).toEqual(['created']);
  });

  it('is frozen by sending but for deadline and tags', async () => {
    const envelope = await world.sent([signer('Ada', address('ada'))]);
    const url = `/api/signing/${envelope.id}`;
    const frozen = [409, 'ENVELOPE_NOT_EDITABLE', { status: 'sent' }];
    expect(await world.refused('PATCH', url, { title: 'Other' })).toEqual(frozen);
    expect(await world.refused('PUT', `${url}/recipients`, { recipients: [] })).toEqual(frozen);
    expect(await world.refused('PUT', `${url}/fields`, { fields: [] })).toEqual(frozen);
    expect(await world.refused('DELETE', url)).toEqual(frozen);
    const expires_at = new Date(Date.now() + 40 * DAY * 1000).toISOString();
    expect(await world.ok('PATCH', url, { expires_at, tags: ['late'] })).toMatchObject({
      expires_at,
      tags: ['late'],
    });
    const again = await world.refused('POST', `${url}/send`, {});
    const allowed = ['partially_signed', 'completing', 'declined', 'voided', 'expired'];
    expect(again).toEqual([409, 'INVALID_STATE_TRANSITION', { from: 'sent', to: 'sent', allowed }]);
  });

  it('orders its documents, and drops those that are left out with their fields', async () => {
    const { id } = await world.draft();
    const one = await world.addPdf(id, await pdf(1), 'one.pdf');
    const two = await world.addPdf(id, await pdf(2), 'two.pdf');
    const { version } = await world.get(id);
    const url = `/api/signing/${id}`;
    const turned = await world.ok('PATCH', url, { documents: [two.id, one.id], expected_version: version });
    expect(turned.documents.map(({ name }: Data) => name)).toEqual(['two.pdf', 'one.pdf']);
    const left = await world.ok('PATCH', url, { documents: [one.id], expected_version: turned.version });
    expect(left.documents.map(({ name }: Data) => name)).toEqual(['one.pdf']);
  });

  it('takes the PDF of a quote, which is accepted when all have signed', async () => {
    const company = await world.ok('POST', '/api/companies', { name: 'Buyer', address: { country: 'DE' } });
    await world
      .ok('PATCH', '/api/settings', { commercial: { seller: { name: 'Acme', address: { country: 'DE' } } } })
      .catch(() => undefined);
    const quote = await world.ok('POST', '/api/quotes', {
      company_id: company.id,
      lines: [{ description: 'Consulting', quantity: '1', unit_price: '100' }],
    });
    const sent = await world.send('POST', `/api/quotes/${quote.id}/send`, {
      to: ['x@buyer.example'],
    });
    expect(sent.status).toBe(200);
    const ada = address('ada');
    const { id } = await world.draft();
    const source = { type: 'quote', id: quote.id };
    const document = await until(async () => {
      const reply = await world.send('POST', `/api/signing/${id}/documents`, { source });
      return reply.status === 201 ? reply.body.data : undefined;
    });
    const { recipients } = await world.recipients(id, [signer('Ada Byron', ada)]);
    await world.fields(id, [place(recipients[0].id, document.id)]);
    expect((await world.ok('POST', `/api/signing/${id}/send`, {})).source).toEqual(source);
    await world.sign(await world.token(ada));
    await world.completed(id);
    expect(await world.ok('GET', `/api/quotes/${quote.id}`)).toMatchObject({
      status: 'accepted',
      decision: { by: 'client', name: 'Ada Byron', email: ada },
    });
  });
});

describe('a template', () => {
  it('makes envelopes with people for its roles, and is not sent itself', async () => {
    const template = await world.draft({ kind: 'template', message: 'Please sign.', tags: ['NDA'] });
    const document = await world.addPdf(template.id);
    const { recipients } = await world.recipients(template.id, [
      { key: 'buyer', role: 'signer' },
      { key: 'legal', role: 'cc', name: 'Legal', email: 'legal@acme.example', routing_order: 2 },
    ]);
    await world.fields(template.id, [place(recipients[0].id, document.id)]);
    expect((await world.refused('POST', `/api/signing/${template.id}/send`, {}))[1]).toBe(
      'INVALID_STATE_TRANSITION',
    );
    const use = `/api/signing/${template.id}/use`;
    expect((await world.refused('POST', use, { recipients: [] }))[2]).toBe('required');
    expect(
      (
        await world.refused('POST', use, { recipients: [{ key: 'seller', name: 'A', email: 'a@x.example' }] })
      )[2],
    ).toBe('exists');
    const ada = address('ada');
    const legal = { key: 'legal', name: 'Legal', email: 'legal@acme.example' };
    const wrong = await world.send('POST', use, {
      recipients: [legal, { key: 'buyer', name: 'Ada', email: 'nobody' }],
    });
    expect(wrong.body.error.fields).toEqual([
      expect.objectContaining({ path: 'recipients[1].email', rule: 'email' }),
    ]);
    const envelope = await world.ok('POST', use, { recipients: [{ key: 'buyer', name: 'Ada', email: ada }] });
    expect(envelope).toMatchObject({
      kind: 'envelope',
      status: 'draft',
      message: 'Please sign.',
      recipients: [
        { key: 'buyer', email: ada },
        { key: 'legal', email: 'legal@acme.example' },
      ],
    });
    expect(envelope.fields).toMatchObject([
      { recipient_id: envelope.recipients[0].id, document_id: envelope.documents[0].id },
    ]);
    expect((await world.ok('POST', `/api/signing/${envelope.id}/send`, {})).status).toBe('sent');
  });
});

describe('an agent', () => {
  it('drafts, and its sending waits for approval; it sees no link', async () => {
    const { agent } = world.service.acme;
    const ask = () => ({ as: agent, headers: { 'idempotency-key': crypto.randomUUID() } });
    const { id } = await world.ready([signer('Ada', address('ada'))]);
    const queued = await world.send('POST', `/api/signing/${id}/send`, {}, ask());
    expect(queued.status).toBe(202);
    const { proposal_id: proposal } = queued.body.data;
    const { target, preview } = await world.ok('GET', `/api/agent/actions/proposals/${proposal}`);
    expect(target).toEqual({ type: 'envelope', id, version: 4 });
    const shown = preview.map(({ field }: Data) => field);
    expect(shown.sort()).toEqual(['documents', 'expires_at', 'recipients', 'sent_at', 'status']);
    expect((await world.get(id)).status).toBe('draft');
    const draft = await world.send('POST', '/api/signing', { title: 'By an agent' }, ask());
    expect(draft.status).toBe(201);
    const coded = await world.send(
      'PUT',
      `/api/signing/${draft.body.data.id}/recipients`,
      { recipients: [signer('A', 'a@x.example', { auth: 'access_code', access_code: '12345' })] },
      ask(),
    );
    expect([coded.status, coded.body.error.code]).toEqual([403, 'HUMAN_REQUIRED']);
  });

  it('is the one who cannot read the bytes, and members draft but do not send', async () => {
    const { id, documents } = await world.ready([signer('Ada', address('ada'))]);
    const { agent, people } = world.service.acme;
    const read = await world.send(
      'GET',
      `/api/signing/${id}/documents/${documents[0].id}/content`,
      undefined,
      {
        as: agent,
      },
    );
    expect([read.status, read.body.error.code]).toEqual([403, 'HUMAN_REQUIRED']);
    const send = await world.send('POST', `/api/signing/${id}/send`, {}, { as: people.member });
    expect([send.status, send.body.error.code]).toEqual([403, 'PERMISSION_DENIED']);
  });
});

describe('an envelope under way', () => {
  it('is withdrawn with a reason, and its links close', async () => {
    const ada = address('ada');
    const { id } = await world.sent([signer('Ada', ada)]);
    const token = await world.token(ada);
    const voided = await world.ok('POST', `/api/signing/${id}/void`, { reason: 'Wrong price.' });
    expect(voided).toMatchObject({ status: 'voided', void_reason: 'Wrong price.' });
    expect(refusal(await world.visit('GET', token))).toEqual([410, 'ENVELOPE_CLOSED', { status: 'voided' }]);
    expect((await world.mails.next(ada)).text).toContain('Wrong price.');
    expect((await world.refused('POST', `/api/signing/${id}/void`, { reason: 'x' }))[1]).toBe(
      'INVALID_STATE_TRANSITION',
    );
  });

  it('reminds at most once an hour, and the former link stays good', async () => {
    const ada = address('ada');
    const { id } = await world.sent([signer('Ada', ada)]);
    const first = await world.token(ada);
    await world.ok('POST', `/api/signing/${id}/remind`, { message: 'Please!' });
    const second = await world.token(ada);
    expect((await world.refused('POST', `/api/signing/${id}/remind`, {})).slice(0, 2)).toEqual([
      409,
      'REMINDER_TOO_SOON',
    ]);
    expect([(await world.visit('GET', first)).status, (await world.visit('GET', second)).status]).toEqual([
      200, 200,
    ]);
    await world.pass(HOUR + 1);
    await world.ok('POST', `/api/signing/${id}/remind`, {});
  });

  it('corrects who is not done; the former link dies at once', async () => {
    const [ada, bob, eve] = [address('ada'), address('bob'), address('eve')];
    const { id, recipients } = await world.sent([signer('Ada', ada), signer('Bob', bob)]);
    const [one, two] = [await world.token(ada), await world.token(bob)];
    const url = (index: number) => `/api/signing/${id}/recipients/${recipients[index].id}`;
    const after = await world.ok('PATCH', url(1), { email: eve, name: 'Eve' });
    expect(after.recipients[1]).toMatchObject({ email: eve, name: 'Eve', status: 'sent' });
    expect((await world.visit('GET', two)).status).toBe(404);
    expect((await world.view(await world.token(eve))).recipient.name).toBe('Eve');
    await world.sign(one);
    expect(await world.refused('PATCH', url(0), { name: 'X' })).toEqual([
      409,
      'CONFLICT',
      { reason: 'recipient_done' },
    ]);
    const agent = { as: world.service.acme.agent, headers: { 'idempotency-key': crypto.randomUUID() } };
    const coded = await world.send('PATCH', url(1), { auth: 'access_code', access_code: '1234' }, agent);
    expect([coded.status, coded.body.error?.code]).toEqual([403, 'HUMAN_REQUIRED']);
  });

  it('expires at every access, and a later date opens it with its old links', async () => {
    const ada = address('ada');
    const { id } = await world.sent([signer('Ada', ada)]);
    const token = await world.token(ada);
    await world.pass(31 * DAY);
    expect(await world.get(id)).toMatchObject({ status: 'expired', recipients: [{ status: 'expired' }] });
    const listed = await world.ok('GET', '/api/signing?filter[status]=expired&pageSize=100');
    expect(listed.map((one: Data) => one.id)).toContain(id);
    expect(refusal(await world.visit('GET', token))).toEqual([410, 'ENVELOPE_CLOSED', { status: 'expired' }]);
    expect(await world.types(id)).toContain('expired');
    const reopened = await world.ok('POST', `/api/signing/${id}/remind`, { extend_days: 5 });
    expect(reopened.status).toBe('sent');
    expect((await world.sign(token)).status).toBe(200);
  });

  it('reminds by itself once for a jump of the clock', async () => {
    const ada = address('ada');
    const { id } = await world.sent([signer('Ada', ada)], { reminder: { after_days: 1, every_days: 1 } });
    await world.token(ada);
    await world.pass(3 * DAY);
    const { watchEnvelopes } = await import('../../src/domains/signing/jobs.ts');
    const { services, app } = world.service.server;
    await watchEnvelopes(services, app.log);
    await watchEnvelopes(services, app.log);
    await world.token(ada);
    expect((await world.types(id)).filter((type) => type === 'reminded')).toHaveLength(1);
  });
});
