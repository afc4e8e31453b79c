import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from '../../../../components/button/button.tsx';
import { RailCard } from '../../../../components/detail/rail-card.tsx';
import { QueryView } from '../../../../components/feedback/query-view.tsx';
import { formatAgo } from '../../../../lib/format/format-ago.ts';
import { formatDate } from '../../../../lib/format/format-date.ts';
import { messageOf } from '../../../../lib/network/request-failed.ts';
import { endUserSessions, userSessionsQuery } from '../../account/user-sessions.api.ts';

/** The devices on which the user is signed in, each with a button that signs it out. */
export function DevicesCard({ id }: { id: string }) {
  const query = useQuery(userSessionsQuery(id));
  const end = useMutation({
    mutationFn: (session: string | undefined, context) => endUserSessions(id, session, context),
  });
  // Not for the actor themselves, because it would end this session too.
  const mayEndAll = query.data && query.data.length > 1 && !query.data.some((session) => session.is_current);
  return (
    <RailCard
      title="Devices"
      action={
        mayEndAll && (
          <Button
            variant="link"
            disabled={end.isPending}
            onClick={() => end.mutate(undefined)}
            className="text-small"
          >
            Sign out all
          </Button>
        )
      }
    >
      <QueryView
        query={query}
        loading="Loading devices..."
        empty={<p className="text-small text-ink-soft">Not signed in on any device.</p>}
        className="h-13"
      >
        {(sessions) => (
          <ul className="divide-y divide-line">
            {sessions.map((session) => (
              <li key={session.id} className="flex min-h-13 items-center gap-3 py-1.5 text-small">
                <div className="min-w-0 flex-1">
                  <p className="font-medium">{session.is_current ? 'This device' : session.device}</p>
                  <p className="wrap-anywhere text-ink-soft">
                    <time dateTime={session.last_seen_at} data-tooltip={formatDate(session.last_seen_at)}>
                      {formatAgo(session.last_seen_at)}
                    </time>
                    {` · ${session.ip}`}
                  </p>
                </div>
                {!session.is_current && (
                  <Button
                    variant="link"
                    aria-label={`Sign out ${session.device}`}
                    loading={end.isPending && end.variables === session.id}
                    disabled={end.isPending}
                    onClick={() => end.mutate(session.id)}
                  >
                    Sign out
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      {end.error && (
        <p role="alert" className="mt-2 text-small text-bad">
          {messageOf(end.error, 'Failed to sign the device out')}
        </p>
      )}
    </RailCard>
  );
}
