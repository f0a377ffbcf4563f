// Calls, call templates and their merge fields, and the events of providers.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { startService, type TestService } from '../support/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape of responses is checked by the contract test
type Data = any;

let service: TestService;
let contact: Data;

async function ok(method: string, path: string, body?: unknown): Promise<Data> {
  const reply = await service.rest(method, path, body);
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body.data;
}

beforeAll(async () => {
  service = await startService();
  contact = await ok('POST', '/api/contacts', {
    first_name: 'Ada',
    last_name: 'Byron',
    email: 'ada@northwind.example.com',
    phone: '+4930901820',
  });
});

afterAll(() => service?.stop());

const lines = async () =>
  (await ok('GET', `/api/contacts/${contact.id}/activity`)).filter(({ type }: Data) => type === 'call');

describe('a call', () => {
  it('is logged with an outcome, and only a connected one is a touch', async () => {
    const call = await ok('POST', '/api/calls', {
      subject: 'Renewal',
      outcome: 'no_answer',
      participants: [{ role: 'to', contact_id: contact.id }],
    });
    expect(call).toMatchObject({
      status: 'completed',
      outcome: 'no_answer',
      participants: [{ role: 'to', address: '+4930901820', name: 'Ada Byron', contact_id: contact.id }],
    });
    const summary = () => ok('GET', `/api/contacts/${contact.id}/relationship-summary`);
    expect((await summary()).signals.last_meaningful_touch_at).toBeNull();
    const connected = await ok('POST', '/api/calls', {
      subject: 'Renewal again',
      outcome: 'connected',
      duration_s: 60,
      next_steps: [{ title: 'Send the offer', due_on: '2027-01-01' }],
      participants: [{ role: 'to', contact_id: contact.id }],
    });
    expect(connected.next_steps).toMatchObject([
      { title: 'Send the offer', due_on: '2027-01-01', status: 'open' },
    ]);
    expect((await summary()).signals).toMatchObject({
      last_meaningful_touch_at: connected.started_at,
      unresolved_next_steps: 1,
    });
    expect(await lines()).toHaveLength(2);
    await ok('DELETE', `/api/calls/${connected.id}`);
    await ok('DELETE', `/api/calls/${call.id}`);
    expect(await lines()).toEqual([]);
    expect((await service.rest('DELETE', `/api/calls/${call.id}`)).status).toBe(404);
  });

  it('is planned, started before its time, and completed once', async () => {
    const startedAt = new Date(service.server.services.clock.now().getTime() + 86_400_000).toISOString();
    const early = await service.rest('POST', '/api/calls', {
      subject: 'X',
      started_at: startedAt,
      outcome: 'busy',
    });
    expect([early.status, early.body.error.fields[0].path]).toEqual([400, 'outcome']);
    const planned = await ok('POST', '/api/calls', {
      subject: 'Demo',
      started_at: startedAt,
      links: { contact_ids: [contact.id] },
    });
    expect(planned).toMatchObject({ status: 'planned', links: { contact_ids: [contact.id] } });
    const summary = await ok('GET', `/api/contacts/${contact.id}/relationship-summary`);
    expect(summary.signals.next_scheduled_touch_at).toBe(startedAt);
    const patched = await service.rest('PATCH', `/api/calls/${planned.id}`, { outcome: 'connected' });
    expect([patched.status, patched.body.error.fields[0].rule]).toEqual([400, 'use_complete']);
    const running = await ok('PATCH', `/api/calls/${planned.id}`, { status: 'in_progress' });
    expect(running.status).toBe('in_progress');
    expect(running.started_at < startedAt).toBe(true);
    const completion = { outcome: 'connected', duration_s: 30, summary: 'Went well' };
    const done = await ok('POST', `/api/calls/${planned.id}/complete`, completion);
    expect(done).toMatchObject({ status: 'completed', ...completion });
    expect((await ok('POST', `/api/calls/${planned.id}/complete`, completion)).version).toBe(done.version);
    const other = await service.rest('POST', `/api/calls/${planned.id}/complete`, { outcome: 'busy' });
    expect([other.status, other.body.error.code]).toEqual([409, 'INVALID_STATE_TRANSITION']);
    const steps = [{ title: 'Send it' }, { title: 'Call', assignee_user_id: crypto.randomUUID() }];
    const refused = await service.rest('POST', '/api/calls', {
      ...{ subject: 'Steps', outcome: 'connected', next_steps: steps },
    });
    expect(refused.body.error.fields).toMatchObject([
      { path: 'next_steps[1].assignee_user_id', rule: 'exists' },
    ]);
    const cancelled = await service.rest('PATCH', `/api/calls/${planned.id}`, { status: 'cancelled' });
    expect(cancelled.status).toBe(409);
    expect(await lines()).toHaveLength(1);
  });
});

