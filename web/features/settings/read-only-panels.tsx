import { useQuery } from '@tanstack/react-query';
import { type Setting, settingGroups } from '../../../contract/settings.ts';
import { Panel } from '../../components/display/panel.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { formatDate } from '../../lib/format/format-date.ts';
import { liveState } from '../../lib/live/index.ts';
import { useIsOnline } from '../../lib/network/connection.ts';
import { useStore } from '../../lib/store.ts';
import { settingsQuery } from './settings.api.ts';

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

const states = {
  starting: { value: 'Connecting', meaning: 'The server has not answered yet' },
  streaming: { value: 'At once', meaning: 'The server says when something changes' },
  polling: {
    value: 'Every 10 seconds',
    meaning:
      'A proxy or a slow line holds the messages of the server back, or too many screens are open. This browser asks instead, and tries again within ten minutes.',
  },
  offline: { value: 'Not now', meaning: 'The server cannot be reached' },
};

/** Of this browser. What the server knows is in Configuration. */
export function DiagnosticsPanel() {
  const live = useStore(liveState);
  const isOnline = useIsOnline();
  const changes = {
    name: 'Changes of others arrive',
    variable: null,
    ...states[isOnline ? live : 'offline'],
  };
  return (
    <Panel isTitleHidden title="Diagnostics" description="How this browser works with the server.">
      <SettingsList settings={[changes]} />
    </Panel>
  );
}

function SettingsList({ settings }: { settings: readonly Omit<Setting, 'group'>[] }) {
  return (
    <dl className="mt-1">
      {settings.map(({ name, variable, at, value, meaning }) => (
        <div
          key={name}
          className="grid gap-x-6 border-line py-2.5 not-last:border-b md:grid-cols-[20rem_1fr]"
        >
          <dt>
            <span className="block font-semibold">{name}</span>
            {variable && <span className="block text-small break-all text-ink-faint">{variable}</span>}
          </dt>
          <dd className="min-w-0">
            <p className="wrap-anywhere">{at ? `${formatDate(at)}, ${value}` : value}</p>
            <p className="text-small text-ink-soft">{meaning}</p>
          </dd>
        </div>
      ))}
    </dl>
  );
}
