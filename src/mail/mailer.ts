// Sends mail by SMTP. Without SMTP_URL, development writes mail to the log and production fails to send it.
import type { Transporter } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';

export interface Mail {
  to: string;
  replyTo?: string;
  subject: string;
  text: string;
}

const TIMEOUT_MS = 15_000;

/** Sends mail through the configured SMTP server. */
export class Mailer {
  readonly #config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'production'>;
  #transport: Promise<Transporter> | undefined;

  constructor(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'production'>) {
    this.#config = config;
  }

  /**
   * Sends one mail.
   * @param messageId the same at each attempt, so that mail servers recognize a repeat
   * @throws the error of the SMTP server; the job tries again
   */
  async send({ to, replyTo, subject, text }: Mail, messageId: string, log: Log): Promise<void> {
    const { smtpUrl, mailFrom, production } = this.#config;
    if (smtpUrl) {
      this.#transport ??= connect(smtpUrl);
      const domain = /@([\w.-]+)>?$/.exec(mailFrom)?.[1] ?? 'localhost';
      const transport = await this.#transport;
      await transport.sendMail({
        from: mailFrom,
        to,
        ...(replyTo && { replyTo }),
        subject,
        text,
        messageId: `<${messageId}@${domain}>`,
      });
    } else if (production) {
      throw new Error(
        'mail cannot be sent: set SMTP_URL to a URL such as smtps://user:password@mail.example.com',
      );
    } else {
      log.info({ to, subject, text }, 'mail (set SMTP_URL to send it)');
    }
  }
}

/** Loads the SMTP client when the first mail is sent. */
async function connect(smtpUrl: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport(smtpUrl, {
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  } as never);
}
