// Sending through mail servers that behave and that do not: a message is never sent twice.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import PostalMime from 'postal-mime';
import { deliverCommunication } from '../../src/domains/communications/deliver.ts';
import { sendDueCommunications } from '../../src/domains/communications/jobs.ts';
import { type MailBox, startMailBox } from '../support/mail-box.ts';
import { startService, type TestService } from '../support/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape of responses is checked by the contract test
type Data = any;

let service: TestService;
let box: MailBox;

/** Calls with a new session, because the clock of the service is moved past the end of older ones. */
const call = async (method: string, path: string, body?: unknown) =>
  service.rest(method, path, body, { as: await service.session(service.acme, 'owner') });

async function ok(method: string, path: string, body?: unknown): Promise<Data> {
  const reply = await call(method, path, body);
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body.data;
}

let count = 0;
const draft = (fields: object = {}) =>
  ok('POST', '/api/communications', {
    channel: 'email',
    status: 'draft',
    subject: 'Offer',
    body_html: '<p>Hello &amp; welcome</p>',
    participants: [{ role: 'to', address: `person${++count}@example.com` }],
    ...fields,
  });

const get = (id: string) => ok('GET', `/api/communications/${id}`);

/** Runs the job of a message as the worker does. */
const deliver = (id: string) =>
  deliverCommunication(
    {
      services: service.server.services,
      log: service.server.app.log as never,
      tenantId: service.acme.id,
      requestId: 'test-send',
      jobId: '1',
      attempt: 1,
      signal: new AbortController().signal,
    },
    { id },
  );

const send = async (fields: object = {}) => {
  const { id } = await draft(fields);
  const queued = await ok('POST', `/api/communications/${id}/send`, {});
  expect(queued.status).toBe('queued');
  await deliver(id);
  return get(id);
};

let connector: { id: string };

beforeAll(async () => {
  service = await startService();
  box = await startMailBox();
});

afterAll(async () => {
  await box?.stop();
  await service?.stop();
});

describe('without a mail server', () => {
  it('nothing is sent and the draft stays a draft', async () => {
    const { id } = await draft();
    const reply = await call('POST', `/api/communications/${id}/send`, {});
    expect([reply.status, reply.body.error.code]).toEqual([409, 'CONNECTOR_NOT_CONFIGURED']);
    expect(await get(id)).toMatchObject({ status: 'draft', version: 1 });
    const key = await ok('POST', '/api/settings/api-keys', {
      label: 'Mail without sender',
      provider: 'email_smtp',
      secret: `smtp://127.0.0.1:${box.port}/`,
    });
    const again = await call('POST', `/api/communications/${id}/send`, {});
    expect(again.body.error).toMatchObject({
      code: 'CONNECTOR_NOT_CONFIGURED',
      details: { reason: 'no_from' },
    });
    await ok('DELETE', `/api/settings/api-keys/${key.id}`);
    connector = await ok('POST', '/api/settings/api-keys', {
      label: 'Mail',
      provider: 'email_smtp',
      secret: `smtp://127.0.0.1:${box.port}/?from=Acme%20Sales%20%3Csales@acme.example%3E`,
      is_default: true,
    });
    expect(connector.id).toBeTruthy();
  });
});

