import type { AppConfig } from '../../../contract/settings.ts';
import type { Authorized } from '../../kernel/access.ts';
import type { App } from '../../kernel/context.ts';
import { hasSearchIndexes } from '../../kernel/database/search-index.ts';
import { hasAnyAccount } from '../auth/accounts/user-accounts.service.ts';
import { companySignInOf } from '../auth/company/company-settings.service.ts';
import { lastProofs } from '../backups/backups.service.ts';
import { pendingFirstAdmin } from '../users/account/account-hooks.service.ts';
import { describeSettings } from './describe-settings.pure.ts';

/** For the login page. */
export function getAppConfig(ctx: Authorized<'anyone'>): Promise<AppConfig> {
  return readAppConfig(ctx.app);
}

/** For the HTML page of the app. */
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
    company_sign_in: await companySignInOf(database.read),
  };
}

/** Without secrets and credentials. */
export async function getSettings(ctx: Authorized<'settings.read'>) {
  const { config, database, meters } = ctx.app;
  const { dialect, read } = database;
  const state = {
    dialect,
    hasSearchIndexes: dialect === 'sqlite' || (await hasSearchIndexes(read)),
  };
  return describeSettings(config, state, await lastProofs(ctx.app), meters);
}
