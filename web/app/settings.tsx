import { Suspense } from 'react';
import { Loading } from '../components/feedback/loading.tsx';
import { lazyPart } from '../components/loading/lazy-part.tsx';
import { SettingsPage } from '../features/settings/settings-page.tsx';

const RolesPanel = lazyPart(async () => (await import('../features/roles/roles-panel.tsx')).RolesPanel);

const RegistersPanel = lazyPart(
  async () => (await import('../features/registers/connections/registers-panel.tsx')).RegistersPanel,
);

export function Settings() {
  return (
    <Suspense fallback={<Loading label="Loading..." />}>
      <SettingsPage roles={<RolesPanel />} registers={<RegistersPanel />} />
    </Suspense>
  );
}
