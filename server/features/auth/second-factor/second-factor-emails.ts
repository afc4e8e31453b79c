import type { Config } from '../../../config/config.ts';
import type { Email } from '../../../kernel/email/mailer.ts';
import { lines } from '../identities/emails.ts';

/** The emails to the owner of an account about its second factor. They contain no text that a user typed. */
export function factorAddedEmail(config: Config, to: string): Email {
  return {
    to,
    subject: `A second factor was set up for ${config.product_name}`,
    text: lines(
      `Signing in to your account at ${config.product_name} now also takes a code from the authenticator app that was ` +
        'just set up. Devices that had not entered a code were signed out.',
      ...notYou(config),
    ),
  };
}

export function factorRemovedEmail(config: Config, to: string): Email {
  return {
    to,
    subject: `A second factor was removed from ${config.product_name}`,
    text: lines(
      `An authenticator app was just removed from your account at ${config.product_name}. Its codes no longer work there.`,
      ...notYou(config),
    ),
  };
}

export function factorResetEmail(config: Config, to: string): Email {
  return {
    to,
    subject: `Your second factor for ${config.product_name} was reset`,
    text: lines(
      `An administrator removed the second factor from your account at ${config.product_name}, with its recovery codes, ` +
        'and signed out all your devices.',
      'Your password did not change. After you sign in, set up an authenticator app again on your profile:',
      `${config.public_url}/profile`,
      'If you did not ask for this, tell your administrator now.',
    ),
  };
}

export function recoveryCodeUsedEmail(config: Config, to: string, left: number): Email {
  const rest = left === 0 ? 'None is left' : left === 1 ? 'One is left' : `${left} are left`;
  return {
    to,
    subject: `A recovery code was used for ${config.product_name}`,
    text: lines(
      `Somebody who knows your password just signed in to your account at ${config.product_name} with one of your ` +
        `recovery codes. ${rest}. You can make new ones on your profile.`,
      ...notYou(config),
    ),
  };
}

export function wrongCodesEmail(config: Config, to: string): Email {
  return {
    to,
    subject: `Wrong codes were entered for your account at ${config.product_name}`,
    text: lines(
      `Somebody signed in to your account at ${config.product_name} with the right password and then entered several ` +
        'wrong codes. They did not get in.',
      ...notYou(config),
    ),
  };
}

function notYou(config: Config): string[] {
  return [
    'If it was not you, choose a new password now and tell your administrator:',
    `${config.public_url}/login`,
  ];
}
