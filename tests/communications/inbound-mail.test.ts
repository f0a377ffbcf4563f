// Mail that a provider reports, as mail programs and strangers write it.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { startService, type TestService } from '../support/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape of responses is checked by the contract test
type Data = any;

const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;

let service: TestService;
let connection: string;
let count = 0;

async function ok(method: string, path: string, body?: unknown): Promise<Data> {
  const reply = await service.rest(method, path, body);
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body.data;
}

beforeAll(async () => {
  service = await startService();
  const key = await ok('POST', '/api/settings/api-keys', {
    label: 'Mail',
    provider: 'email_smtp',
    secret: 'smtp://127.0.0.1:1/?from=sales@acme.example',
    ingress_secret: SECRET,
  });
  connection = key.id;
});

afterAll(() => service?.stop());

/** Reports a mail. @returns the status of the answer, and the message that it became */
async function receive(fields: object): Promise<{ status: number; fields?: Data; message?: Data }> {
  const messageId = `mail-${++count}@northwind.example.com`;
  const data = {
    message_id: `<${messageId}>`,
    from: { address: 'ada@northwind.example.com' },
    to: [{ address: 'sales@acme.example' }],
    date: new Date().toISOString(),
    ...fields,
  };
  const body = JSON.stringify({ type: 'message.received', created_at: data.date, data });
  const id = crypto.randomUUID();
  const at = new Date();
  const response = await fetch(
    `${service.url}/api/communications/webhooks/generic?connection_id=${connection}`,
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
  const answer = (await response.json()) as Data;
  if (response.status >= 300) return { status: response.status, fields: answer.error.fields };
  const [newest] = await ok('GET', '/api/communications?sort=-created_at&pageSize=1');
  return { status: response.status, message: await ok('GET', `/api/communications/${newest.id}`) };
}

describe('an inbound mail', () => {
  it('is kept without what the database does not store', async () => {
    const { status, message } = await receive({
      subject: 'a\0b',
      text: 'one\0two \ud800',
      from: { address: 'ada@northwind.example.com', name: 'Ada\0 \udc00' },
      attachments: [
        { name: 'offer\0.pdf', mime: 'application/\0pdf', bytes: 3 },
        null,
        { name: 7, bytes: 'x' },
      ],
    });
    expect(status).toBe(200);
    expect(message).toMatchObject({
      subject: 'ab',
      body_text: 'onetwo \ufffd',
      attachments: [
        { name: 'offer.pdf', mime: 'application/pdf', bytes: 3 },
        { name: 'file', mime: null, bytes: null },
        { name: 'file', mime: null, bytes: null },
      ],
    });
    expect(message.participants[0].name).toBe('Ada \ufffd');
  });

  it('whose HTML is too long is kept as text', async () => {
    const { status, message } = await receive({ html: `<p>${'word '.repeat(120_000)}` });
    expect(status).toBe(200);
    expect(message.body_html).toBeNull();
    expect(message.body_text).toMatch(/^word word/);
    expect(message.body_text.length).toBeLessThanOrEqual(200_000);
  });

  it('has a Message-ID that no header of an answer can be made of', async () => {
    const { message } = await receive({ message_id: '<odd-id@x\r\nBcc: spy@example.org>' });
    expect(message.message_id).toBe('odd-id@x');
    const { status, fields } = await receive({ message_id: '<\r\n>' });
    expect([status, fields[0].path]).toEqual([400, 'data.message_id']);
  });

  it.each([
    ['a list', (id: string) => ({ references: [`<unknown@x>`, `<${id}>`] })],
    ['a header of several', (id: string) => ({ references: `<unknown@x>\r\n <${id}>` })],
    ['an In-Reply-To of two', (id: string) => ({ in_reply_to: `<unknown@x> <${id}>` })],
  ])('joins its thread by %s', async (_, headers) => {
    const { message: first } = await receive({ subject: 'First' });
    const { message } = await receive({ subject: 'Different', ...headers(first.message_id) });
    expect(message).toMatchObject({ thread_id: first.thread_id, in_reply_to: first.id });
  });

  it('of the same subject alone begins a thread of its own', async () => {
    const { message: first } = await receive({ subject: 'Re: Offer' });
    const { message } = await receive({ subject: 'Re: Offer' });
    expect(message.thread_id).not.toBe(first.thread_id);
  });

  it('that is reported again by another event, also at the same moment, is one message', async () => {
    const same = { message_id: '<twice@x>', subject: 'Twice' };
    const answers = await Promise.all([receive(same), receive(same), receive(same)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const found = await ok('GET', '/api/communications?q=twice');
    expect(found).toHaveLength(1);
  });
});
