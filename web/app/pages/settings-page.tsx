import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { buttonClasses } from '../../components/button/button.tsx';
import { PageTitle } from '../../components/display/page-title.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { IconDeviceDesktop, IconMoon, IconSun } from '../../components/icons/icons.ts';
import { lazyPart } from '../../components/loading/lazy-part.tsx';
import { OrganizationPanel } from '../../features/settings/organization-panel.tsx';
import { OutgoingEmailsPanel } from '../../features/settings/outgoing-emails-panel.tsx';
import { ConfigurationPanel, DiagnosticsPanel } from '../../features/settings/read-only-panels.tsx';
import { appearance, useSettingsTabs } from '../../features/settings/use-settings-tabs.ts';
import { useNamedPage } from '../../lib/browser/page-name.ts';
import { chooseTheme, useTheme } from '../../lib/browser/theme.ts';
import { usePageUrl } from '../../lib/url/page-url.ts';

const RolesPanel = lazyPart(async () => (await import('../../features/roles/roles-panel.tsx')).RolesPanel);

const CompanySignInPanel = lazyPart(
  async () => (await import('../../features/company-sign-in/company-sign-in-panel.tsx')).CompanySignInPanel,
);

const ServiceAccountsPanel = lazyPart(
  async () => (await import('../../features/tokens/service-accounts-panel.tsx')).ServiceAccountsPanel,
);

const RegistersPanel = lazyPart(
  async () => (await import('../../features/registers/connections/registers-panel.tsx')).RegistersPanel,
);

export function SettingsPage() {
  const { tab } = usePageUrl('/guarded/settings').search;
  const { tabs, isKnown } = useSettingsTabs();
  const shown = tabs.find((known) => known.tab === tab) ?? appearance;
  useNamedPage(`${shown.label} · Settings`);

  return (
    <Suspense fallback={<Loading label="Loading..." />}>
      <PageTitle
        title="Settings"
        subtitle="How this app looks and works"
        actions={
          <Link to="/settings/api" className={buttonClasses('secondary')}>
            API
          </Link>
        }
      />
      <nav
        aria-label="Settings"
        className="mb-4 flex shrink-0 flex-wrap gap-1 border-b border-line max-md:-mx-4 max-md:gap-0 max-md:px-4"
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
      {isKnown && shown.tab === 'company-sign-in' && <CompanySignInPanel />}
      {isKnown && shown.tab === 'service-accounts' && <ServiceAccountsPanel />}
      {isKnown && shown.tab === 'roles' && <RolesPanel />}
      {isKnown && shown.tab === 'registers' && <RegistersPanel />}
    </Suspense>
  );
}

const choices = [
  { choice: 'light', label: 'Light', text: 'For daytime', Icon: IconSun },
  { choice: 'dark', label: 'Dark', text: 'For the evening', Icon: IconMoon },
  { choice: 'system', label: 'System', text: 'Same as this device', Icon: IconDeviceDesktop },
] as const;

function AppearancePanel() {
  const { choice: chosen } = useTheme();
  return (
    <Panel isTitleHidden title="Appearance" description="Remembered in this browser.">
      <fieldset className="grid max-w-2xl gap-3 sm:grid-cols-3">
        <legend className="sr-only">Theme</legend>
        {choices.map(({ choice, label, text, Icon }) => (
          <label
            key={choice}
            className="flex cursor-pointer items-center gap-3 rounded-control border border-line-strong p-3.5 has-checked:border-petrol has-checked:bg-petrol-soft has-checked:outline-1 has-checked:outline-petrol has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-petrol"
          >
            <input
              type="radio"
              name="theme"
              className="sr-only"
              checked={choice === chosen}
              onChange={() => chooseTheme(choice)}
            />
            <Icon size={22} className="text-petrol" aria-hidden="true" />
            <span>
              <span className="block font-semibold">{label}</span>
              <span className="block text-small text-ink-soft">{text}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </Panel>
  );
}