describe('a call template', () => {
  const sections = [
    {
      title: 'Hi {{contact.first_name}}',
      prompt: '{{ deal.name | your project }} at {{company.name}}',
      questions: ['{{workspace.name}}?'],
    },
  ];

  it('shows amounts with the digits of their currency', async () => {
    const template = await ok('POST', '/api/call-templates', {
      ...{ name: 'Amounts', purpose: 'other' },
      sections: [{ title: '{{deal.value}} {{deal.currency}}', questions: [] }],
    });
    const titleFor = async (value: string, currency: string) => {
      const deal = await ok('POST', '/api/deals', { name: 'Amount', value, currency });
      const body = { deal_id: deal.id };
      return (await ok('POST', `/api/call-templates/${template.id}/render`, body)).sections[0].title;
    };
    expect(await titleFor('1200.5', 'EUR')).toBe('1200.50 EUR');
    expect(await titleFor('1200', 'JPY')).toBe('1200 JPY');
  });

  it('keeps its revisions and fills its merge fields once', async () => {
    const template = await ok('POST', '/api/call-templates', {
      name: 'Discovery',
      purpose: 'discovery',
      sections,
    });
    expect(template).toMatchObject({
      revision: 1,
      merge_fields: ['contact.first_name', 'deal.name', 'company.name', 'workspace.name'],
    });
    const rendered = await ok('POST', `/api/call-templates/${template.id}/render`, {
      contact_id: contact.id,
    });
    expect(rendered).toMatchObject({
      revision: 1,
      sections: [{ title: 'Hi Ada', prompt: 'your project at {{company.name}}', questions: ['acme?'] }],
      unresolved: ['company.name'],
    });
    const renamed = await ok('PATCH', `/api/call-templates/${template.id}`, {
      name: 'Discovery call',
      sections,
    });
    expect([renamed.revision, renamed.version]).toEqual([1, 2]);
    const revised = await ok('PATCH', `/api/call-templates/${template.id}`, {
      sections: [{ title: 'Bye', questions: [] }],
    });
    expect(revised.revision).toBe(2);
    const former = await ok('POST', `/api/call-templates/${template.id}/render`, { revision: 1 });
    expect(former.sections[0].title).toBe('Hi {{contact.first_name}}');
    const unknown = await service.rest('POST', `/api/call-templates/${template.id}/render`, {
      contact_id: crypto.randomUUID(),
    });
    expect(unknown.status).toBe(404);
    const call = await ok('POST', '/api/calls', { subject: 'By script', template_id: template.id });
    expect(call).toMatchObject({ template_id: template.id, template_revision: 2 });
  });

  it.each([
    '{{contact.context_notes}}',
    '{{contact.relationship_intent}}',
    '{{deal.lost_note}}',
    '{{ broken',
    '{{x}}',
  ])('is refused with %s', async (title) => {
    const reply = await service.rest('POST', '/api/call-templates', {
      name: 'Bad',
      purpose: 'other',
      sections: [{ title, questions: [] }],
    });
    expect([reply.status, reply.body.error.fields[0].rule]).toEqual([400, 'merge_field']);
  });
});

