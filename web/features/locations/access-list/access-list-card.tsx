import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import type { Answer } from '../../../../contract/http/endpoint.ts';
import type { listLocationUsers } from '../../../../contract/location-access.ts';
import type { Location } from '../../../../contract/locations.ts';
import { buttonClasses } from '../../../components/button/button.tsx';
import { Card } from '../../../components/display/card.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { lazyDialog, lazyMenu } from '../../../components/loading/lazy-dialog.tsx';
import { PopupPlace } from '../../../components/overlay/popup-place.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { useMediaQuery, usePrinting } from '../../../lib/browser/use-media-query.ts';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import { nameServices } from '../../../lib/format/name-services.ts';
import { useSearchText } from '../../../lib/list/use-search-text.ts';
import { usePageDialog, usePageUrl } from '../../../lib/url/page-url.ts';
import { AccessList } from './access-list.tsx';
import { accessMenu } from './access-row.tsx';
import { describeWaiting, type Waiting } from './access-texts.ts';
import { accessListQuery } from './location-access.api.ts';
import { onThisPage, useAccessList, useWaitingReason } from './use-access-list.ts';
import { WaitingHead } from './waiting-head.tsx';

/** With fewer users the whole list is visible on a desktop. */
const searchFromUsers = 10;

interface AccessListCardProps {
  id: string;
  location: Location | undefined;
  history: ReactNode;
  /** The act above the list of a phone. */
  assign: ReactNode;
}

export function AccessListCard({ id, location, history, assign }: AccessListCardProps) {
  const { search, change } = usePageUrl('/guarded/locations/$id');
  const { q = '', tab } = search;
  const [text, setText] = useSearchText(q, (q) => change({ q }, { replace: true }));
  const { data, isPlaceholderData } = useInfiniteQuery(accessListQuery(id, 'can_see', q));
  const facts = data?.pages[0];
  const isPrinting = usePrinting();
  const shown = tabOf(tab, Boolean(history));
  const isLong = facts !== undefined && facts.can_see + facts.cannot_see > searchFromUsers;
  // On a phone it has a line of its own, which must not come after the rows.
  const isPhone = useMediaQuery('(width < 48rem)');
  const hasSearch = shown !== 'history' && (isPhone || q !== '' || isLong);
  const mayReadLog = useAccess().hasPermission('audit.read');
  const canSee = isPrinting || shown === 'can_see';
  return (
    <Card aria-label="Users" className="@container print:mt-4">
      <header className="sticky z-1 flex min-h-14 flex-wrap items-center justify-between gap-x-4 border-b border-line bg-surface pr-4 pl-3 max-md:top-9 max-md:px-1 md:static print:hidden">
        <AccessTabs facts={facts} shown={shown} hasHistory={Boolean(history)} />
        {hasSearch && (
          <div className="w-65 max-md:flex max-md:w-full max-md:flex-wrap max-md:gap-2 max-md:px-3 max-md:py-2">
            <SearchInput
              className="min-w-0 flex-[1_1_12rem]"
              placeholder="Search users..."
              value={text}
              onValueChange={setText}
              searching={isPlaceholderData}
              hotkey
            />
            {isPhone && assign}
          </div>
        )}
      </header>
      {facts?.is_open_to_all && (
        <Alert tone="info" className="m-4">
          Access is not enforced on this server: everybody who signs in has access to all locations, whatever
          this list says.
        </Alert>
      )}
      {canSee && (
        <section aria-label="Has access">
          <h2 className="hidden font-semibold print:block">Has access</h2>
          <AccessList
            locationId={id}
            list="can_see"
            label="Users who can see this location"
            note={facts && describeHidden(facts.hidden_count)}
          />
          {facts?.services && facts.services.length > 0 && (
            <p className="border-t border-line px-6 py-3.5 wrap-anywhere text-ink-soft max-md:px-4">
              Also {nameServices(facts.services)}
            </p>
          )}
          {facts && mayReadLog && (
            <p className="flex min-h-13 items-center border-t border-line px-6 max-md:px-4 print:hidden">
              <Link to="/locations/$id/access" params={{ id }} className={buttonClasses('link')}>
                Access on another day…
              </Link>
            </p>
          )}
        </section>
      )}
      {(isPrinting || shown === 'waiting') && <WaitingUsers locationId={id} reasons={facts?.waiting} />}
      {shown === 'history' && history}
      {location && <AccessRemoval location={location} />}
    </Card>
  );
}