describe('a sent message', () => {
  it('reaches every recipient once, with clean headers and no blind copy', async () => {
    const contact = await ok('POST', '/api/contacts', { first_name: 'Eve', email: 'eve@example.com' });
    const message = await send({
      subject: 'Offer\r\nBcc: spy@example.org',
      participants: [
        { role: 'to', contact_id: contact.id },
        { role: 'bcc', address: 'hidden@example.com', name: 'X\r\nX-Evil: 1' },
      ],
    });
    expect(message).toMatchObject({ status: 'sent', failure_reason: null });
    expect(message.participants.map(({ delivery }: Data) => delivery.state)).toEqual(['sent', 'sent']);
    const { recipients, source } = box.mails.at(-1)!;
    expect(recipients.sort()).toEqual(['eve@example.com', 'hidden@example.com']);
    expect(source).not.toMatch(/^(bcc|x-evil):/im);
    expect(source).not.toContain('hidden@example.com');
    const mail = await PostalMime.parse(source);
    expect(mail).toMatchObject({
      subject: 'Offer Bcc: spy@example.org',
      from: { address: 'sales@acme.example', name: 'Acme Sales' },
      messageId: `<${message.message_id}>`,
    });
    expect(mail.text?.trim()).toBe('Hello & welcome');
    expect(mail.html).toContain('<p>Hello &amp; welcome</p>');
    const mails = box.mails.length;
    await deliver(message.id);
    expect(box.mails).toHaveLength(mails);
    const again = await call('POST', `/api/communications/${message.id}/send`, {});
    expect([again.status, again.body.error.code]).toEqual([409, 'INVALID_STATE_TRANSITION']);
    const lines = await ok('GET', `/api/contacts/${contact.id}/activity`);
    expect(lines.filter(({ type }: Data) => type === 'email')).toHaveLength(1);
    const answer = await send({
      in_reply_to: message.id,
      participants: [{ role: 'to', contact_id: contact.id }],
    });
    const { inReplyTo, references } = await PostalMime.parse(box.mails.at(-1)!.source);
    expect([inReplyTo, references]).toEqual([`<${message.message_id}>`, `<${message.message_id}>`]);
    expect(answer.thread_id).toBe(message.thread_id);
  });

  it('to which some recipients are refused is sent to the others, and their addresses are suppressed', async () => {
    box.behave({ rcpt: (address) => (address.startsWith('gone') ? '550 no such user' : undefined) });
    const message = await send({
      participants: [
        { role: 'to', address: 'gone@example.com' },
        { role: 'to', address: 'here@example.com' },
      ],
    });
    expect(message.status).toBe('sent');
    expect(message.participants.map(({ delivery }: Data) => delivery.state)).toEqual(['bounced', 'sent']);
    const next = await draft({ participants: [{ role: 'to', address: 'gone@example.com' }] });
    const refused = await call('POST', `/api/communications/${next.id}/send`, {});
    expect(refused.body.error).toMatchObject({
      code: 'RECIPIENT_SUPPRESSED',
      details: { recipients: [{ address: 'gone@example.com', contact_id: null, reason: 'bounced' }] },
    });
    const all = await send({ participants: [{ role: 'to', address: 'gone2@example.com' }] });
    expect(all).toMatchObject({ status: 'bounced', failure_reason: 'recipients' });
    box.behave({});
  });

  it('is tried again after 1, 5 and 30 minutes, then fails', async () => {
    box.behave({ rcpt: () => '451 later' });
    const { id } = await draft();
    await ok('POST', `/api/communications/${id}/send`, {});
    const mails = box.mails.length;
    let clock = 0;
    for (const minutes of [1, 5, 30]) {
      await deliver(id);
      expect((await get(id)).status).toBe('queued');
      await deliver(id);
      clock += minutes * 60 + 1;
      service.advance(clock);
    }
    await deliver(id);
    expect(await get(id)).toMatchObject({ status: 'failed', failure_reason: 'connector' });
    expect(box.mails).toHaveLength(mails);
    box.behave({});
    await ok('POST', `/api/communications/${id}/send`, {});
    await deliver(id);
    expect((await get(id)).status).toBe('sent');
  });

  it.each([
    ['no answer', 'drop', { status: 'failed', failure_reason: 'unconfirmed' }],
    ['the answer to wait', '451 try later', { status: 'queued' }],
    ['a refusal', '554 no', { status: 'bounced', failure_reason: 'smtp_554' }],
  ])('is not repeated at once after %s to its content', async (_, content, expected) => {
    box.behave({ content });
    const { id } = await draft();
    await ok('POST', `/api/communications/${id}/send`, {});
    const mails = box.mails.length;
    await deliver(id);
    expect(box.mails).toHaveLength(mails + 1);
    expect(await get(id)).toMatchObject(expected);
    await deliver(id);
    expect(box.mails).toHaveLength(mails + 1);
    box.behave({});
  });

  it('whose process died after the hand-over is unconfirmed and not sent again', async () => {
    const { id } = await draft();
    await ok('POST', `/api/communications/${id}/send`, {});
    const { database, clock } = service.server.services;
    const mails = box.mails.length;
    // What a process leaves behind that was killed between DATA and the answer.
    await database.write({ tenantId: service.acme.id }, ({ db }) =>
      db('communications')
        .where({ id })
        .update({
          claim_id: crypto.randomUUID(),
          claimed_until: new Date(clock.now().getTime() + 60_000),
          handed_over_at: clock.now(),
        }),
    );
    await deliver(id);
    expect((await get(id)).status).toBe('queued');
    const cancelled = await call('POST', `/api/communications/${id}/cancel`, {});
    expect(cancelled.status).toBe(409);
    await database.write({ tenantId: service.acme.id }, ({ db }) =>
      db('communications').where({ id }).update({ claimed_until: clock.now() }),
    );
    await deliver(id);
    expect(await get(id)).toMatchObject({ status: 'failed', failure_reason: 'unconfirmed' });
    expect(box.mails).toHaveLength(mails);
  });

  it('sent by two workers at the same time leaves once', async () => {
    const { id } = await draft();
    await ok('POST', `/api/communications/${id}/send`, {});
    const mails = box.mails.length;
    await Promise.all([deliver(id), deliver(id), deliver(id)]);
    expect((await get(id)).status).toBe('sent');
    expect(box.mails).toHaveLength(mails + 1);
  });
});

