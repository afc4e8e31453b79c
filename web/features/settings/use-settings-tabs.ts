import type { Permission } from '../../../contract/access/permissions.ts';
import { useAccess } from '../../lib/account/access.ts';
import { useAuth } from '../../lib/account/auth-store.ts';

export const appearance = { tab: undefined, label: 'Appearance', isShown: true } as const;

/** The tabs that the user may see. Without a profile that is unknown: the requested one is shown, and stays empty. */
export function useSettingsTabs() {
  const { profile } = useAuth();
  const { hasPermission, mayAct } = useAccess();
  const isKnown = profile !== null;
  const may = (permission: Permission) => !isKnown || hasPermission(permission);
  const tabs = [
    appearance,
    { tab: 'organization', label: 'Organization', isShown: may('settings.read') },
    { tab: 'configuration', label: 'Configuration', isShown: may('settings.read') },
    { tab: 'email', label: 'Email', isShown: !isKnown || mayAct('readEmails') },
    {
      tab: 'company-sign-in',
      label: 'Company sign-in',
      isShown: !isKnown || mayAct('manageCompanySignIn'),
    },
    { tab: 'service-accounts', label: 'Service accounts', isShown: may('tokens.manage') },
    { tab: 'roles', label: 'Roles', isShown: may('roles.read') },
    { tab: 'registers', label: 'Registers', isShown: may('registers.read') },
    { tab: 'diagnostics', label: 'Diagnostics', isShown: true },
  ] as const;
  return { tabs: tabs.filter(({ isShown }) => isShown), isKnown };
}
