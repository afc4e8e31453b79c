import { confirmPath, type LinkType, resetPasswordPath } from '../../../../contract/auth/auth-links.ts';
import type { Config } from '../../../config/config.ts';
import type { Email } from '../../../platform/email/mailer.ts';

/** Links come from the configuration only, and no email contains text that a stranger typed. */
export function confirmationEmail(config: Config, to: string, secret: string): Email {
  return letter(
    to,
    `Confirm your email for ${config.product_name}`,
    `Someone signed up for ${config.product_name} with your email.`,
    'If it was you, open this page and press the button:',
    confirmLink(config, secret, 'signup'),
    'The link works once, for 24 hours. If you signed up more than once, use the newest email.',
    'If it was not you, ignore this message. There is no account until the link is used.',
  );
}

export function alreadyRegisteredEmail(config: Config, to: string): Email {
  return letter(
    to,
    `You already have an account for ${config.product_name}`,
    `Someone tried to sign up for ${config.product_name} with your email. You already have an account.`,
    'If it was you, sign in here. You can also ask for a new password there:',
    `${config.public_url}/login`,
    'If it was not you, there is nothing to do. Your account did not change.',
  );
}

export function recoveryEmail(config: Config, to: string, secret: string): Email {
  return letter(
    to,
    `Set a new password for ${config.product_name}`,
    `Someone requested a password reset for your ${config.product_name} account.`,
    'If it was you, open this page and choose a new password:',
    recoveryLink(config, secret),
    'The link works once, for one hour. A newer link replaces it.',
    'If it was not you, ignore this message. Your password did not change.',
  );
}

export function invitationEmail(
  config: Config,
  to: string,
  link: string,
  { name, location_names }: { name: string; location_names: readonly string[] },
): Email {
  const where = location_names.length > 0 ? `, for ${listOf(location_names)}` : '';
  const days = config.invitation_days === 1 ? '1 day' : `${config.invitation_days} days`;
  return letter(
    to,
    `You are invited to ${config.product_name}`,
    `${name} invited you to ${config.product_name}${where}.`,
    'Open this page, press the button, and choose a password:',
    link,
    `The link works once, for ${days}. A newer invitation replaces it.`,
    'If you did not expect this, ignore this message.',
  );
}

/** 'A', 'A and B', 'A, B and C', 'A, B, C and 2 more locations'. */
function listOf(names: readonly string[]): string {
  const shown = names.length > 4 ? names.slice(0, 3) : names.slice(0, -1);
  const last = names.length > 4 ? `${names.length - 3} more locations` : names.slice(-1).join();
  return shown.length > 0 ? `${shown.join(', ')} and ${last}` : last;
}

export function invitationWithdrawnEmail(config: Config, to: string): Email {
  return letter(
    to,
    `Your invitation to ${config.product_name} was withdrawn`,
    `The invitation to ${config.product_name} that was sent to you no longer works.`,
    'If you expected it, ask the person who invited you.',
  );
}

export function confirmLink(config: Config, secret: string, type: LinkType): string {
  return `${config.public_url}${confirmPath}?token_hash=${secret}&type=${type}`;
}

export function recoveryLink(config: Config, secret: string): string {
  return `${config.public_url}${resetPasswordPath}?token_hash=${secret}`;
}

export function passwordChangedEmail(config: Config, to: string): Email {
  return letter(
    to,
    `Your password for ${config.product_name} was changed`,
    `The password of your ${config.product_name} account was just changed. All other devices were signed out.`,
    'If it was not you, ask for a new password now and tell your administrator:',
    `${config.public_url}/login`,
  );
}

/** `name` is what an administrator typed. */
export function companyConnectedEmail(config: Config, to: string, name: string): Email {
  return letter(
    to,
    `${name} is connected to your ${config.product_name} account`,
    `From now on you can sign in to ${config.product_name} with your account at ${name}.`,
    'If it was not you, disconnect it on your profile and tell your administrator:',
    `${config.public_url}/profile`,
  );
}

export function companyDisconnectedEmail(config: Config, to: string, name: string): Email {
  return letter(
    to,
    `${name} was disconnected from your ${config.product_name} account`,
    `Your account at ${name} no longer signs in to ${config.product_name}.`,
    'If it was not you, set a new password now and tell your administrator:',
    `${config.public_url}/login`,
  );
}

export function letter(to: string, subject: string, ...paragraphs: string[]): Email {
  return { to, subject, text: `${paragraphs.join('\n\n')}\n` };
}

/** The owner agrees, or learns of somebody else's attempt. */
export function currentMailboxEmail(config: Config, to: string, wanted: string, secret: string): Email {
  return letter(
    to,
    `Change the email of your ${config.product_name} account?`,
    `Someone asked to change the email of your ${config.product_name} account to:`,
    wanted,
    'If it was you, open this page and press the button. We also sent a link to the new email. The change takes ' +
      'effect when you have opened both:',
    confirmLink(config, secret, 'email_change'),
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
    confirmLink(config, secret, 'email_change'),
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
    confirmLink(config, secret, 'email_change'),
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
