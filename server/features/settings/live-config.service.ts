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
  const settingOf = <Field extends keyof OrganizationInput>(field: Field) => {
    const value = fixed.includes(field) ? undefined : stored[field];
    return value === undefined ? base[field] : (value ?? undefined);
  };
  const { mail_from } = base;
  const config: Config = {
    ...base,
    get product_name() {
      return settingOf('product_name') ?? base.product_name;
    },
    get support_url() {
      return settingOf('support_url');
    },
    get signups() {
      return settingOf('signups') ?? base.signups;
    },
    get session_idle_minutes() {
      return settingOf('session_idle_minutes');
    },
    get invitation_days() {
      return settingOf('invitation_days') ?? base.invitation_days;
    },
    get time_zone() {
      return settingOf('time_zone') ?? base.time_zone;
    },
    get week_starts_on() {
      return settingOf('week_starts_on') ?? base.week_starts_on;
    },
    get silent_hours() {
      return settingOf('silent_hours') ?? base.silent_hours;
    },
    get over_short_dollars() {
      return settingOf('over_short_dollars') ?? base.over_short_dollars;
    },
    get mail_from() {
      // The sender has the name of the product, unless MAIL_FROM gives another.
      return mail_from.name === base.product_name ? { ...mail_from, name: this.product_name } : mail_from;
    },
  };
  const live: LiveSettings = {
    fixed,
    async refresh() {
      stored = await findOrganization(database.read);
    },
  };
  return { config, live };
}
