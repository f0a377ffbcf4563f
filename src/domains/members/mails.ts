// What the service writes to people whom a workspace invites: plain text, in the manner of a note.
import type { Mail } from '../../mail/mailer.ts';

export interface InvitationFacts {
  email: string;
  inviter: string;
  workspace: string;
  publicUrl: string;
  token: string;
}

/** The link leads to a page of the front end; the secret stands behind #, where no server on the way writes it down. */
export function invitationMail({ email, inviter, workspace, publicUrl, token }: InvitationFacts): Mail {
  return {
    to: email,
    subject: `Join ${workspace}`,
    text: [
      'Hello,',
      `${inviter} invites you to ${workspace}. Join within 7 days here:`,
      `${publicUrl}/accept-invitation#token=${token}`,
      'If you do not know what this is about, do nothing.',
    ].join('\n\n'),
  };
}
