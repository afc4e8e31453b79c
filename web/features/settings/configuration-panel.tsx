import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../components/display/panel.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Loading } from '../../components/feedback/loading.tsx';
import { messageOf } from '../../lib/network/request-failed.ts';
import { settingsQuery } from './settings.api.ts';

/** What the server is configured to, to read: it is set where the server runs. */
export function ConfigurationPanel() {
  const { data, error, refetch, isFetching } = useQuery(settingsQuery);
  return (
    <Panel title="Configuration" text="Set in the environment of the server; shown here to read.">
      {data ? (
        <dl className="divide-y divide-line">
          {data.settings.map(({ name, value, meaning }) => (
            <div key={name} className="grid gap-x-6 py-2.5 md:grid-cols-[16rem_1fr]">
              <dt className="font-semibold break-all">{name}</dt>
              <dd className="min-w-0">
                <p className="break-all">{value || 'not set'}</p>
                <p className="text-small text-ink-soft">{meaning}</p>
              </dd>
            </div>
          ))}
        </dl>
      ) : error ? (
        <ErrorState
          message={messageOf(error, 'Failed to load the settings')}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <Loading label="Loading settings..." />
      )}
    </Panel>
  );
}
