// What becomes of a message whose recipients are answered differently, and of events of the provider that come early.
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { deliverCommunication } from '../../src/domains/communications/deliver.ts';
import { sendDueCommunications } from '../../src/domains/communications/jobs.ts';
import { type MailBox, startMailBox } from '../support/mail-box.ts';
import { startService, type TestService } from '../support/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape of responses is checked by the contract test
type Data = any;

const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;

let service: TestService;
let box: MailBox;
let connector: string;
let clock = 0;
let count = 0;

async function ok(method: string, path: string, body?: unknown): Promise<Data> {
  const as = await service.session(service.acme, 'owner');
  const reply = await service.rest(method, path, body, { as });
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body.data;
}

beforeAll(async () => {
  service = await startService();
  box = await startMailBox();
  const key = await ok('POST', '/api/settings/api-keys', {
    label: 'Mail',
    provider: 'email_smtp',
    secret: `smtp://127.0.0.1:${box.port}/?from=sales@acme.example`,
    is_default: true,
    ingress_secret: SECRET,
  });
  connector = key.id;
});

afterEach(() => box.behave({}));

afterAll(async () => {
  await box?.stop();
  await service?.stop();
});

/** Queues a message to people whose addresses begin with the given names. */
async function queue(...names: string[]): Promise<string> {
  count += 1;
  const participants = names.map((name) => ({ role: 'to', address: `${name}${count}@example.com` }));
  const draft = { channel: 'email', status: 'draft', subject: 'Offer', body_text: 'Hello', participants };
  const { id } = await ok('POST', '/api/communications', draft);
  await ok('POST', `/api/communications/${id}/send`, {});
  return id;
}

const get = (id: string) => ok('GET', `/api/communications/${id}`);

const deliver = (id: string) =>
  deliverCommunication(
    {
      services: service.server.services,
      log: service.server.app.log as never,
      tenantId: service.acme.id,
      requestId: 'test-deliveries',
      jobId: '1',
      attempt: 1,
      signal: new AbortController().signal,
    },
    { id },
  );

/** Moves the clock, and lets the minutely check queue what is due. */
async function advanceClock(minutes: number): Promise<void> {
  clock += minutes * 60 + 1;
  service.advance(clock);
  await sendDueCommunications(service.server.services, service.server.app.log as never);
}

const deliveries = ({ participants }: Data) =>
  participants.map(({ delivery }: Data) => [delivery.state, delivery.reason]);

const mailsTo = (name: string) =>
  box.mails.filter(({ recipients }) => recipients.some((address) => address.startsWith(name)));

async function report(type: string, data: object): Promise<number> {
  const id = crypto.randomUUID();
  const at = service.server.services.clock.now();
  const body = JSON.stringify({ type, created_at: at.toISOString(), data });
  const response = await fetch(
    `${service.url}/api/communications/webhooks/generic?connection_id=${connector}`,
    {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(SECRET).sign(id, at, body),
      },
      body,
    },
  );
  return response.status;
}

