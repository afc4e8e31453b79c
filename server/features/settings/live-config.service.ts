import { type OrganizationInput, organizationFields, variableOf } from '../../../contract/organization.ts';
import type { Config } from '../../config/config.ts';
import type { LiveSettings } from '../../kernel/context.ts';
import type { Database } from '../../kernel/database/database.ts';
import { findOrganization, type StoredOrganization } from './settings.repository.ts';

/** How old the settings of another server's change may be. */
export const refreshEveryMs = 5000;

/**
 * The configuration as all parts of the server read it: what administrators set on the screen is in it at once, unless
 * a variable sets it.
 */
export async function createLiveConfig(
  base: Config,
  database: Database,
): Promise<{ config: Config; live: LiveSettings }> {
  let stored: StoredOrganization = await findOrganization(database.read);
  const fixed = organizationFields.filter((field) => base.given.includes(variableOf(field)));
  const settingOf = (field: keyof OrganizationInput) => {
    const value = fixed.includes(field) ? undefined : stored[field];
    return value === undefined ? base[field] : (value ?? undefined);
  };
  const getters = organizationFields.map((field) => [
    field,
    { enumerable: true, get: () => settingOf(field) },
  ]);
  const { mail_from } = base;
  const config = Object.defineProperties<Config>(
    {
      ...base,
      get mail_from() {
        // The sender has the name of the product, unless MAIL_FROM gives another.
        return mail_from.name === base.product_name ? { ...mail_from, name: this.product_name } : mail_from;
      },
    },
    Object.fromEntries(getters) as PropertyDescriptorMap,
  );
  const live: LiveSettings = {
    fixed,
    async refresh() {
      stored = await findOrganization(database.read);
    },
  };
  return { config, live };
}
