import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Permission } from '../../../contract/access/permissions.ts';
import { PageTitle } from '../../components/display/page-title.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { useAuth } from '../../lib/account/auth-store.ts';
import { useNamedPage } from '../../lib/browser/page-name.ts';
import { useSettingsSearch } from '../../lib/url/settings-search.ts';
import { AppearancePanel } from './appearance-panel.tsx';
import { ConfigurationPanel } from './configuration-panel.tsx';
import { OutgoingEmailsPanel } from './outgoing-emails-panel.tsx';

export function SettingsPage({ roles, registers }: { roles: ReactNode; registers: ReactNode }) {
  const { tab } = useSettingsSearch().search;
  const { profile } = useAuth();
  const { hasPermission, mayAct } = useAccess();
  // Without a profile it is unknown which tabs the user may see: the requested one is shown, and stays empty.
  const isKnown = profile !== null;
  const may = (permission: Permission) => !isKnown || hasPermission(permission);
  const tabs = [
    { tab: undefined, label: 'Appearance', isShown: true },
    { tab: 'configuration', label: 'Configuration', isShown: may('settings.read') },
    { tab: 'email', label: 'Email', isShown: !isKnown || mayAct('readEmails') },
    { tab: 'roles', label: 'Roles', isShown: may('roles.read') },
    { tab: 'registers', label: 'Registers', isShown: may('registers.read') },
  ] as const;
  const shown = tabs.find((known) => known.tab === tab && known.isShown) ?? tabs[0];
  useNamedPage(`${shown.label} · Settings`);

  return (
    <>
      <PageTitle title="Settings" subtitle="How this app looks and works" />
      <nav
        aria-label="Settings"
        className="mb-4 flex shrink-0 gap-1 border-b border-line max-md:-mx-4 max-md:flex-wrap max-md:gap-0 max-md:px-4"
      >
        {tabs
          .filter(({ isShown }) => isShown)
          .map(({ tab, label }) => (
            <Link
              key={label}
              to="/settings"
              search={tab ? { tab } : {}}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={tab === shown.tab ? 'page' : undefined}
              className="flex h-11 shrink-0 items-center border-b-3 border-transparent px-3 font-medium max-md:px-2 text-ink-soft hover:text-ink active:bg-line aria-[current=page]:border-amber aria-[current=page]:text-ink"
            >
              {label}
            </Link>
          ))}
      </nav>
      {shown.tab === undefined && <AppearancePanel />}
      {isKnown && shown.tab === 'configuration' && <ConfigurationPanel />}
      {isKnown && shown.tab === 'email' && <OutgoingEmailsPanel />}
      {isKnown && shown.tab === 'roles' && roles}
      {isKnown && shown.tab === 'registers' && registers}
    </>
  );
}
