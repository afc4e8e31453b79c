import type { AppConfig } from '../../../contract/settings.ts';
import { type Authorized, requirePermission } from '../../platform/access.ts';
import { audit } from '../../platform/audit.ts';
import { type App, reader, transaction } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { anyIdentityExists } from '../auth/identities.service.ts';
import { awaitedAdmin } from '../users/account-hooks.service.ts';
import { permissionsOfAddressee } from '../users/addressees.service.ts';
import * as mails from './mail.repository.ts';

const mailsShown = 200;

/** What the login page shows and may offer. */
export function getAppConfig(ctx: Authorized<'anyone'>): Promise<AppConfig> {
  return readAppConfig(ctx.app);
}

/** As `getAppConfig`, for the page of the app. */
export async function readAppConfig({ config, database }: App): Promise<AppConfig> {
  // Closed, the form would have no other way in for the one person who is expected.
  const isOpen = config.signups === 'open' || (await awaitedAdmin(database.read, config)) !== null;
  return {
    product_name: config.product_name,
    product_description: config.product_description,
    version: config.version,
    support_url: config.support_url ?? null,
    signups: isOpen ? 'open' : 'closed',
    needs_first_account: config.is_local && isOpen && !(await anyIdentityExists(database.read)),
  };
}

/** The settings in force in people's words; secrets and credentials are left out. */
export function getSettings(ctx: Authorized<'settings.read'>) {
  const { config, database } = ctx.app;
  const yesNo = (value: boolean) => (value ? 'yes' : 'no');
  return [
    {
      name: 'Version',
      value: config.commit ? `${config.version} (${config.commit})` : config.version,
      meaning: 'The version of Canopy, and the commit it was built from',
    },
    {
      name: 'PUBLIC_URL',
      value: config.public_url,
      meaning: 'Where people reach the app; links in mail lead here',
    },
    {
      name: 'DATABASE_URL',
      value: database.dialect === 'postgres' ? 'PostgreSQL' : 'SQLite in the data directory',
      meaning: 'Where people, stores and roles are kept',
    },
    {
      name: 'SMTP_URL',
      value: config.smtp_url ? new URL(config.smtp_url).host : 'unset: mails are kept on the server',
      meaning: 'How mail leaves',
    },
    {
      name: 'MAIL_FROM',
      value: `${config.mail_from.name} <${config.mail_from.address}>`,
      meaning: 'The sender of every email',
    },
    { name: 'SIGNUPS', value: config.signups, meaning: 'Whether people may create their own account' },
    {
      name: 'ACCESS_POLICY',
      value: config.access_policy,
      meaning: 'Whether roles and stores limit what people may do',
    },
    {
      name: 'REQUIRE_CURRENT_PASSWORD',
      value: yesNo(config.require_current_password),
      meaning: 'Whether changing a password asks for the current one',
    },
    {
      name: 'ACCESS_TOKEN_SECONDS',
      value: String(config.access_token_seconds),
      meaning: 'How long an access token lasts before the browser renews it',
    },
    {
      name: 'SESSION_IDLE_MINUTES',
      value: String(config.session_idle_minutes ?? 'unset: no limit'),
      meaning: 'How long a session may lie unused, for shared computers',
    },
    {
      name: 'SESSION_LIFETIME_HOURS',
      value: String(config.session_lifetime_hours ?? 'unset: no limit'),
      meaning: 'How long a session lasts at most, for shared computers',
    },
    {
      name: 'RATE_LIMITS',
      value: config.rate_limits ? 'on' : 'off',
      meaning: 'Whether guessing passwords is slowed down',
    },
    { name: 'TRUST_PROXY', value: String(config.trust_proxy), meaning: 'How many proxies stand in front' },
    { name: 'SUPPORT_URL', value: config.support_url ?? 'unset', meaning: 'Where Contact Support leads' },
  ];
}

/**
 * The newest outgoing mails, without their texts. Mails belong to no store and go to everybody's address, so
 * a role that reads them must also reach every store.
 * @throws ApiError 403
 */
export async function listMails(ctx: Authorized<'mail.read'>) {
  requirePermission(ctx, 'locations.all');
  return mails.listMails(reader(ctx), mailsShown);
}

/**
 * One mail with its text, as long as the server still has it. Its links act for their receiver, so reading
 * one is written down.
 * @throws ApiError 403 for somebody who does not reach every store, and where the receiver may do anything that the reader
 * may not; 404
 */
export async function getMail(ctx: Authorized<'mail.read'>, id: string) {
  requirePermission(ctx, 'locations.all');
  return transaction(ctx, async (tx, ctx) => {
    const row = await mails.findMail(tx, id);
    if (!row) throw new ApiError('not_found', 'This mail does not exist.');
    const theirs = await permissionsOfAddressee(tx, ctx, row.to);
    if (theirs.some((permission) => !(ctx.actor.permissions as ReadonlySet<string>).has(permission))) {
      throw new ApiError(
        'forbidden',
        'This mail is for somebody with rights that you do not have, and its links act for them.',
      );
    }
    await audit(tx, ctx, {
      action: 'mail.read',
      subject: { type: 'settings', id, name: row.subject },
      details: { to: row.to },
    });
    const { body, ...mail } = row;
    return { ...mail, text: ctx.app.mailer.readText({ id, body }) };
  });
}
