import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export interface FilteredLinkProps {
  list: 'users' | 'locations';
  /** The filters in the form of the list's URL. */
  filters: Record<string, string>;
  className?: string;
  children: ReactNode;
}

/** A link to the list of the rows that a figure counts. */
export function FilteredLink({ list, filters, className, children }: FilteredLinkProps) {
  return (
    <Link to={list === 'users' ? '/users' : '/locations'} search={filters} className={className}>
      {children}
    </Link>
  );
}