function tabOf(tab: string | undefined, hasHistory: boolean) {
  if (tab === 'history' && hasHistory) return 'history';
  return tab === 'waiting' ? 'waiting' : 'can_see';
}

function describeHidden(count: number) {
  if (count === 0) return null;
  return `${countOf(count, 'more user')} ${count === 1 ? 'sees' : 'see'} every location through their role.`;
}

interface WaitingUsersProps {
  locationId: string;
  reasons: readonly Waiting[] | undefined;
}

function WaitingUsers({ locationId, reasons }: WaitingUsersProps) {
  const reason = useWaitingReason();
  const chosen = reasons?.find((one) => one.reason === reason);
  return (
    <section aria-label="Waiting">
      <h2 className="hidden pt-4 font-semibold print:block">
        Waiting{chosen && `: ${describeWaiting(chosen)}`}
      </h2>
      <WaitingHead locationId={locationId} />
      <AccessList locationId={locationId} list="cannot_see" label="Users who cannot see this location yet" />
    </section>
  );
}

interface AccessTabsProps {
  facts: Answer<typeof listLocationUsers> | undefined;
  shown: 'can_see' | 'waiting' | 'history';
  hasHistory: boolean;
}

function AccessTabs({ facts, shown, hasHistory }: AccessTabsProps) {
  const tabs = [
    { tab: undefined, label: 'Has access', count: facts && facts.can_see + facts.hidden_count },
    { tab: 'waiting', label: 'Waiting', count: facts?.cannot_see },
    ...(hasHistory ? [{ tab: 'history', label: 'History', count: null }] : []),
  ];
  return (
    <nav aria-label="Users and history" className="flex self-stretch max-md:w-full">
      {tabs.map(({ tab, label, count }) => (
        <Link
          key={label}
          {...onThisPage}
          search={({ q }) => ({ q, tab })}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={(tab ?? 'can_see') === shown ? 'page' : undefined}
          className="flex min-h-14 items-center gap-1.5 border-b-3 border-transparent px-3 font-medium whitespace-nowrap text-ink-soft hover:text-ink aria-[current=page]:border-amber aria-[current=page]:text-ink max-md:min-h-12"
        >
          {label} {/* As wide as two digits before the count is known. */}
          {count !== null && (
            <span className="min-w-4 text-small text-ink-soft">
              {count !== undefined && formatNumber(count)}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}

const AccessMenu = lazyMenu(() => import('./access-menu.tsx'), 'AccessMenu');
const RemoveUserDialog = lazyDialog(() => import('./remove-user-dialog.tsx'), 'RemoveUserDialog');

function AccessRemoval({ location }: { location: Location }) {
  const { dialog, id, openDialog, closeDialog } = usePageDialog('/guarded/locations/$id');
  const canSee = useAccessList(location.id, 'can_see').users;
  const listed = [...canSee, ...useAccessList(location.id, 'cannot_see').users];
  const removed = dialog === 'remove' ? listed.find((user) => user.id === id && user.assigned) : undefined;
  return (
    <>
      <PopupPlace of={accessMenu}>
        {(popup) => <AccessMenu popup={popup} onRemove={(user) => openDialog('remove', user.id)} />}
      </PopupPlace>
      <Suspense>
        {removed && <RemoveUserDialog location={location} user={removed} onClose={closeDialog} />}
      </Suspense>
    </>
  );
}
