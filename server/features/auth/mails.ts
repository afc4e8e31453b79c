import { confirmPath, resetPasswordPath } from '../../../contract/auth.ts';
import type { Config } from '../../config.ts';
import type { Mail } from '../../platform/mailer.ts';

/**
 * The texts of our mails. Addresses come from the configuration only, and nothing that a stranger typed
 * stands in a mail to somebody else.
 */
export function confirmationMail(config: Config, to: string, secret: string): Mail {
  return {
    to,
    subject: `Confirm your address for ${config.product_name}`,
    text: lines(
      `Somebody signed up for ${config.product_name} with this address.`,
      'If it was you, open this page and press the button to confirm it:',
      `${config.public_url}${confirmPath}?token_hash=${secret}&type=signup`,
      'The link works once, for 24 hours.',
      'If it was not you, ignore this mail: without the link no account comes to life. If you signed up more ' +
        'than once, use the newest mail.',
    ),
  };
}

export function alreadyRegisteredMail(config: Config, to: string): Mail {
  return {
    to,
    subject: `You already have an account for ${config.product_name}`,
    text: lines(
      `Somebody tried to sign up for ${config.product_name} with this address, which already has an account.`,
      'If it was you, sign in here. There you can also ask for a new password:',
      `${config.public_url}/login`,
      'If it was not you, there is nothing to do: your account is as it was.',
    ),
  };
}

export function recoveryMail(config: Config, to: string, secret: string): Mail {
  return {
    to,
    subject: `Set a new password for ${config.product_name}`,
    text: lines(
      `Somebody asked for a new password for your account at ${config.product_name}.`,
      'If it was you, open this page and choose one:',
      recoveryLink(config, secret),
      'The link works once, for one hour. A newer mail makes it void.',
      'If it was not you, ignore this mail: your password stays as it is.',
    ),
  };
}

export function invitationMail(config: Config, to: string, link: string): Mail {
  return {
    to,
    subject: `You are invited to ${config.product_name}`,
    text: lines(
      `An account for ${config.product_name} is prepared for this address.`,
      'To use it, open this page, press the button and choose a password:',
      link,
      'The link works once, for 24 hours. A newer invitation makes it void.',
      'If you do not expect it, ignore this mail.',
    ),
  };
}

/** To a mailbox whose invitation was meant for another one. */
export function invitationWithdrawnMail(config: Config, to: string): Mail {
  return {
    to,
    subject: `Your invitation to ${config.product_name} was withdrawn`,
    text: lines(
      `The invitation to ${config.product_name} that was sent to this email no longer works.`,
      'If you expected it, ask whoever invited you.',
    ),
  };
}

export function invitationLink(config: Config, secret: string): string {
  return `${config.public_url}${confirmPath}?token_hash=${secret}&type=invite`;
}

export function recoveryLink(config: Config, secret: string): string {
  return `${config.public_url}${resetPasswordPath}?token_hash=${secret}`;
}

export function passwordChangedMail(config: Config, to: string): Mail {
  return {
    to,
    subject: `Your password for ${config.product_name} was changed`,
    text: lines(
      `The password of your account at ${config.product_name} was just changed, and every other device was ` +
        'signed out.',
      'If it was not you, ask for a new password at once and tell your administrator:',
      `${config.public_url}/login`,
    ),
  };
}

/** Paragraphs of a mail. */
export function lines(...paragraphs: string[]): string {
  return `${paragraphs.join('\n\n')}\n`;
}
