import type { OpenSession } from '../../../contract/sessions.ts';
import { formatDate } from '../../lib/format/format-date.ts';
import { Button } from '../button/button.tsx';
import { IconDeviceDesktop, IconDeviceMobile } from '../icons/icons.ts';

export interface SessionListProps {
  sessions: readonly OpenSession[];
  end: { isPending: boolean; variables: string | undefined; mutate: (id: string) => void };
}

export function SessionList({ sessions, end }: SessionListProps) {
  return (
    <ul>
      {sessions.map((session) => (
        <li key={session.id} className="flex items-center gap-3 border-line py-3 not-last:border-b">
          <DeviceIcon device={session.device} />
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-medium">{session.device}</span>
              {session.is_current && (
                <span className="rounded-badge bg-good-soft px-1.5 text-badge font-semibold text-good">
                  This device
                </span>
              )}
            </p>
            <p className="text-small break-words text-ink-soft">
              Last seen {formatDate(session.last_seen_at)} from {session.ip}
            </p>
            <p className="text-small text-ink-faint">Signed in {formatDate(session.signed_in_at)}</p>
          </div>
          {!session.is_current && (
            <Button
              variant="secondary"
              onClick={() => end.mutate(session.id)}
              loading={end.isPending && end.variables === session.id}
              disabled={end.isPending && end.variables !== undefined}
              aria-label={`Sign out ${session.device}`}
            >
              Sign out
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function DeviceIcon({ device }: { device: string }) {
  const isPhone = /iPhone|iPad|Android/.test(device);
  const Icon = isPhone ? IconDeviceMobile : IconDeviceDesktop;
  return <Icon size={22} className="shrink-0 text-ink-soft" aria-hidden="true" />;
}
