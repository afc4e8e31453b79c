import { Link, useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** The page that a day was opened from, as it was. A pasted link has none. */
export interface DayOrigin {
  /** Its position in the history of the tab. */
  index: number;
  href: string;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    day_from?: DayOrigin;
  }
}

/** The state of a link to a day, so that the day leads back to this page. */
export function useDayState(): { day_from: DayOrigin } {
  return useLocation({
    select: ({ href, state }) => ({ day_from: { index: state.__TSR_index, href } }),
    structuralSharing: true,
  });
}

export interface DayLinkProps {
  location_id: string;
  business_date: string;
  className?: string;
  tooltip?: string | undefined;
  children: ReactNode;
}

/** A link that reaches over its row. */
export const rowLinkLook = 'block truncate rounded-badge font-semibold after:absolute after:inset-0';

/** To a business day, which leads back to the page of this link. */
export function DayLink({
  location_id,
  business_date,
  className = rowLinkLook,
  tooltip,
  children,
}: DayLinkProps) {
  return (
    <Link
      to="/locations/$id/sales/$day"
      params={{ id: location_id, day: business_date }}
      state={useDayState()}
      data-tooltip={tooltip}
      data-row-main
      className={className}
    >
      {children}
    </Link>
  );
}
