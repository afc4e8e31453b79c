import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import type { SalesPeriod } from '../../../../contract/sales-selection.ts';
import { buttonClasses } from '../../../components/button/button.tsx';
import { NeighborButton } from '../../../components/detail/back-line.tsx';
import { IconArrowLeft } from '../../../components/icons/icons.ts';
import { useKeys } from '../../../lib/browser/keys.ts';
import { toDay } from '../../../lib/format/format-date.ts';
import { neighborsQuery } from '../registers.api.ts';
import { periodNames } from '../sales/comparison.ts';
import { dayOfYear } from '../sales/days.ts';

export interface DayBarProps {
  id: string;
  day: string;
  locationName: string | undefined;
}

/** Back to the page that the day was opened from, and on to the days beside it. */
export function DayBar({ id, day, locationName }: DayBarProps) {
  const { history } = useRouter();
  const navigate = useNavigate();
  const origin = useLocation({ select: ({ state }) => state.day_from ?? null, structuralSharing: true });
  const { data } = useQuery(neighborsQuery(id, day));
  // The neighbor replaces this day in the history, so Back leads to the page from there too.
  const open = (other: string | null | undefined) =>
    !other
      ? undefined
      : () =>
          void navigate({
            ...{ to: '/locations/$id/sales/$day', params: { id, day: other } },
            ...{ state: true, replace: true },
          });
  const href = origin?.href ?? `/locations/${id}/sales`;
  const goBack = () => {
    const steps = origin ? origin.index - history.location.state.__TSR_index : 0;
    if (steps < 0) history.go(steps);
    else void navigate({ href });
  };
  useKeys({ j: open(data?.next), k: open(data?.previous), escape: goBack });
  return (
    <nav aria-label="Back, and days beside" className="flex min-h-9 items-center gap-3 print:hidden">
      <Link
        to={href}
        className={`${buttonClasses('link')} min-w-0`}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          goBack();
        }}
      >
        <IconArrowLeft size={16} aria-hidden="true" className="shrink-0" />
        <span className="truncate">{describePage(href, locationName)}</span>
      </Link>
      <span className="ml-auto flex gap-1">
        <NeighborButton direction="previous" onOpen={open(data?.previous)} />
        <NeighborButton direction="next" onOpen={open(data?.next)} />
      </span>
    </nav>
  );
}

/** 'Sales, last 7 days', 'Sales of Airport 113, Nov 20 – Nov 25'. */
function describePage(href: string, locationName: string | undefined): string {
  const { pathname, searchParams } = new URL(href, location.origin);
  const page = pageNames[pathname];
  if (page) return page;
  const name = pathname === '/sales' || !locationName ? 'Sales' : `Sales of ${locationName}`;
  const [period, from, to] = ['period', 'from', 'to'].map((name) => searchParams.get(name));
  const year = toDay(new Date()).slice(0, 4);
  const nameOf = (day: string | null | undefined) => (day ? dayOfYear(day, year) : '…');
  if (from || to) return `${name}, ${nameOf(from)} – ${nameOf(to)}`;
  return `${name}, ${(periodNames[period as SalesPeriod] ?? periodNames.last_7).toLowerCase()}`;
}

const pageNames: Partial<Record<string, string>> = {
  '/dashboard': 'Dashboard',
  '/sales/exceptions': 'Exceptions',
};
