// An SMTP server that stores the mail it receives.
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  from: string | undefined;
  to: string[];
  subject: string | undefined;
  text: string;
}

export interface MailServer {
  /** The value for SMTP_URL. */
  url: string;
  /** Returns the mails to an address, oldest first. */
  to(address: string): ReceivedMail[];
  /** Waits for the first mail to an address that no earlier call returned. */
  next(address: string): Promise<ReceivedMail>;
  stop(): Promise<void>;
}

const PATIENCE_MS = 60_000;

export async function startMailServer(): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const readCounts = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Mailboxes that do not exist.
    onRcptTo({ address }, _session, done) {
      done(
        address.startsWith('nobody') ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null,
      );
    },
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      const { from, subject, text } = await PostalMime.parse(Buffer.concat(chunks));
      const to = envelope.rcptTo.map(({ address }) => address);
      mails.push({ from: from?.address, to, subject, text: text ?? '' });
      done();
    },
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.server.address() as AddressInfo;
  const to = (address: string) => mails.filter((mail) => mail.to.includes(address));
  return {
    url: `smtp://127.0.0.1:${port}`,
    to,
    async next(address) {
      const nth = readCounts.get(address) ?? 0;
      const end = Date.now() + PATIENCE_MS;
      while (to(address).length <= nth) {
        if (Date.now() > end) throw new Error(`no mail arrived for ${address}`);
        await sleep(20);
      }
      readCounts.set(address, nth + 1);
      return to(address)[nth]!;
    },
    stop: () => new Promise((done) => server.close(() => done())),
  };
}
