import { Link, useSearch } from '@tanstack/react-router';
import { PageTitle } from '../../components/page-title.tsx';
import { useAccess } from '../../lib/access.ts';
import { AppearancePanel } from './appearance-panel.tsx';
import { ConfigurationPanel } from './configuration-panel.tsx';
import { MailPanel } from './mail-panel.tsx';

/** Appearance for everybody; the rest for those who may read it. */
export function SettingsPage() {
  const { tab } = useSearch({ from: '/guarded/settings' });
  const { hasPermission } = useAccess();
  const tabs = [
    { tab: undefined, label: 'Appearance', isShown: true },
    { tab: 'configuration', label: 'Configuration', isShown: hasPermission('settings.read') },
    { tab: 'mail', label: 'Mail', isShown: hasPermission('mail.read') },
  ] as const;
  const shown = tabs.find((known) => known.tab === tab && known.isShown) ?? tabs[0];

  return (
    <>
      <PageTitle title="Settings" subtitle="How this app looks and works" />
      <nav aria-label="Settings" className="mb-4 flex gap-1 border-b border-line">
        {tabs
          .filter(({ isShown }) => isShown)
          .map(({ tab, label }) => (
            <Link
              key={label}
              to="/settings"
              search={tab ? { tab } : {}}
              activeOptions={{ exact: true, includeSearch: true }}
              className="-mb-px flex h-11 items-center border-b-3 border-transparent px-3 font-medium text-ink-soft hover:text-ink aria-[current=page]:border-amber aria-[current=page]:text-ink"
            >
              {label}
            </Link>
          ))}
      </nav>
      {shown.tab === undefined && <AppearancePanel />}
      {shown.tab === 'configuration' && <ConfigurationPanel />}
      {shown.tab === 'mail' && <MailPanel />}
    </>
  );
}
