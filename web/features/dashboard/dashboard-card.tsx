import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Button } from '../../components/button/button.tsx';
import { Card } from '../../components/display/card.tsx';
import { useIsOutageShown } from '../../components/feedback/outage.tsx';
import { IconAlertTriangle } from '../../components/icons/icons.ts';
import { classes } from '../../lib/browser/classes.ts';
import { useIsSlow } from '../../lib/browser/use-is-slow.ts';
import { formatClock } from '../../lib/format/format-date.ts';
import { useIsOnline } from '../../lib/network/connection.ts';
import { messageOf } from '../../lib/network/request-failed.ts';

interface DashboardCardProps<Data> {
  title: string;
  query: UseQueryResult<Data, Error>;
  aside?: ReactNode;
  skeleton: ReactNode;
  className?: string | undefined;
  children: (data: Data) => ReactNode;
}

/** `relative`, because texts for screen readers would make the page longer. Old data stay, gray and with their time. */
export function DashboardCard<Data>({
  title,
  query,
  aside,
  skeleton,
  className,
  children,
}: DashboardCardProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  const { isOld, asOf, isSlow, failure } = useFiguresState(query);
  const id = useId();
  return (
    <Card
      aria-labelledby={id}
      aria-busy={data === undefined && !error}
      data-old={isOld || undefined}
      className={classes('group/card relative flex flex-col', className)}
    >
      <header className="flex h-12 shrink-0 items-center justify-between gap-3 border-b border-line px-5 max-md:px-4">
        <h2 id={id} className="truncate font-sign text-subheading font-semibold">
          {title}
        </h2>
        <div className="flex shrink-0 items-center gap-3 text-small text-ink-soft">
          <span role="status">
            {isSlow && 'Still trying…'}
            {asOf}
          </span>
          {aside}
        </div>
      </header>
      {data !== undefined && children(data)}
      {data === undefined && !failure && skeleton}
      {failure && (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-3 max-md:px-4"
        >
          <p className="flex min-w-0 items-center gap-2.5">
            <IconAlertTriangle size={18} className="shrink-0 text-bad" aria-hidden="true" />
            {messageOf(failure, `Failed to load ${title}`)}
          </p>
          <Button variant="link" loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
    </Card>
  );
}

export function SkeletonRows({ count, className }: { count: number; className: string }) {
  return (
    <ul aria-hidden="true">
      {[...Array(count).keys()].map((index) => (
        <li key={index} className={classes('flex items-center gap-3 px-5 max-md:px-4', className)}>
          <span className="size-4.5 rounded-full bg-line" />
          <span className={classes('h-3 rounded-badge bg-line', index % 2 === 0 ? 'w-1/2' : 'w-2/5')} />
          <span className="ml-auto h-3 w-8 rounded-badge bg-line" />
        </li>
      ))}
    </ul>
  );
}

export function useFiguresState({ data, error, dataUpdatedAt }: UseQueryResult<unknown, Error>) {
  const isOnline = useIsOnline();
  const isOutage = useIsOutageShown();
  const isSlow = useIsSlow(data === undefined && !error);
  const isOld = data !== undefined && (error !== null || !isOnline);
  return {
    isOld,
    /** 'as of 2:05 PM'; null for figures of now. */
    asOf: isOld ? `as of ${formatClock(new Date(dataUpdatedAt).toISOString())}` : null,
    isSlow: isSlow && !isOutage,
    /** Null also during an outage, which the bar at the bottom of the window explains. */
    failure: data === undefined && !isOutage ? error : null,
  };
}
