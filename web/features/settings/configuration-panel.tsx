import { useQuery } from '@tanstack/react-query';
import { type Setting, settingGroups } from '../../../contract/settings.ts';
import { Panel } from '../../components/display/panel.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { formatDate } from '../../lib/format/format-date.ts';
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
      <dl className="mt-1 divide-y divide-line">
        {settings.map(({ name, variable, at, value, meaning }) => (
          <div key={name} className="grid gap-x-6 py-2.5 md:grid-cols-[20rem_1fr]">
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
    </section>
  );
}
