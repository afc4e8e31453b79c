import { confirmPath } from '../../../../contract/auth/auth-links.ts';
import type { Config } from '../../../config/config.ts';
import type { Email } from '../../../platform/email/mailer.ts';
import { letter } from '../identities/account.emails.ts';

/** The owner agrees, or learns of somebody else's attempt. */
export function currentMailboxEmail(config: Config, to: string, wanted: string, secret: string): Email {
  return letter(
    to,
    `Change the email of your ${config.product_name} account?`,
    `Someone asked to change the email of your ${config.product_name} account to:`,
    wanted,
    'If it was you, open this page and press the button. We also sent a link to the new email. The change takes ' +
      'effect when you have opened both:',
    link(config, secret),
    'The link works once, for 24 hours. A newer link replaces it.',
    'If it was not you, someone knows your password. Nothing has changed yet. Set a new password now, which also ' +
      'stops this change:',
    `${config.public_url}/login`,
  );
}

/** It does not name the account, because the mailbox may be a stranger's. */
export function newMailboxEmail(config: Config, to: string, secret: string): Email {
  return letter(
    to,
    `Confirm your new email for ${config.product_name}`,
    `Someone wants to use this email to sign in to ${config.product_name}.`,
    'If it was you, open this page and press the button:',
    link(config, secret),
    'The link works once, for 24 hours. A newer link replaces it.',
    'If it was not you, ignore this message. Nothing changes.',
  );
}

export function correctionEmail(config: Config, to: string, secret: string): Email {
  return letter(
    to,
    `Confirm your new email for ${config.product_name}`,
    `An administrator set this as the new email of your ${config.product_name} account.`,
    'Open this page and press the button to confirm it. After that, you sign in with this email:',
    link(config, secret),
    'The link works once, for 24 hours. A newer link replaces it.',
    'If you did not expect this, ignore this message. Nothing changes.',
  );
}

/** This mailbox does not have to confirm. */
export function correctionNoticeEmail(config: Config, to: string, wanted: string): Email {
  return letter(
    to,
    `Your email for ${config.product_name} is about to change`,
    `An administrator is changing the email of your ${config.product_name} account to:`,
    wanted,
    'It changes when the new email is confirmed. Until then, you sign in as before.',
    'If this is wrong, cancel the change on your profile and tell your administrator:',
    `${config.public_url}/profile`,
  );
}

export function emailTakenEmail(config: Config, to: string): Email {
  return letter(
    to,
    `You already have an account for ${config.product_name}`,
    `Someone tried to use your email for another ${config.product_name} account.`,
    'An email can belong to only one account, and this one is yours. Nothing has changed.',
    'If it was you, sign in here. You can also ask for a new password there:',
    `${config.public_url}/login`,
  );
}

export function emailChangedEmail(config: Config, to: string, email: string): Email {
  return letter(
    to,
    `Your email for ${config.product_name} was changed`,
    `Your ${config.product_name} account now has a new email:`,
    email,
    'You no longer sign in with this one. If you did not expect this, tell your administrator now.',
  );
}

function link(config: Config, secret: string): string {
  return `${config.public_url}${confirmPath}?token_hash=${secret}&type=email_change`;
}
