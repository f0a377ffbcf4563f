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

/** Returns the notice that the platform changed the address of an account; sent to both addresses. */
export function emailCorrectedMail({ email, name }: Addressee, newEmail: string): Mail {
  return {
    to: email,
    subject: 'The address of your account was changed',
    text: [
      `Hello ${name},`,
      `the platform's support has changed the address of your account to ${newEmail}. Sign in with it from now on.`,
      'If you did not ask for this, inform the owner of your workspace at once.',
    ].join('\n\n'),
  };
}

/** Returns the notice that an account was suspended. */
export function accountSuspendedMail({ email, name }: Addressee): Mail {
  return {
    to: email,
    subject: 'Your account was suspended',
    text: [
      `Hello ${name},`,
      'your account was suspended by the operators of the platform. You are signed out, and you cannot sign in for now.',
      'The owner of your workspace can ask them why.',
    ].join('\n\n'),
  };
}

/** Returns the notice that a suspension was lifted. */
export function accountReactivatedMail({ email, name }: Addressee): Mail {
  return {
    to: email,
    subject: 'Your account is open again',
    text: [`Hello ${name},`, 'the suspension of your account was lifted. You can sign in again.'].join(
      '\n\n',
    ),
  };
}

/** Returns the notice that operators ended all sessions of a person. */
export function sessionsEndedByOperatorMail({ email, name }: Addressee): Mail {
  return {
    to: email,
    subject: 'Your devices were signed out',
    text: [
      `Hello ${name},`,
      'the operators of the platform have signed out all of your devices; please sign in again.',
    ].join('\n\n'),
  };
}

/** Returns the notice that operators removed the one-time codes of a person. */
export function mfaRemovedMail({ email, name }: Addressee, ticket: string): Mail {
  return {
    to: email,
    subject: 'Your one-time codes were removed',
    text: [
      `Hello ${name},`,
      `the platform's support has removed the one-time codes of your account (${ticket}) and signed out your devices.`,
      'Sign in with your password and set up new codes. If you did not ask for this, set a new password at once and inform the owner of your workspace.',
    ].join('\n\n'),
  };
}
