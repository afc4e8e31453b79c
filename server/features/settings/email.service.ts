import { type Authorized, requireAct } from '../../kernel/access.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { change } from '../../kernel/change.ts';
import { type Context, reader } from '../../kernel/context.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { invitedByMail } from '../auth/accounts/invitation-notices.service.ts';
import { permissionsOfReceiver } from '../users/account/account-hooks.service.ts';
import * as emails from './settings.repository.ts';

const emailsShown = 200;
/** Each waits for the mail server. */
const testEmails = { limit: 5, window_seconds: 300 };

/** The newest, without texts. They belong to no location. @throws ApiError 403 without access to all locations */
export async function listEmails(ctx: Authorized<'mail.read'>) {
  requireAct(ctx, 'readEmails');
  return emails.listEmails(reader(ctx), emailsShown);
}

/**
 * Its links sign in as the recipient, so reading it is recorded. @throws ApiError 404; 403 without access to all
 * locations, and when the recipient has a permission that the reader lacks.
 */
export async function getEmail(ctx: Authorized<'mail.read'>, id: string) {
  requireAct(ctx, 'readEmails');
  return change(ctx, {}, async (ctx) => {
    const row = (await emails.findEmail(ctx.tx, id)) ?? notFound();
    const theirs = await permissionsOfReceiver(ctx, row.to);
    if (theirs.some((permission) => !(ctx.actor.permissions as ReadonlySet<string>).has(permission))) {
      throw new ApiError(
        'forbidden',
        'This email is for a user with permissions that you do not have, and its links sign in as that user.',
      );
    }
    audit(ctx, {
      action: 'mail.read',
      subject: { type: 'settings', id, name: row.subject },
      details: { to: row.to },
    });
    const { body, ...email } = row;
    return { ...email, text: ctx.app.mailer.readText(body) };
  });
}

/** @throws ApiError 403 without access to all locations; 404; 409 for one that was sent, and without a mail server. */
export async function sendEmailAgain(ctx: Authorized<'mail.read'>, id: string) {
  requireAct(ctx, 'readEmails');
  return change(ctx, {}, async (ctx) => {
    const row = (await emails.findEmail(ctx.tx, id)) ?? notFound();
    requireMailServer(ctx);
    if (!(await ctx.app.mailer.sendAgain(ctx.tx, id))) {
      throw new ApiError('conflict', 'This email was sent already, and its text is gone.');
    }
    audit(ctx, {
      action: 'mail.sent_again',
      subject: { type: 'settings', id, name: row.subject },
      details: { to: row.to },
      changed_users: await invitedByMail(ctx.tx, id),
    });
    const { body: _, ...email } = row;
    return { ...email, state: 'pending' as const };
  });
}

/**
 * To the actor; waits for the mail server. @throws ApiError 403 without access to all locations; 409 without a mail
 * server; 429
 */
export async function sendTestEmail(ctx: Authorized<'mail.read'>) {
  requireAct(ctx, 'readEmails');
  requireMailServer(ctx);
  const { config, limits, mailer } = ctx.app;
  const { allowed, retry_after_seconds } = await limits.consumeAttempt(
    `test-email:${ctx.actor.user_id}`,
    testEmails,
  );
  if (!allowed) {
    const minutes = Math.ceil(retry_after_seconds / 60);
    throw new ApiError('rate_limited', `You sent several test emails just now. Try again in ${minutes} min.`);
  }
  const to = ctx.actor.email ?? '';
  const { product_name } = config;
  const text = `This is a test email from ${product_name}. It arrived, so email works.\n`;
  return { to, ...(await mailer.sendNow({ to, subject: `Test email from ${product_name}`, text })) };
}

function requireMailServer({ app }: Context): void {
  if (app.config.smtp_url) return;
  throw new ApiError('conflict', 'This server has no mail server. Set SMTP_URL and restart it.');
}

function notFound(): never {
  throw new ApiError('not_found', 'This email does not exist.');
}
