import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../components/display/panel.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { settingsQuery } from './settings.api.ts';

/** The configuration of the server, read-only: it is set where the server runs. */
export function ConfigurationPanel() {
  const query = useQuery(settingsQuery);
  return (
    <Panel
      isTitleHidden
      title="Configuration"
      description="Read-only. Set with environment variables on the server."
    >
      <QueryView query={query} loading="Loading settings...">
        {(settings) => (
          <dl className="divide-y divide-line">
            {settings.map(({ name, value, meaning }) => (
              <div key={name} className="grid gap-x-6 py-2.5 md:grid-cols-[16rem_1fr]">
                <dt className="font-semibold break-all">{name}</dt>
                <dd className="min-w-0">
                  <p className="break-all">{value || 'not set'}</p>
                  <p className="text-small text-ink-soft">{meaning}</p>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </QueryView>
    </Panel>
  );
}
