// A process that is killed while it sends: a message that the mail server may have is never sent again, and one that it
// cannot have is sent once.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { sendDueCommunications } from '../../src/domains/communications/jobs.ts';
import { type MailBox, startMailBox } from '../support/mail-box.ts';
import { endProcesses, newFolder, start, stop } from '../support/process.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

// biome-ignore lint/suspicious/noExplicitAny: the shape of responses is checked by the contract test
type Data = any;

/** Longer than a killed process keeps its claim of a message. */
const CLAIM_SECONDS = 181;

let service: TestService;
let box: MailBox;
let settings: Record<string, string>;
let offset = 0;

beforeAll(async () => {
  const folder = newFolder();
  const shared = {
    SECRET_KEY: randomBytes(32).toString('hex'),
    CLOCK_OFFSET_FILE: join(folder, 'clock'),
    WEBHOOK_ALLOW_LOOPBACK: '1',
  };
  service = await startService(shared);
  box = await startMailBox();
  settings = { ...shared, DATABASE_URL: service.databaseUrl, DATA_DIR: folder, PORT: '0', DEMO: '0' };
  await ok('POST', '/api/settings/api-keys', {
    label: 'Mail',
    provider: 'email_smtp',
    secret: `smtp://127.0.0.1:${box.port}/?from=sales@acme.example`,
    is_default: true,
  });
});

afterAll(async () => {
  await endProcesses();
  await box?.stop();
  await service?.stop();
});

async function ok(method: string, path: string, body?: unknown): Promise<Data> {
  const as = await service.session(service.acme, 'owner');
  const reply = await service.rest(method, path, body, { as });
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.body.data;
}

async function queueMessage(address: string): Promise<string> {
  const { id } = await ok('POST', '/api/communications', {
    channel: 'email',
    status: 'draft',
    subject: 'Offer',
    body_text: 'Hello',
    participants: [{ role: 'to', address }],
  });
  await ok('POST', `/api/communications/${id}/send`, {});
  return id;
}

const mailsTo = (address: string) => box.mails.filter(({ recipients }) => recipients.includes(address));

const get = (id: string) => ok('GET', `/api/communications/${id}`);

/** Runs another process after the claim of the killed one has ended, until the message has its last status. */
async function sendAfterwards(id: string): Promise<Data> {
  offset += CLAIM_SECONDS;
  writeFileSync(settings.CLOCK_OFFSET_FILE!, String(offset));
  const { services, app } = service.server;
  await sendDueCommunications(services, app.log as never);
  const process = await start(settings);
  await until(async () => (await get(id)).status !== 'queued', 30_000);
  await stop(process);
  return get(id);
}

it('a process killed between the content and the answer of the server leaves a message that is not sent again', async () => {
  box.behave({ content: 'silent' });
  const id = await queueMessage('once@example.com');
  const process = await start(settings);
  await until(() => mailsTo('once@example.com').length === 1, 30_000);
  await stop(process, 'SIGKILL');
  box.behave({});
  expect(await sendAfterwards(id)).toMatchObject({ status: 'failed', failure_reason: 'unconfirmed' });
  expect(mailsTo('once@example.com')).toHaveLength(1);
});

it('a process killed before the content leaves a message that another process sends once', async () => {
  let greeted = 0;
  box.behave({
    rcpt: () => {
      greeted += 1;
      return '250-the rest of this answer never comes';
    },
  });
  const id = await queueMessage('later@example.com');
  const process = await start(settings);
  await until(() => greeted === 1, 30_000);
  await stop(process, 'SIGKILL');
  box.behave({});
  expect(await sendAfterwards(id)).toMatchObject({ status: 'sent', failure_reason: null });
  expect(mailsTo('later@example.com')).toHaveLength(1);
});
