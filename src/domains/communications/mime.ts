// Builds a mail from a message. The library encodes all headers, so no text of a user can add one.
import type { MailConnector } from '../api-keys/mail-connectors.ts';
import type { Communication } from './model.ts';
import type { Participant } from './participants.ts';
import { UNSUBSCRIBE_PATH } from './unsubscribe-token.ts';

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
      text: message.bodyText + textFooter(unsubscribeUrl, message.bodyText),
    }),
    ...(message.bodyHtml !== null && {
      html: message.bodyHtml + htmlFooter(unsubscribeUrl, message.bodyHtml),
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

/** Returns whether a text has the link already, as that of a campaign does. */
function hasLink(text: string | null): boolean {
  return text?.includes(UNSUBSCRIBE_PATH) ?? false;
}

function textFooter(unsubscribeUrl: string | null, text: string | null): string {
  return unsubscribeUrl && !hasLink(text) ? `\n\n-- \nUnsubscribe: ${unsubscribeUrl}\n` : '';
}

function htmlFooter(unsubscribeUrl: string | null, html: string | null): string {
  return unsubscribeUrl && !hasLink(html)
    ? `<hr><p><small><a href="${unsubscribeUrl}">Unsubscribe</a></small></p>`
    : '';
}

function oneLine(text: string | null): string {
  return text?.replace(/[\p{Cc}\s]+/gu, ' ').trim() ?? '';
}
