import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ListPosition } from '../../../contract/lists/list.ts';
import { classes } from '../../lib/browser/classes.ts';
import { useKeys } from '../../lib/browser/keys.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { type ListOrigin, useListOrigin } from '../../lib/list/list-origin.ts';
import { buttonClasses } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { IconArrowLeft, IconChevronLeft, IconChevronRight } from '../icons/icons.ts';

export interface BackLineProps {
  list: '/users' | '/locations';
  page: '/users/$userId' | '/locations/$id';
  label: string;
  /** Null while it is unknown. */
  place: ListPosition | null;
}

export function BackLine({ list, page, label, place }: BackLineProps) {
  const origin = useListOrigin();
  const navigate = useNavigate();
  // The neighbor replaces this page in the history, so Back leads to the list from there too.
  const open = (id: string | null | undefined) =>
    !id
      ? undefined
      : () => void navigate({ to: page, params: { id, userId: id }, state: true, replace: true });
  const goBack = useBack(list, origin);
  useKeys({ j: open(place?.next_id), k: open(place?.previous_id), escape: goBack });
  return (
    <nav
      aria-label={`Back to ${label}`}
      className={classes('flex h-9 items-center gap-3 print:hidden max-md:h-11', !origin && 'max-md:hidden')}
    >
      <BackLink
        list={list}
        label={label}
        origin={origin}
        className={classes(buttonClasses('link'), 'max-md:hidden')}
      >
        <IconArrowLeft size={16} aria-hidden="true" />
        {label}
      </BackLink>
      {origin && (
        <>
          <p className="flex min-w-0 gap-1 text-ink-soft">
            {origin.search.q && <bdi className="truncate">“{origin.search.q}”</bdi>}
            <span className="whitespace-nowrap">{describePlace(place, Boolean(origin.search.q))}</span>
          </p>
          <span className="ml-auto flex gap-1">
            <NeighborButton direction="previous" onOpen={open(place?.previous_id)} />
            <NeighborButton direction="next" onOpen={open(place?.next_id)} />
          </span>
        </>
      )}
    </nav>
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
