// The mails about accounts, as plain text.
import type { Mail } from '../../mail/mailer.ts';

interface Addressee {
  email: string;
  name: string;
}

/**
 * Returns the mail with the reset link. The token follows #, so that browsers do not send it to servers, which might
 * log it.
 */
export function passwordResetMail({ email, name }: Addressee, pagesUrl: string, token: string): Mail {
  return {
    to: email,
    subject: 'Set a new password',
    text: [
      `Hello ${name},`,
      'somebody, hopefully you, asked for a new password. Set it within the next hour here:',
      `${pagesUrl}/reset-password#token=${token}`,
      'If it was not you, do nothing: your password stays as it is.',
    ].join('\n\n'),
  };
}

/** Returns the notice that a password was changed. */
export function passwordChangedMail({ email, name }: Addressee): Mail {
  return {
    to: email,
    subject: 'Your password was changed',
    text: [
      `Hello ${name},`,
      'the password of your account was changed, and your other devices were signed out.',
      'If it was not you, ask for a new password at once and inform the owner of your workspace.',
    ].join('\n\n'),
  };
}

/** Returns the notice that one-time codes were switched off. */
export function mfaDisabledMail({ email, name }: Addressee): Mail {
  return {
    to: email,
    subject: 'One-time codes were switched off',
    text: [
      `Hello ${name},`,
      'your account no longer asks for a one-time code at sign-in.',
      'If it was not you, set a new password at once and switch them on again.',
    ].join('\n\n'),
  };
}

/** Returns the notice that a session was ended because its refresh token was reused. */
export function sessionEndedMail({ email, name }: Addressee): Mail {
  return {
    to: email,
    subject: 'A device was signed out',
    text: [
      `Hello ${name},`,
      'a sign-in token of one of your devices was used again after it had been replaced. Somebody may have copied it, so we signed the device out; please sign in on it again.',
      'If this happens again, set a new password.',
    ].join('\n\n'),
  };
}
