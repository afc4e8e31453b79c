import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { Deactivation, UserAccess } from '../../../../contract/user-access.ts';
import { displayName, type UserRow } from '../../../../contract/users.ts';
import { Button } from '../../../components/button/button.tsx';
import { DetailPage } from '../../../components/detail/detail-page.tsx';
import { RowNotFound } from '../../../components/detail/row-not-found.tsx';
import { Avatar } from '../../../components/display/avatar.tsx';
import { markClasses, useChangedMark } from '../../../components/display/changed-value.ts';
import { PhoneLink } from '../../../components/display/contact-links.tsx';
import { Panel } from '../../../components/display/panel.tsx';
import { StatusBadge } from '../../../components/display/status-badge.tsx';
import { ErrorState } from '../../../components/feedback/error-state.tsx';
import { useIsOutageShown } from '../../../components/feedback/outage.tsx';
import { classes } from '../../../lib/browser/classes.ts';
import { useNamedPage } from '../../../lib/browser/page-name.ts';
import { anotherAdministrator } from '../../../lib/format/describe-grant.ts';
import { formatDate } from '../../../lib/format/format-date.ts';
import { useListPlace } from '../../../lib/list/list-origin.ts';
import { RequestFailed } from '../../../lib/network/request-failed.ts';
import { usePageDialog } from '../../../lib/url/page-url.ts';
import { useUserActs } from '../../../parts/acts/user-acts.ts';
import { CoverCard } from '../../../parts/covers/cover-card.tsx';
import { useHistory } from '../../../parts/entries/use-history.tsx';
import { useDoUserAct } from '../account/use-do-user-act.ts';
import { useUserListFields } from '../list/user-list.ts';
import { UserRowButton } from '../user-row-button.tsx';
import { usersSource } from '../users.api.ts';
import { AccessCard } from './access/access-card.tsx';
import { DetailsCard, SigningInCard, UserRailSkeleton } from './rail/user-rail.tsx';
import { UserActs } from './user-acts.tsx';
import { userAccessQuery, userQuery } from './user-page.api.ts';

const entriesShown = 10;

export function UserPage() {
  const { userId: id } = useParams({ from: '/guarded/users/$userId' });
  const history = useHistory({ user: id }, entriesShown);
  const query = useQuery(userQuery(id));
  const access = useQuery(userAccessQuery(id));
  const user = query.data;
  const name = user && displayName(user);
  const isOutage = useIsOutageShown();
  const place = useListPlace(usersSource, useUserListFields(), id);
  useNamedPage(name);
  const { error } = query;
  if (error instanceof RequestFailed && [400, 403, 404].includes(error.status))
    return <RowNotFound about="user" refusal={error} />;
  if (!user && error && !isOutage)
    return <ErrorState message={error.message} onRetry={() => void query.refetch()} />;
  return (
    <DetailPage
      back={{ list: '/users', page: '/users/$userId', label: 'Users', place }}
      title={name}
      mark={<Avatar name={name ?? ''} className="size-14! text-heading!" />}
      state={user && <StatusBadge isActive={user.is_active} />}
      facts={user && <UserFacts key={id} user={user} />}
      acts={user && <UserActs key={id} user={user} />}
      menu={user && <UserRowButton user={user} />}
      banner={user && bannerOf(user, access)}
      rail={
        user ? (
          <Fragment key={id}>
            <SigningInCard user={user} access={access.data} />
            <DetailsCard user={user} access={access.data} />
            <CoverCard user={{ id, name: displayName(user), is_active: user.is_active }} />
          </Fragment>
        ) : (
          <UserRailSkeleton />
        )
      }
    >
      <AccessCard key={id} user={user} query={access} />
      {history && (access.data || access.error) && (
        <Panel isFlush title="History" className="print:hidden">
          {history}
        </Panel>
      )}
    </DetailPage>
  );
}

function bannerOf(user: UserRow, access: UseQueryResult<UserAccess>) {
  if (user.is_active) return null;
  return access.isPending ? undefined : (
    <InactiveBanner user={user} deactivation={access.data?.deactivation ?? null} />
  );
}

export function UserFacts({ user: { email, full_name, phone, employee_number } }: { user: UserRow }) {
  const emailMark = useChangedMark(email);
  const phoneMark = useChangedMark(phone);
  return (
    // One line on phones: a long email takes two in it, and the links are 44 px high.
    <ul className="flex flex-wrap items-center gap-x-4 gap-y-0.5 max-md:flex-nowrap max-md:gap-x-3 max-md:[&_a]:flex max-md:[&_a]:min-h-11 max-md:[&_a]:items-center">
      {full_name && (
        <li {...emailMark} className={classes(markClasses, 'min-w-0 wrap-anywhere')}>
          <a
            href={`mailto:${email}`}
            className="rounded-badge font-unkerned underline-offset-3 hover:underline"
          >
            {email}
          </a>
        </li>
      )}
      {phone && (
        <li {...phoneMark} className={classes(markClasses, 'min-w-0 max-md:shrink-0')}>
          <PhoneLink phone={phone} />
        </li>
      )}
      {employee_number && <li data-tooltip="Employee number">#{employee_number}</li>}
    </ul>
  );
}

/** Shows permanently what the toast said. */
function InactiveBanner({ user, deactivation }: { user: UserRow; deactivation: Deactivation | null }) {
  const { may } = useUserActs();
  const { openDialog } = usePageDialog('/guarded/users/$userId');
  const { act, changingId } = useDoUserAct(openDialog);
  const allowed = may(user).get('activate');
  return (
    <section
      aria-label="Inactive"
      className="mb-4 flex min-h-15 flex-wrap items-center gap-x-4 gap-y-2 rounded-card border-2 border-off bg-surface px-5 py-2.5 max-md:px-4"
    >
      <p className="min-w-0 flex-1 basis-60">{describe(deactivation)}</p>
      {allowed && (
        <Button
          variant="secondary"
          disabled={allowed.whyNot !== undefined}
          data-tooltip={allowed.whyNot}
          loading={changingId !== undefined}
          onClick={() => act('activate', user)}
        >
          Activate
        </Button>
      )}
    </section>
  );
}

function describe(deactivation: Deactivation | null) {
  const grantsStay = 'Roles and locations are kept.';
  if (!deactivation) return `Inactive. ${grantsStay}`;
  const { at, by, ended } = deactivation;
  const since = `Inactive since ${formatDate(at)}, by ${by ?? anotherAdministrator}.`;
  return [since, ended && ended.length > 0 && `${joined(ended)} ended.`, grantsStay]
    .filter(Boolean)
    .join(' ');
}

function joined(parts: readonly string[]) {
  return parts.length < 2 ? parts.join() : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
