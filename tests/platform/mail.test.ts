// Mail is sent after the commit through a real SMTP server, and a temporary failure neither loses nor doubles it.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startWorker, type Worker } from '../../src/jobs/worker.ts';
import { queueMail } from '../../src/mail/queue.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { startService, type TestService } from '../support/service.ts';

let mail: MailServer;
let service: TestService;
let worker: Worker;

beforeAll(async () => {
  mail = await startMailServer();
  service = await startService({ SMTP_URL: mail.url, MAIL_FROM: 'Acme <hello@acme.example>' });
  const { services, app } = service.server;
  worker = await startWorker(services, service.databaseUrl, app.log);
});

afterAll(async () => {
  await worker?.stop();
  await service?.stop();
  await mail?.stop();
});

const letter = (to: string) => ({
  to,
  subject: 'Grüße, and welcome',
  text: 'Your link: https://acme.example/x?y=1',
});

describe('a mail', () => {
  it('is sent once after its transaction has committed', async () => {
    const { services } = service.server;
    await services.database.write({}, ({ db }) => queueMail({ db, services }, letter('ada@example.com')));
    const received = await mail.next('ada@example.com');
    expect(received).toMatchObject({ from: 'hello@acme.example', subject: 'Grüße, and welcome' });
    expect(received.text).toContain('https://acme.example/x?y=1');
  });

  it('is never sent for a transaction that was rolled back', async () => {
    const { services } = service.server;
    await expect(
      services.database.write({}, async ({ db }) => {
        await queueMail({ db, services }, letter('nobody@example.com'));
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await services.database.write({}, ({ db }) => queueMail({ db, services }, letter('later@example.com')));
    await mail.next('later@example.com');
    await sleep(100);
    expect(mail.to('nobody@example.com')).toEqual([]);
  });

  it('is stored in the queue with its address and text encrypted', async () => {
    const { services } = service.server;
    await worker.stop();
    await services.database.write({}, ({ db }) => queueMail({ db, services }, letter('sealed@example.com')));
    const { default: pg } = await import('pg');
    const client = new pg.Client({ connectionString: service.databaseUrl });
    await client.connect();
    const { rows } = await client.query('select payload::text from graphile_worker._private_jobs');
    await client.end();
    const stored = JSON.stringify(rows);
    expect(stored).toContain('sealed');
    expect(stored).not.toContain('sealed@example.com');
    expect(stored).not.toContain('acme.example');
    worker = await startWorker(services, service.databaseUrl, service.server.app.log);
    await mail.next('sealed@example.com');
  });
});