describe('a message whose server asks to wait for one recipient', () => {
  const greylist = (address: string) => (address.startsWith('grey') ? '450 try again later' : undefined);

  it('is sent to the others at once and to that one later, and to nobody twice', async () => {
    box.behave({ rcpt: greylist });
    const id = await queue('ready', 'grey');
    await deliver(id);
    const first = await get(id);
    expect(first).toMatchObject({ status: 'sent', failure_reason: null });
    expect(deliveries(first)).toEqual([
      ['sent', null],
      ['queued', 'smtp_450'],
    ]);
    await deliver(id);
    expect(mailsTo('ready')).toHaveLength(1);
    box.behave({});
    await advanceClock(1);
    await deliver(id);
    const second = await get(id);
    expect(deliveries(second)).toEqual([
      ['sent', null],
      ['sent', null],
    ]);
    expect(second).toMatchObject({ status: 'sent', sent_at: first.sent_at, occurred_at: first.occurred_at });
    expect(box.mails.at(-1)!.recipients).toEqual([second.participants[1].address]);
    expect(box.mails.at(-1)!.source).toContain(`Message-ID: <${first.message_id}>`);
    expect(mailsTo('ready')).toHaveLength(1);
    await advanceClock(60);
    await deliver(id);
    expect(mailsTo('grey')).toHaveLength(1);
  });

  it('stays sent when that one is refused four times, and its event comes once', async () => {
    box.behave({ rcpt: greylist });
    const id = await queue('calm', 'grey');
    for (const minutes of [1, 5, 30]) {
      await deliver(id);
      await advanceClock(minutes);
    }
    await deliver(id);
    const last = await get(id);
    expect(last).toMatchObject({ status: 'sent', failure_reason: null });
    expect(deliveries(last)).toEqual([
      ['sent', null],
      ['failed', 'connector'],
    ]);
    const entries = await ok('GET', `/api/audit-logs?entity_type=communication&entity_id=${id}`);
    const actions = entries.map(({ action }: Data) => action);
    expect(actions.filter((action: string) => action === 'communication.sent')).toHaveLength(1);
    expect(actions).not.toContain('communication.failed');
  });

  it('is not cancelled or sent again meanwhile, and not sent to whoever opts out', async () => {
    box.behave({ rcpt: greylist });
    const contact = await ok('POST', '/api/contacts', {
      first_name: 'Grey',
      email: `grey${count + 1}@example.com`,
    });
    const id = await queue('fine', 'grey');
    await deliver(id);
    const as = await service.session(service.acme, 'owner');
    for (const verb of ['send', 'cancel']) {
      const reply = await service.rest('POST', `/api/communications/${id}/${verb}`, {}, { as });
      expect([reply.status, reply.body.error.details]).toEqual([
        409,
        { from: 'sent', to: verb === 'send' ? 'queued' : 'draft', allowed: [] },
      ]);
    }
    await ok('PUT', `/api/contacts/${contact.id}/consent`, { email: { state: 'opted_out' } });
    box.behave({});
    await advanceClock(1);
    await deliver(id);
    expect(deliveries(await get(id))).toEqual([
      ['sent', null],
      ['failed', 'recipient_suppressed'],
    ]);
  });

  it('and refuses the other is queued until the waiting one is answered', async () => {
    box.behave({ rcpt: (address) => greylist(address) ?? '550 no such user' });
    const id = await queue('gone', 'grey');
    await deliver(id);
    const waiting = await get(id);
    expect(waiting).toMatchObject({ status: 'queued', sent_at: null });
    expect(deliveries(waiting)).toEqual([
      ['bounced', 'smtp_550'],
      ['queued', 'smtp_450'],
    ]);
    box.behave({});
    await advanceClock(1);
    await deliver(id);
    expect(await get(id)).toMatchObject({ status: 'sent' });
    expect(mailsTo('gone')).toHaveLength(0);
  });
});

describe('a message that the server refuses at DATA', () => {
  it('bounces, and is not tried again', async () => {
    box.behave({ data: '554 no thanks' });
    const id = await queue('data');
    await deliver(id);
    const message = await get(id);
    expect(message).toMatchObject({ status: 'bounced', failure_reason: 'smtp_554' });
    expect(deliveries(message)).toEqual([['bounced', 'smtp_554']]);
  });
});

describe('an event of the provider that comes before the answer of the mail server', () => {
  it.each<[string, object, string, object]>([
    ['message.delivered', {}, 'delivered', { state: 'delivered', reason: null }],
    [
      'message.bounced',
      { kind: 'hard', reason: 'no such user' },
      'bounced',
      { state: 'bounced', reason: 'no such user' },
    ],
  ])('%s is not undone by it', async (type, fields, status, delivery) => {
    const id = await queue('early');
    box.behave({
      beforeAnswer: async () => {
        const { message_id, participants } = await get(id);
        const recipient = participants[0].address.toUpperCase();
        expect(await report(type, { message_id, recipient, ...fields })).toBe(200);
        expect(await get(id)).toMatchObject({ status: 'queued' });
      },
    });
    await deliver(id);
    const message = await get(id);
    expect(message.status).toBe(status);
    expect(message.participants[0].delivery).toMatchObject(delivery);
  });

  it('about one of two recipients leaves the other to the answer', async () => {
    const id = await queue('early', 'other');
    box.behave({
      beforeAnswer: async () => {
        const { message_id, participants } = await get(id);
        await report('message.delivered', { message_id, recipient: participants[0].address });
      },
    });
    await deliver(id);
    const message = await get(id);
    expect(message.status).toBe('sent');
    expect(deliveries(message)).toEqual([
      ['delivered', null],
      ['sent', null],
    ]);
  });
});

