import type { AppConfig } from '../../../contract/settings.ts';
import type { Authorized } from '../../kernel/access.ts';
import type { App } from '../../kernel/context.ts';
import { hasAnyAccount } from '../auth/identities/identities.service.ts';
import { pendingFirstAdmin } from '../users/account/account-hooks.service.ts';

/** The public configuration for the login page. */
export function getAppConfig(ctx: Authorized<'anyone'>): Promise<AppConfig> {
  return readAppConfig(ctx.app);
}

/** The same, for the HTML page of the app. */
export async function readAppConfig({ config, database }: App): Promise<AppConfig> {
  // The pending first administrator has no other way in than the sign-up form.
  const isOpen = config.signups === 'open' || (await pendingFirstAdmin(database.read, config)) !== null;
  return {
    product_name: config.product_name,
    product_description: config.product_description,
    version: config.version,
    support_url: config.support_url ?? null,
    signups: isOpen ? 'open' : 'closed',
    sends_email: config.smtp_url !== undefined,
    needs_first_account: config.is_local && isOpen && !(await hasAnyAccount(database.read)),
  };
}

/** The current settings in words; secrets and credentials are left out. */
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
      meaning: 'Public URL; used in email links',
    },
    {
      name: 'DATABASE_URL',
      value: database.dialect === 'postgres' ? 'PostgreSQL' : 'SQLite in the data directory',
      meaning: 'Where the data is stored',
    },
    {
      name: 'SMTP_URL',
      value: config.smtp_url ? new URL(config.smtp_url).host : 'unset: emails are kept on the server',
      meaning: 'The mail server that delivers emails',
    },
    {
      name: 'MAIL_FROM',
      value: `${config.mail_from.name} <${config.mail_from.address}>`,
      meaning: 'The sender of every email',
    },
    {
      name: 'EMAIL_RETENTION_DAYS',
      value: String(config.email_retention_days),
      meaning: 'After how many days sent, kept and failed emails are deleted',
    },
    {
      name: 'INVITATION_DAYS',
      value: String(config.invitation_days),
      meaning: 'How many days the link of an invitation works',
    },
    { name: 'SIGNUPS', value: config.signups, meaning: 'Whether users may create their own account' },
    {
      name: 'ACCESS_POLICY',
      value: config.access_policy,
      meaning: 'Whether roles and locations limit what users may do',
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
      meaning: 'After how many minutes without use a session ends, for shared computers',
    },
    {
      name: 'SESSION_LIFETIME_HOURS',
      value: String(config.session_lifetime_hours ?? 'unset: no limit'),
      meaning: 'After how many hours a session ends, for shared computers',
    },
    {
      name: 'RATE_LIMITS',
      value: config.rate_limits ? 'on' : 'off',
      meaning: 'Whether attempts to sign in are limited',
    },
    {
      name: 'TRUST_PROXY',
      value: String(config.trust_proxy),
      meaning: 'How many proxies are in front of the server',
    },
    { name: 'SUPPORT_URL', value: config.support_url ?? 'unset', meaning: 'Where Contact Support leads' },
  ];
}