describe('a scheduled message', () => {
  it('can be cancelled, and leaves when its time has come', async () => {
    const { id } = await draft();
    const now = service.server.services.clock.now().getTime();
    for (const at of [now - 1000, now + 400 * 86_400_000]) {
      const reply = await call('POST', `/api/communications/${id}/send`, {
        scheduled_at: new Date(at).toISOString(),
      });
      expect([reply.status, reply.body.error.fields[0].path]).toEqual([400, 'scheduled_at']);
    }
    const at = new Date(now + 3_600_000).toISOString();
    const scheduled = await ok('POST', `/api/communications/${id}/send`, { scheduled_at: at });
    expect(scheduled).toMatchObject({ status: 'scheduled', scheduled_at: at });
    const edited = await call('PATCH', `/api/communications/${id}`, { subject: 'Later' });
    expect(edited.body.error).toMatchObject({ code: 'CONFLICT', details: { reason: 'not_editable' } });
    expect(await ok('POST', `/api/communications/${id}/cancel`, {})).toMatchObject({
      status: 'draft',
      scheduled_at: null,
    });
    await ok('POST', `/api/communications/${id}/send`, { scheduled_at: at });
    await deliver(id);
    expect((await get(id)).status).toBe('scheduled');
    service.advance((Date.parse(at) - Date.now()) / 1000 + 60);
    await sendDueCommunications(service.server.services, service.server.app.log as never);
    await deliver(id);
    expect((await get(id)).status).toBe('sent');
  });
});

describe('a contact who must not be written to', () => {
  it('refuses the whole message, also when its time comes', async () => {
    const contact = await ok('POST', '/api/contacts', { first_name: 'Opt', email: 'out@example.com' });
    const { id } = await draft({
      participants: [
        { role: 'to', contact_id: contact.id },
        { role: 'cc', address: 'in@example.com' },
      ],
    });
    await ok('POST', `/api/communications/${id}/send`, {});
    await ok('PUT', `/api/contacts/${contact.id}/consent`, { email: { state: 'opted_out' } });
    await deliver(id);
    expect(await get(id)).toMatchObject({ status: 'failed', failure_reason: 'recipient_suppressed' });
    const again = await call('POST', `/api/communications/${id}/send`, {});
    expect(again.body.error.details.recipients).toEqual([
      { address: 'out@example.com', contact_id: contact.id, reason: 'opted_out' },
    ]);
  });
});

describe('an agent', () => {
  it('queues its send with a preview of recipients, subject, text and HTML, and changes nothing', async () => {
    const body_html = '<p>Hello, <b>wire the money</b></p>';
    const { id } = await draft({ subject: 'By agent', body_text: 'Hello', body_html });
    const reply = await service.rest(
      'POST',
      `/api/communications/${id}/send`,
      {},
      {
        as: service.acme.agent,
        headers: { 'idempotency-key': crypto.randomUUID() },
      },
    );
    expect(reply.status).toBe(202);
    expect((await get(id)).status).toBe('draft');
    const proposal = await ok('GET', `/api/agent/actions/proposals/${reply.body.data.proposal_id}`);
    const preview = Object.fromEntries(proposal.preview.map(({ field, to }: Data) => [field, to]));
    expect(preview).toMatchObject({
      subject: 'By agent',
      text: 'Hello',
      html: body_html,
      recipients: [{ role: 'to' }],
      status: 'queued',
    });
  });
});