describe('an address that bounced', () => {
  it('is written to again once somebody says that it is valid, but not after a complaint', async () => {
    const contact = await ok('POST', '/api/contacts', {
      first_name: 'Bo',
      email: `bounce${count + 1}@example.com`,
    });
    box.behave({ rcpt: () => '550 no such user' });
    await deliver(await queue('bounce'));
    box.behave({});
    const [method] = (await ok('GET', `/api/contacts/${contact.id}`)).methods;
    expect(method).toMatchObject({ kind: 'email', is_valid: false });
    const to = { participants: [{ role: 'to', contact_id: contact.id }] };
    const text = { channel: 'email', status: 'draft', subject: 'Again', body_text: 'Hello' };
    const { id } = await ok('POST', '/api/communications', { ...text, ...to });
    const send = async () => {
      const as = await service.session(service.acme, 'owner');
      return service.rest('POST', `/api/communications/${id}/send`, {}, { as });
    };
    expect((await send()).body.error.details.recipients).toEqual([
      { address: contact.email, contact_id: contact.id, reason: 'bounced' },
    ]);
    const path = `/api/contacts/${contact.id}/contact-methods/${method.id}`;
    await ok('PATCH', path, { is_valid: true });
    expect((await send()).status).toBe(200);
    await deliver(id);
    const { message_id } = await get(id);
    await report('message.complained', { message_id, recipient: contact.email });
    await ok('PATCH', path, { is_valid: false });
    await ok('PATCH', path, { is_valid: true });
    const next = await ok('POST', '/api/communications', { ...text, ...to });
    const as = await service.session(service.acme, 'owner');
    const refused = await service.rest('POST', `/api/communications/${next.id}/send`, {}, { as });
    expect(refused.body.error.details.recipients[0].reason).toBe('complained');
  });
});

describe('a message that bounces after it was sent', () => {
  it('stays on timelines and no longer waits for an answer', async () => {
    const email = `late${count + 1}@example.com`;
    const contact = await ok('POST', '/api/contacts', { first_name: 'Late', email });
    const id = await queue('late');
    await deliver(id);
    const signals = async () =>
      (await ok('GET', `/api/contacts/${contact.id}/relationship-summary`)).signals.interaction_counts.email;
    expect(await signals()).toBe(1);
    const { message_id } = await get(id);
    expect(await report('message.bounced', { message_id, recipient: email, kind: 'hard' })).toBe(200);
    expect(await get(id)).toMatchObject({ status: 'bounced', failure_reason: 'recipients' });
    expect(await signals()).toBe(0);
    const lines = await ok('GET', `/api/contacts/${contact.id}/activity`);
    expect(lines.filter(({ type }: Data) => type === 'email')).toMatchObject([
      { subject: 'Offer', direction: 'outbound' },
    ]);
  });
});

describe('an event of the provider', () => {
  it('about a message without answer says that it was sent after all', async () => {
    box.behave({ content: 'drop' });
    const id = await queue('doubt');
    await deliver(id);
    const failed = await get(id);
    expect(failed).toMatchObject({ status: 'failed', failure_reason: 'unconfirmed', sent_at: null });
    const recipient = failed.participants[0].address;
    expect(await report('message.delivered', { message_id: failed.message_id, recipient })).toBe(200);
    const delivered = await get(id);
    expect(delivered).toMatchObject({ status: 'delivered', failure_reason: null });
    expect(delivered.sent_at).not.toBeNull();
  });

  it('about a draft or an inbound message is about nothing that was sent', async () => {
    const id = await queue('back');
    box.behave({ rcpt: () => '451 later' });
    await deliver(id);
    const { message_id, participants } = await get(id);
    await ok('POST', `/api/communications/${id}/cancel`, {});
    const recipient = participants[0].address;
    expect(await report('message.delivered', { message_id, recipient })).toBe(202);
    expect(await get(id)).toMatchObject({ status: 'draft', participants: [{ delivery: null }] });
  });
});
