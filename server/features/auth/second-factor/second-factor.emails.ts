import type { Config } from '../../../config/config.ts';
import type { Email } from '../../../platform/email/mailer.ts';
import { letter } from '../identities/account.emails.ts';

/** No email contains text that a user typed. */
export function factorAddedEmail(config: Config, to: string): Email {
  return letter(
    to,
    `A second factor was set up for ${config.product_name}`,
    `An authenticator app was just set up for your ${config.product_name} account. From now on, signing in takes a code ` +
      'from it. Devices that had not entered a code were signed out.',
    ...notYou(config),
  );
}

export function factorRemovedEmail(config: Config, to: string): Email {
  return letter(
    to,
    `A second factor was removed from ${config.product_name}`,
    `An authenticator app was just removed from your ${config.product_name} account. Its codes no longer work.`,
    ...notYou(config),
  );
}

export function factorResetEmail(config: Config, to: string): Email {
  return letter(
    to,
    `Your second factor for ${config.product_name} was reset`,
    `An administrator removed the second factor and the recovery codes of your ${config.product_name} account and signed ` +
      'out all your devices.',
    'Your password did not change. After you sign in, set up an authenticator app again on your profile:',
    `${config.public_url}/profile`,
    'If you did not ask for this, tell your administrator now.',
  );
}

export function recoveryCodeUsedEmail(config: Config, to: string, left: number): Email {
  const rest = left === 0 ? 'None is left' : left === 1 ? 'One is left' : `${left} are left`;
  return letter(
    to,
    `A recovery code was used for ${config.product_name}`,
    `Someone who knows your password just signed in to your ${config.product_name} account with one of your recovery ` +
      `codes. ${rest}. You can create new codes on your profile.`,
    ...notYou(config),
  );
}

export function wrongCodesEmail(config: Config, to: string): Email {
  return letter(
    to,
    `Wrong codes were entered for your ${config.product_name} account`,
    `Someone entered the right password for your ${config.product_name} account and then several wrong codes. They did ` +
      'not get in.',
    ...notYou(config),
  );
}

function notYou(config: Config): string[] {
  return [
    'If it was not you, choose a new password now and tell your administrator:',
    `${config.public_url}/login`,
  ];
}
