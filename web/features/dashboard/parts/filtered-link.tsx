import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

export interface FilteredLinkProps {
  list: 'users' | 'locations';
  filters: Record<string, string>;
  className?: string;
  children: ReactNode;
}

export function FilteredLink({ list, filters, className, children }: FilteredLinkProps) {
  return (
    <Link to={list === 'users' ? '/users' : '/locations'} search={filters} className={className}>
      {children}
    </Link>
  );
}
