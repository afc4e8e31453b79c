import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { Cover } from '../../../contract/covers.ts';
import type { Location } from '../../../contract/locations.ts';
import { Button } from '../../components/button/button.tsx';
import { RailCard } from '../../components/detail/rail-card.tsx';
import { ClippedText } from '../../components/display/clipped-text.tsx';
import { useIsOutageShown } from '../../components/feedback/outage.tsx';
import { lazyDialog } from '../../components/loading/lazy-dialog.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { anotherAdministrator } from '../../lib/format/describe-grant.ts';
import { coversQuery } from './covers.api.ts';
import { describeCover } from './describe-cover.ts';

const LendDialog = lazyDialog(() => import('./cover-dialogs.tsx'), 'LendDialog');
const ExtendCoverDialog = lazyDialog(() => import('./cover-dialogs.tsx'), 'ExtendCoverDialog');
const EndCoverDialog = lazyDialog(() => import('./cover-dialogs.tsx'), 'EndCoverDialog');

/** Who covers a location, or what a user covers, until when. */
export function CoverCard(
  of: { location: Location } | { user: { id: string; name: string; is_active: boolean } },
) {
  const query = useQuery(coversQuery('user' in of ? { user: of.user.id } : { location: of.location.id }));
  const [isLending, setLending] = useState(false);
  const isPossible = 'user' in of ? of.user.is_active : !of.location.closed_on;
  const mayLend = useAccess().mayAct('assignLocations') && isPossible;
  const none = 'user' in of ? 'Covers no location.' : 'Nobody covers it.';
  return (
    <RailCard
      title="Cover"
      action={
        mayLend && (
          <Button variant="link" onClick={() => setLending(true)}>
            {'user' in of ? 'Let cover…' : 'Let a user cover…'}
          </Button>
        )
      }
    >
      <CoverRows
        covers={query.data}
        shows={'user' in of ? 'location' : 'user'}
        none={none}
        error={query.error}
      />
      <Suspense>{isLending && <LendDialog {...of} onClose={() => setLending(false)} />}</Suspense>
    </RailCard>
  );
}

interface CoverRowsProps {
  covers: readonly Cover[] | undefined;
  shows: 'user' | 'location';
  none: string;
  error: Error | null;
}

function CoverRows({ covers, shows, none, error }: CoverRowsProps) {
  const [open, setOpen] = useState<{ act: 'extend' | 'end'; cover: Cover } | null>(null);
  const close = () => setOpen(null);
  // The bar says it then.
  const problem = useIsOutageShown() ? undefined : error?.message;
  return (
    <>
      <ul className="min-h-11" aria-busy={!covers && !error}>
        {!covers && (
          <li className="flex min-h-11 items-center text-ink-soft">
            {problem ?? <span aria-hidden="true" className="h-2.5 w-32 rounded-full bg-line" />}
          </li>
        )}
        {covers?.length === 0 && <li className="flex min-h-11 items-center text-ink-soft">{none}</li>}
        {covers?.map((cover) => (
          <li key={cover.id} data-row={cover.id} className="border-line py-2 not-first:border-t">
            <CoverFacts cover={cover} shows={shows} />
            {(cover.may_extend || cover.may_end) && (
              <p className="mt-0.5 flex gap-4 max-md:min-h-11 max-md:items-center">
                {cover.may_extend && (
                  <Button variant="link" onClick={() => setOpen({ act: 'extend', cover })}>
                    Extend…
                  </Button>
                )}
                {cover.may_end && (
                  <Button variant="link" onClick={() => setOpen({ act: 'end', cover })}>
                    {cover.state === 'upcoming' ? 'Cancel' : 'End now'}
                  </Button>
                )}
              </p>
            )}
          </li>
        ))}
      </ul>
      <Suspense>
        {open?.act === 'extend' && <ExtendCoverDialog cover={open.cover} onClose={close} />}
        {open?.act === 'end' && <EndCoverDialog cover={open.cover} onClose={close} />}
      </Suspense>
    </>
  );
}

const linkClasses = 'block min-w-0 rounded-badge font-semibold underline-offset-3 hover:underline';

function CoverFacts({ cover, shows }: { cover: Cover; shows: 'user' | 'location' }) {
  const { user, location, reason, granted } = cover;
  return (
    <>
      {shows === 'user' ? (
        <Link to="/users/$userId" params={{ userId: user.id }} className={linkClasses}>
          <ClippedText>{user.name}</ClippedText>
        </Link>
      ) : (
        <Link to="/locations/$id" params={{ id: location.id }} className={linkClasses}>
          <ClippedText>{location.name}</ClippedText>
        </Link>
      )}
      <p className="wrap-anywhere">{describeCover(cover)}</p>
      <p className="text-small text-ink-soft wrap-anywhere">
        {[reason, `granted by ${granted.by ?? anotherAdministrator}`].filter(Boolean).join(' · ')}
      </p>
    </>
  );
}
