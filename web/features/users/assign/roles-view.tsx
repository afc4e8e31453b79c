import type { ReactNode } from 'react';
import type { CountedRole } from '../../../../contract/roles.ts';
import { QueryView, type ViewedQuery } from '../../../components/feedback/query-view.tsx';
import { useAccess } from '../../../lib/account/access.ts';

export interface RolesViewProps {
  /** Observed once: a second observer of a failed query would fetch it again. */
  query: ViewedQuery<CountedRole[]>;
  className?: string;
  children: (roles: CountedRole[]) => ReactNode;
}

export function RolesView({ query, className = 'py-8', children }: RolesViewProps) {
  if (!useAccess().hasPermission('roles.read'))
    return (
      <p className="py-8 text-center text-ink-soft">
        Your roles do not allow you to see the list of roles. Ask your administrator.
      </p>
    );
  return (
    <QueryView
      query={query}
      loading="Loading roles..."
      failed="Failed to load roles"
      empty={<p className="py-8 text-center text-ink-soft">No roles available</p>}
      className={className}
    >
      {children}
    </QueryView>
  );
}
