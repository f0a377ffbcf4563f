// The invitation mail, in plain text.
import type { Mail } from '../../mail/mailer.ts';

export interface InvitationMailData {
  email: string;
  inviter: string;
  workspace: string;
  pagesUrl: string;
  token: string;
}

/** Builds the invitation mail. Its link holds the token after #, so that no server logs it. */
export function invitationMail({ email, inviter, workspace, pagesUrl, token }: InvitationMailData): Mail {
  return {
    to: email,
    subject: `Join ${workspace}`,
    text: [
      'Hello,',
      `${inviter} invites you to ${workspace}. Join within 7 days here:`,
      `${pagesUrl}/accept-invitation#token=${token}`,
      'If you did not expect this invitation, ignore this mail.',
    ].join('\n\n'),
  };
}
