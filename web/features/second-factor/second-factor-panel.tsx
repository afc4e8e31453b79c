import type { Factor } from '@supabase/auth-js';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button/button.tsx';
import { IconButton } from '../../components/button/icon-button.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { IconDeviceMobile, IconTrash } from '../../components/icons/icons.ts';
import { formatDate } from '../../lib/format/format-date.ts';
import { NewCodesDialog, RemoveDeviceDialog } from './proof-dialogs.tsx';
import { nameOf, secondFactorQuery, useSecondFactorRefresh } from './second-factor.api.ts';
import { SetUpDialog } from './set-up-dialog.tsx';

export function SecondFactorPanel() {
  const query = useQuery(secondFactorQuery);
  const refresh = useSecondFactorRefresh();
  const [open, setOpen] = useState<'set up' | 'codes' | { remove: string } | null>(null);
  const { data } = query;
  const devices = data?.devices ?? [];
  const removed = devices.find(({ id }) => typeof open === 'object' && open?.remove === id);

  function close() {
    setOpen(null);
    refresh();
  }

  return (
    <Panel
      isSection
      id="second-factor"
      title="Second factor"
      description="Sign in with your password and a code from an app on your phone. A stolen password alone is then not enough."
    >
      <QueryView query={query} loading="Loading your devices..." className="py-6">
        {({ devices, remainingCodes: codesLeft }) =>
          devices.length === 0 ? (
            <Button onClick={() => setOpen('set up')}>Set up authenticator app</Button>
          ) : (
            <div className="flex flex-col gap-4">
              <DeviceList devices={devices} onRemove={(id) => setOpen({ remove: id })} />
              <RemainingCodes left={codesLeft} />
              <div className="flex flex-wrap gap-2">
                <Button variant="secondary" onClick={() => setOpen('set up')}>
                  Add another device
                </Button>
                <Button variant="secondary" onClick={() => setOpen('codes')}>
                  New recovery codes
                </Button>
              </div>
            </div>
          )
        }
      </QueryView>
      {open === 'set up' && (
        <SetUpDialog devices={devices} needsCodes={data?.remainingCodes === null} onClose={close} />
      )}
      {open === 'codes' && <NewCodesDialog isFirst={data?.remainingCodes === null} onClose={close} />}
      {removed && <RemoveDeviceDialog device={removed} isLast={devices.length === 1} onClose={close} />}
    </Panel>
  );
}

/** A user with few or no recovery codes is asked to make new ones. */
function RemainingCodes({ left }: { left: number | null }) {
  if (left === null || left === 0) {
    return (
      <Alert tone="info">
        You have no recovery codes. Make some now: without them, a lost phone means asking an administrator.
      </Alert>
    );
  }
  const words = left === 1 ? 'One recovery code is left.' : `${left} recovery codes are left.`;
  return left <= 3 ? <Alert tone="info">{words} Make new ones soon.</Alert> : <p>{words}</p>;
}

function DeviceList(props: { devices: readonly Factor[]; onRemove: (id: string) => void }) {
  const { devices, onRemove } = props;
  return (
    <ul aria-label="Devices of the second factor">
      {devices.map((device) => (
        <li key={device.id} className="flex items-center gap-3 border-line py-2 first:pt-0 not-last:border-b">
          <IconDeviceMobile size={22} className="text-petrol" aria-hidden="true" />
          <div className="min-w-0 flex-1">
            <p className="font-medium break-words">{nameOf(device)}</p>
            <p className="text-small text-ink-soft">Since {formatDate(device.created_at)}</p>
          </div>
          <IconButton
            label={`Remove ${nameOf(device)}`}
            tone="danger"
            icon={<IconTrash size={18} aria-hidden="true" />}
            onClick={() => onRemove(device.id)}
          />
        </li>
      ))}
    </ul>
  );
}
