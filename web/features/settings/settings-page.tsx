import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageTitle } from '../../components/display/page-title.tsx';
import { useNamedPage } from '../../lib/browser/page-name.ts';
import { usePageUrl } from '../../lib/url/page-url.ts';
import { AppearancePanel } from './appearance-panel.tsx';
import { ConfigurationPanel } from './configuration-panel.tsx';
import { DiagnosticsPanel } from './diagnostics-panel.tsx';
import { OrganizationPanel } from './organization-panel.tsx';
import { OutgoingEmailsPanel } from './outgoing-emails-panel.tsx';
import { appearance, useSettingsTabs } from './use-settings-tabs.ts';

export function SettingsPage({ roles, registers }: { roles: ReactNode; registers: ReactNode }) {
  const { tab } = usePageUrl('/guarded/settings').search;
  const { tabs, isKnown } = useSettingsTabs();
  const shown = tabs.find((known) => known.tab === tab) ?? appearance;
  useNamedPage(`${shown.label} · Settings`);

  return (
    <>
      <PageTitle title="Settings" subtitle="How this app looks and works" />
      <nav
        aria-label="Settings"
        className="mb-4 flex shrink-0 gap-1 border-b border-line max-md:-mx-4 max-md:flex-wrap max-md:gap-0 max-md:px-4"
      >
        {tabs.map(({ tab, label }) => (
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
      {shown.tab === 'diagnostics' && <DiagnosticsPanel />}
      {isKnown && shown.tab === 'organization' && <OrganizationPanel />}
      {isKnown && shown.tab === 'configuration' && <ConfigurationPanel />}
      {isKnown && shown.tab === 'email' && <OutgoingEmailsPanel />}
      {isKnown && shown.tab === 'roles' && roles}
      {isKnown && shown.tab === 'registers' && registers}
    </>
  );
}
