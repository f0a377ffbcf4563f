// The mails of rooms, as plain text.
import type { Mail } from '../../mail/mailer.ts';

export interface RoomInvitation {
  email: string;
  name: string;
  room: string;
  inviter: string;
  /** Where answers go. */
  replyTo?: string;
  message: string | null;
  url: string;
}

/** Returns the invitation with the link of the contact. */
export function invitationMail({ email, name, room, inviter, replyTo, message, url }: RoomInvitation): Mail {
  return {
    to: email,
    ...(replyTo && { replyTo }),
    subject: `${oneLine(inviter)} shares “${oneLine(room)}” with you`,
    text: [
      `Hello ${name},`,
      `${inviter} shares “${room}” with you.`,
      ...(message ? [message] : []),
      `Open it here. The link is for you alone; we confirm your address by a code:\n${url}`,
    ].join('\n\n'),
  };
}

/** Returns the mail with the code that proves an address; no other number of six digits is in it. */
export function codeMail(email: string, room: string, code: string): Mail {
  const title = oneLine(room).replace(/\d{6,}/g, '…');
  return {
    to: email,
    subject: `Your code for “${title}”`,
    text: [
      `Your code for “${title}” is ${code}.`,
      'It is valid for ten minutes. If you did not ask for it, ignore this mail.',
    ].join('\n\n'),
  };
}

/** Returns a text without line breaks, for a subject. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
