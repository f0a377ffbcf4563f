// The mail to the owners of a workspace that an operator enters.
import type { Mail } from '../../mail/mailer.ts';

interface Entry {
  operator: string;
  person: string;
  workspace: string;
  mode: 'read_only' | 'read_write';
  reason: string;
  ticket: string;
  expiresAt: Date;
}

/** Returns the notice that an operator acts as a member of the workspace. */
export function impersonationMail(
  { email, name }: { email: string; name: string },
  { operator, person, workspace, mode, reason, ticket, expiresAt }: Entry,
): Mail {
  const may =
    mode === 'read_only' ? 'sees what that person sees, and changes nothing' : 'may also make changes';
  return {
    to: email,
    subject: `The platform's support has entered ${workspace}`,
    text: [
      `Hello ${name},`,
      `${operator} of the platform acts as ${person} in ${workspace} until ${expiresAt.toISOString()}, and ${may}.`,
      `Reason: ${reason} (${ticket})`,
      'The audit log of the workspace shows every step. To end this and to keep support out, set allow_support_access to false in the settings of the workspace.',
    ].join('\n\n'),
  };
}
