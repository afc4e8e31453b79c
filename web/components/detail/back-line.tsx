import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ListPosition } from '../../../contract/lists/list.ts';
import { useKeys } from '../../lib/browser/keys.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { type ListOrigin, useListOrigin } from '../../lib/list/list-origin.ts';
import { buttonClasses } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { IconArrowLeft, IconChevronLeft, IconChevronRight } from '../icons/icons.ts';

export interface BackLineProps {
  list: '/users' | '/locations' | '/districts';
  page: '/users/$userId' | '/locations/$id' | '/districts/$id';
  label: string;
  /** Null while it is unknown. */
  place: ListPosition | null;
}

/** Where the page stands in the list that it was opened from, and the ways from it. */
function useWays({ list, page, place }: BackLineProps) {
  const origin = useListOrigin();
  const navigate = useNavigate();
  // The neighbor replaces this page in the history, so Back leads to the list from there too.
  const open = (id: string | null | undefined) =>
    !id
      ? undefined
      : () => void navigate({ to: page, params: { id, userId: id }, state: true, replace: true });
  const ways = { previous: open(place?.previous_id), next: open(place?.next_id) };
  useKeys({ j: ways.next, k: ways.previous, escape: useBack(list, origin) });
  return { origin, ...ways };
}

export function BackLine(props: BackLineProps) {
  const { list, label, place } = props;
  const { origin, previous, next } = useWays(props);
  return (
    <nav aria-label={`Back to ${label}`} className="flex h-9 items-center gap-3 print:hidden">
      <BackLink list={list} label={label} origin={origin} className={buttonClasses('link')}>
        <IconArrowLeft size={16} aria-hidden="true" />
        {label}
      </BackLink>
      {origin && (
        <>
          <Place q={origin.search.q} place={place} />
          <span className="ml-auto flex gap-1">
            <NeighborButton direction="previous" onOpen={previous} />
            <NeighborButton direction="next" onOpen={next} />
          </span>
        </>
      )}
    </nav>
  );
}

export interface BackBarProps extends BackLineProps {
  /** Once the heading has left the screen; it is not read out twice. */
  title: string | null;
  menu: ReactNode;
}

/** The same on a phone, with the menu of the page. It stays at the top while the page scrolls under it. */
export function BackBar({ title, menu, ...props }: BackBarProps) {
  const { list, label, place } = props;
  const { origin, previous, next } = useWays(props);
  return (
    <nav
      aria-label={`Back to ${label}`}
      className="sticky -top-4 z-2 -mx-4 -mt-4 flex h-13 items-center gap-1 border-b border-line bg-ground px-2 low:static print:hidden"
    >
      <BackLink
        list={list}
        label={`Back to ${label}`}
        origin={origin}
        className="grid size-11 shrink-0 place-items-center rounded-control"
      >
        <IconArrowLeft size={20} aria-hidden="true" />
      </BackLink>
      {title !== null ? (
        <p
          aria-hidden="true"
          dir="auto"
          className="min-w-0 flex-1 truncate text-left font-sign text-subheading font-semibold"
        >
          {title}
        </p>
      ) : (
        <Place q={origin?.search.q} place={origin && place} />
      )}
      {origin && (
        <>
          <NeighborButton direction="previous" onOpen={previous} />
          <NeighborButton direction="next" onOpen={next} />
        </>
      )}
      {menu}
    </nav>
  );
}

function Place({ q, place }: { q: string | undefined; place: ListPosition | null }) {
  return (
    <p className="flex min-w-0 flex-1 gap-1 text-ink-soft">
      {q && <bdi className="truncate">“{q}”</bdi>}
      <span className="whitespace-nowrap">{describePlace(place, Boolean(q))}</span>
    </p>
  );
}

function describePlace(place: ListPosition | null, hasSearch: boolean) {
  if (!place?.position) return '';
  const total = `${formatNumber(place.total)}${place.is_total_exact ? '' : '+'}`;
  const text = `${formatNumber(place.position)} of ${total}`;
  return hasSearch ? `· ${text}` : text;
}

export interface BackLinkProps {
  list: BackLineProps['list'];
  label: string;
  origin: ListOrigin | null;
  className: string;
  children: ReactNode;
}

/** Goes back in the history if the list is there, so that its scroll position is restored. */
export function BackLink({ list, label, origin, className, children }: BackLinkProps) {
  const goBack = useBack(list, origin);
  return (
    <Link
      to={list}
      search={{ ...origin?.search }}
      activeOptions={{ exact: true }}
      aria-label={label}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        goBack();
      }}
      className={className}
    >
      {children}
    </Link>
  );
}

function useBack(list: BackLineProps['list'], origin: ListOrigin | null) {
  const { history } = useRouter();
  const navigate = useNavigate();
  return () => {
    const steps = origin ? origin.index - history.location.state.__TSR_index : 0;
    if (steps < 0) history.go(steps);
    else void navigate({ to: list, search: { ...origin?.search } });
  };
}

interface NeighborButtonProps {
  direction: 'previous' | 'next';
  /** Absent at the end of the list. */
  onOpen: (() => void) | undefined;
}

export function NeighborButton({ direction, onOpen }: NeighborButtonProps) {
  const isNext = direction === 'next';
  const Icon = isNext ? IconChevronRight : IconChevronLeft;
  return (
    <IconButton
      label={isNext ? 'Next' : 'Previous'}
      title={isNext ? 'Next (J)' : 'Previous (K)'}
      icon={<Icon size={20} aria-hidden="true" />}
      disabled={!onOpen}
      onClick={onOpen}
    />
  );
}
