import { confirmPath } from '../../../contract/auth.ts';
import type { Config } from '../../config.ts';
import type { Mail } from '../../platform/mailer.ts';
import { lines } from './mails.ts';

/** To the mailbox that the account has: its owner agrees, or learns that somebody else tries. */
export function emailChangeMail(config: Config, to: string, wanted: string, secret: string): Mail {
  return {
    to,
    subject: `A new address for your account at ${config.product_name}?`,
    text: lines(
      `Your account at ${config.product_name} is to have a new address:`,
      wanted,
      'If it was you who asked, open this page and press the button. A mail went to the new address as well; the ' +
        'address changes when both are confirmed:',
      link(config, secret),
      'The link works once, for 24 hours. A newer mail makes it void.',
      'If it was not you, somebody knows your password: nothing has changed yet. Set a new password at once, which ' +
        'also ends this change:',
      `${config.public_url}/login`,
    ),
  };
}

/** To the mailbox that the account shall have. It does not say whose account: the mailbox may be a stranger's. */
export function newAddressMail(config: Config, to: string, secret: string): Mail {
  return {
    to,
    subject: `Confirm your new address for ${config.product_name}`,
    text: lines(
      `Somebody with an account at ${config.product_name} wants to sign in with this address from now on.`,
      'If it was you, open this page and press the button to confirm it:',
      link(config, secret),
      'The link works once, for 24 hours. A newer mail makes it void.',
      'If it was not you, ignore this mail: nothing changes.',
    ),
  };
}

/** To the new mailbox, where somebody else than the owner asked. */
export function emailCorrectionMail(config: Config, to: string, secret: string): Mail {
  return {
    to,
    subject: `Confirm your new email for ${config.product_name}`,
    text: lines(
      `An administrator entered this email for your account at ${config.product_name}.`,
      'Open this page and press the button to confirm it. From then on you sign in with this email:',
      link(config, secret),
      'The link works once, for 24 hours. A newer email replaces it.',
      'If you do not expect this, ignore it: nothing changes.',
    ),
  };
}

/** To the mailbox that the account has, of which nothing is asked. */
export function emailCorrectionNoticeMail(config: Config, to: string, wanted: string): Mail {
  return {
    to,
    subject: `Your email for ${config.product_name} is about to change`,
    text: lines(
      `An administrator asked to change the email of your account at ${config.product_name} to:`,
      wanted,
      'It changes when that mailbox confirms it. Until then you sign in as before.',
      'If this is wrong, cancel the change on your profile and tell your administrator:',
      `${config.public_url}/profile`,
    ),
  };
}

export function addressTakenMail(config: Config, to: string): Mail {
  return {
    to,
    subject: `You already have an account for ${config.product_name}`,
    text: lines(
      `Somebody tried to use this address for another account at ${config.product_name}.`,
      'An address belongs to one account only, and this one is yours: nothing has changed.',
      'If it was you, sign in here; there you can also ask for a new password:',
      `${config.public_url}/login`,
    ),
  };
}

/** To the mailbox that was. */
export function emailChangedMail(config: Config, to: string, email: string): Mail {
  return {
    to,
    subject: `Your address for ${config.product_name} was changed`,
    text: lines(
      `Your account at ${config.product_name} now has another address:`,
      email,
      'This mailbox can no longer be used for it. If this was not you, tell your administrator at once.',
    ),
  };
}

function link(config: Config, secret: string): string {
  return `${config.public_url}${confirmPath}?token_hash=${secret}&type=email_change`;
}
