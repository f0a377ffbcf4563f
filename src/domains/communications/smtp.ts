// Hands one message to a mail server, and says exactly what the server has answered.
import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Egress } from '../../egress/egress.ts';
import { isLoopbackName } from '../../egress/rules.ts';
import type { MailConnector } from '../api-keys/mail-connectors.ts';

/** Time for each step of the connection, and for the whole of it; the claim of a message lasts longer. */
const STEP_MS = 20_000;
const WHOLE_MS = 90_000;

/** What became of a message. */
export type SmtpOutcome =
  /** Accepted for all recipients but the refused ones, which may be all. */
  | { kind: 'answered'; refused: RefusedRecipient[] }
  /** The content is refused for good, for every recipient. */
  | { kind: 'refused'; reason: string }
  /** Nothing was accepted, and the same attempt may succeed later. */
  | { kind: 'later'; reason: string }
  /** The content was handed over, but no answer came. */
  | { kind: 'unconfirmed' }
  /** Somebody else took the message meanwhile; nothing was handed over. */
  | { kind: 'withdrawn' };

export interface RefusedRecipient {
  address: string;
  /** The reply code of SMTP, such as 550. */
  code: number;
}

interface SmtpError extends Error {
  responseCode?: number;
  command?: string;
  rejected?: string[];
  rejectedErrors?: (SmtpError & { recipient?: string })[];
}

export interface SmtpMessage {
  recipients: string[];
  content: Buffer;
}

/**
 * Sends a message.
 * @param beforeContent called when the server is ready for the content and before any of it is sent; if it returns false, the
 *   connection is closed instead
 */
export async function sendBySmtp(
  egress: Egress,
  connector: MailConnector,
  { recipients, content }: SmtpMessage,
  beforeContent: () => Promise<boolean>,
): Promise<SmtpOutcome> {
  const { host, port, isTls, user, password, from } = connector;
  let state: 'waiting' | 'withdrawn' | 'handed_over' = 'waiting';
  let connection: SMTPConnection | undefined;
  try {
    const address = await egress.mailServerAddress(host, port);
    const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection');
    connection = new SMTPConnection({
      ...{ host: address, port, secure: isTls, name: domainOf(from.address) },
      tls: { servername: host },
      // A password is never sent in plain text, whatever the server offers; a server of this machine is for development.
      requireTLS: user !== null && !isLoopbackName(host),
      ...{ connectionTimeout: STEP_MS, greetingTimeout: STEP_MS, socketTimeout: STEP_MS },
    });
    const session = new Session(connection);
    await session.connect();
    if (user) await session.login(user, password ?? '');
    // The library reads the stream only after the server has answered DATA with 354.
    const stream = Readable.from(
      (async function* () {
        if (!(await beforeContent())) {
          state = 'withdrawn';
          throw new Error('the message was withdrawn');
        }
        state = 'handed_over';
        yield content;
      })(),
    );
    const { rejectedErrors = [] } = await session.send({ from: from.address, to: recipients }, stream);
    connection.quit();
    return { kind: 'answered', refused: refusedOf(rejectedErrors) };
  } catch (error) {
    connection?.close();
    return outcomeOf(error as SmtpError, state, recipients.length);
  }
}

/** A connection whose callbacks are promises; an error of the connection rejects the one that waits. */
class Session {
  readonly #connection: SMTPConnection;
  readonly #failed: Promise<never>;

  constructor(connection: SMTPConnection) {
    this.#connection = connection;
    this.#failed = new Promise((_, reject) => {
      connection.once('error', reject);
      connection.once('end', () => reject(new Error('the connection was closed')));
      setTimeout(() => reject(new Error('the mail server took too long')), WHOLE_MS).unref();
    });
    // Nobody may wait for it when it is rejected.
    this.#failed.catch(() => undefined);
  }

  connect(): Promise<unknown> {
    return this.#step((done) => this.#connection.connect(done));
  }

  login(user: string, pass: string): Promise<unknown> {
    return this.#step((done) => this.#connection.login({ credentials: { user, pass } } as never, done));
  }

  send(envelope: { from: string; to: string[] }, stream: Readable): Promise<SmtpError> {
    return this.#step((done) => this.#connection.send(envelope, stream, done as never)) as Promise<SmtpError>;
  }

  #step(run: (done: (error?: Error | null, result?: unknown) => void) => void): Promise<unknown> {
    const step = new Promise((resolve, reject) => {
      run((error, result) => (error ? reject(error) : resolve(result)));
    });
    return Promise.race([step, this.#failed]);
  }
}

function outcomeOf(
  error: SmtpError,
  state: 'waiting' | 'withdrawn' | 'handed_over',
  recipientCount: number,
): SmtpOutcome {
  if (state === 'withdrawn') return { kind: 'withdrawn' };
  const { responseCode: code = 0 } = error;
  if (state === 'handed_over' && !code) return { kind: 'unconfirmed' };
  // DATA and the content are the message; what comes before is the sender and the connection, which can be mended.
  if (code >= 500 && (state === 'handed_over' || error.command === 'DATA'))
    return { kind: 'refused', reason: `smtp_${code}` };
  const refused = refusedOf(error.rejectedErrors ?? []);
  if (refused.length === recipientCount) return { kind: 'answered', refused };
  return { kind: 'later', reason: code ? `smtp_${code}` : 'connection' };
}

function refusedOf(errors: readonly (SmtpError & { recipient?: string })[]): RefusedRecipient[] {
  return errors.map(({ recipient = '', responseCode = 550 }) => ({ address: recipient, code: responseCode }));
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}
