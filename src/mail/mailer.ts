// Mail that goes out: by SMTP where it is configured, into the log in development, and by nothing in production without it.
import type { Transporter } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

const TIMEOUT_MS = 15_000;

/** Sends one mail. @throws what the SMTP server says; a job tries again */
export class Mailer {
  readonly #config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'production'>;
  #transport: Promise<Transporter> | undefined;

  constructor(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'production'>) {
    this.#config = config;
  }

  /** @param messageId the same at each attempt, so that a repeat is recognized */
  async send({ to, subject, text }: Mail, messageId: string, log: Log): Promise<void> {
    const { smtpUrl, mailFrom, production } = this.#config;
    if (smtpUrl) {
      this.#transport ??= connect(smtpUrl);
      const domain = /@([\w.-]+)>?$/.exec(mailFrom)?.[1] ?? 'localhost';
      const transport = await this.#transport;
      await transport.sendMail({
        from: mailFrom,
        to,
        subject,
        text,
        messageId: `<${messageId}@${domain}>`,
      });
    } else if (production) {
      throw new Error('mail cannot be sent: set SMTP_URL, such as smtps://user:password@mail.example.com');
    } else {
      log.info({ to, subject, text }, 'mail (set SMTP_URL to send it)');
    }
  }
}

/** Loads the client with the first mail: without SMTP there is none. */
async function connect(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport(smtpUrl, {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  } as never);
}
