import { lazy, Suspense } from 'react';
import { Loading } from '../components/loading.tsx';
import { SettingsPage } from '../features/settings/settings-page.tsx';

const RolesPanel = lazy(async () => ({
  default: (await import('../features/roles/roles-panel.tsx')).RolesPanel,
}));
const AuditPanel = lazy(async () => ({
  default: (await import('../features/audit/audit-panel.tsx')).AuditPanel,
}));

/** Settings, with the tabs that other features bring. */
export function Settings() {
  return (
    <Suspense fallback={<Loading label="Loading..." />}>
      <SettingsPage roles={<RolesPanel />} audit={<AuditPanel />} />
    </Suspense>
  );
}
