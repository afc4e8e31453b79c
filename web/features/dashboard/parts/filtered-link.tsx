import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export interface FilteredLinkProps {
  list: 'users' | 'locations';
  /** As the list's address has them. */
  filters: Record<string, string>;
  className?: string;
  children: ReactNode;
}

/** Leads to a list that shows only what a figure counted. */
export function FilteredLink({ list, filters, className, children }: FilteredLinkProps) {
  return (
    <Link to={list === 'users' ? '/users' : '/locations'} search={filters} className={className}>
      {children}
    </Link>
  );
}
