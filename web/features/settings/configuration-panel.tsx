import { useQuery } from '@tanstack/react-query';
import { type Setting, settingGroups } from '../../../contract/settings.ts';
import { Panel } from '../../components/display/panel.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { settingsQuery } from './settings.api.ts';
import { SettingsList } from './settings-list.tsx';

export function ConfigurationPanel() {
  const query = useQuery(settingsQuery);
  return (
    <Panel
      isTitleHidden
      title="Configuration"
      description="Read-only. Set with environment variables on the server."
    >
      <QueryView query={query} loading="Loading settings...">
        {(settings) =>
          settingGroups.map((group) => (
            <Group key={group} name={group} settings={settings.filter((one) => one.group === group)} />
          ))
        }
      </QueryView>
    </Panel>
  );
}

function Group({ name, settings }: { name: string; settings: readonly Setting[] }) {
  const id = `settings-${name.toLowerCase()}`;
  return (
    <section aria-labelledby={id} className="not-first:mt-6">
      <h3 id={id} className="font-sign text-subheading font-semibold">
        {name}
      </h3>
      <SettingsList settings={settings} />
    </section>
  );
}
