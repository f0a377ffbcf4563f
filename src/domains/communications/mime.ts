// Builds a mail from a message. The library encodes all headers, so no text of a user can add one.
import type { MailConnector } from '../api-keys/mail-connectors.ts';
import { UNSUBSCRIBE_FIELD } from '../unsubscribe-field.ts';
import type { Communication } from './model.ts';
import type { Participant } from './participants.ts';

export interface OutgoingMail {
  message: Pick<Communication, 'subject' | 'bodyText' | 'bodyHtml' | 'messageId'>;
  recipients: readonly Pick<Participant, 'role' | 'address' | 'name'>[];
  from: MailConnector['from'];
  /** The Message-IDs of the thread, oldest first, without angle brackets. */
  references: readonly string[];
  inReplyTo: string | null;
  /** Where the recipient unsubscribes: at the end of the texts, and in the headers of RFC 8058. */
  unsubscribeUrl: string | null;
  date: Date;
}

/** Returns the bytes of a mail, without the addresses of blind copies. */
export async function buildMail(mail: OutgoingMail): Promise<Buffer> {
  const { message, recipients, from, references, inReplyTo, unsubscribeUrl, date } = mail;
  const of = (role: Participant['role']) =>
    recipients
      .filter((one) => one.role === role && one.address)
      .map(({ address, name }) => ({ address: address!, name: oneLine(name) }));
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const composer = new MailComposer({
    from: { address: from.address, name: oneLine(from.name) },
    to: of('to'),
    cc: of('cc'),
    subject: oneLine(message.subject),
    ...(message.bodyText !== null && {
      text: withLink(message.bodyText, unsubscribeUrl, textFooter(unsubscribeUrl)),
    }),
    ...(message.bodyHtml !== null && {
      html: withLink(message.bodyHtml, unsubscribeUrl, htmlFooter(unsubscribeUrl)),
    }),
    messageId: `<${message.messageId}>`,
    ...(inReplyTo && { inReplyTo: `<${inReplyTo}>` }),
    ...(references.length && { references: references.map((id) => `<${id}>`) }),
    date,
    ...(unsubscribeUrl && {
      headers: {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

/** Puts the unsubscribe link into a text: in place of its field, as campaigns have it, else at the end. */
function withLink(text: string, url: string | null, footer: string): string {
  if (!url) return text;
  const filled = text.replace(UNSUBSCRIBE_FIELD, url);
  return filled === text ? text + footer : filled;
}

function textFooter(unsubscribeUrl: string | null): string {
  return `\n\n-- \nUnsubscribe: ${unsubscribeUrl}\n`;
}

function htmlFooter(unsubscribeUrl: string | null): string {
  return `<hr><p><small><a href="${unsubscribeUrl}">Unsubscribe</a></small></p>`;
}

function oneLine(text: string | null): string {
  return text?.replace(/[\p{Cc}\s]+/gu, ' ').trim() ?? '';
}