describe('an event of a provider', () => {
  const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;

  async function post(kind: 'communications' | 'calls', connection: string, body: object, change: Data = {}) {
    const id = change.id ?? crypto.randomUUID();
    const at = change.at ?? new Date();
    const text = JSON.stringify(body);
    const response = await fetch(
      `${service.url}/api/${kind}/webhooks/${change.provider ?? 'generic'}?connection_id=${connection}`,
      {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
          'webhook-signature': new Webhook(change.secret ?? secret).sign(id, at, text),
        },
        body: change.body ?? text,
      },
    );
    return { status: response.status, body: (await response.json()) as Data };
  }

  const connection = async (provider: string, key: object): Promise<string> => {
    const { id, has_ingress_secret } = await ok('POST', '/api/settings/api-keys', {
      ...{ label: provider, provider, ingress_secret: secret, ...key },
    });
    expect(has_ingress_secret).toBe(true);
    return id;
  };

  it('is accepted once by its signature, and mail joins its thread by its headers', async () => {
    const mail = await connection('email_smtp', { secret: 'smtp://127.0.0.1:1/?from=a@acme.example' });
    const received = {
      type: 'message.received',
      data: {
        message_id: '<m1@northwind.example.com>',
        from: { address: 'ada@northwind.example.com', name: 'Ada' },
        to: [{ address: 'sales@acme.example' }],
        subject: 'Question',
        html: '<p>Hello<script>x()</script></p>',
        date: new Date().toISOString(),
      },
    };
    const id = crypto.randomUUID();
    expect(await post('communications', mail, received, { id })).toEqual({
      status: 200,
      body: { received: true, duplicate: false },
    });
    expect((await post('communications', mail, received, { id })).body).toEqual({
      received: true,
      duplicate: true,
    });
    const [message] = await ok('GET', '/api/communications?filter[direction]=inbound');
    expect(message).toMatchObject({
      status: 'received',
      subject: 'Question',
      message_id: 'm1@northwind.example.com',
    });
    expect(message.participants[0]).toMatchObject({ role: 'from', contact_id: contact.id });
    const answer = {
      ...received,
      data: {
        ...received.data,
        message_id: '<m2@x>',
        references: ['<m1@northwind.example.com>'],
        subject: 'Other',
      },
    };
    await post('communications', mail, answer);
    const thread = await ok('GET', `/api/communications/threads/${message.thread_id}`);
    expect(thread).toMatchObject({ message_count: 2, waiting: 'us' });

    for (const change of [
      { secret: `whsec_${Buffer.from('another secret of 32 characters!').toString('base64')}` },
      { at: new Date(Date.now() - 6 * 60_000) },
      { body: '{"type":"message.received","data":{}}' },
    ])
      expect((await post('communications', mail, received, change)).body.error.code).toBe(
        'INVALID_SIGNATURE',
      );
    expect((await post('communications', crypto.randomUUID(), received)).status).toBe(401);
    expect((await post('calls', mail, received)).status).toBe(401);
    expect((await post('communications', mail, received, { provider: 'other' })).body.error.code).toBe(
      'UNKNOWN_PROVIDER',
    );
    expect((await post('communications', mail, { type: 'message.opened', data: {} })).status).toBe(200);
    const unknown = {
      type: 'message.delivered',
      data: { message_id: 'nobody@x', recipient: 'a@example.com' },
    };
    expect((await post('communications', mail, unknown)).status).toBe(202);
    expect((await post('communications', mail, { type: 'message.received', data: {} })).status).toBe(400);
  });

  it('of a call makes it once and completes it', async () => {
    const voice = await connection('custom', { secret: 'whatever-secret', base_url: 'http://127.0.0.1:9/' });
    const data = {
      provider_call_id: 'c-1',
      direction: 'inbound',
      from: '+4930901820',
      to: '+4930111111',
      started_at: new Date().toISOString(),
    };
    expect((await post('calls', voice, { type: 'call.started', data })).status).toBe(200);
    expect(
      (await post('calls', voice, { type: 'call.completed', data: { ...data, duration_s: 12 } })).status,
    ).toBe(200);
    const found = (await ok('GET', '/api/calls')).filter((one: Data) => one.provider_call_id === 'c-1');
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      status: 'completed',
      outcome: 'connected',
      duration_s: 12,
      direction: 'inbound',
    });
    expect(found[0].participants[0].contact_id).toBe(contact.id);
  });
});
