import { Panel } from '../../components/display/panel.tsx';
import { liveState } from '../../lib/live/index.ts';
import { useIsOnline } from '../../lib/network/connection.ts';
import { useStore } from '../../lib/store.ts';
import { SettingsList } from './settings-list.tsx';

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
