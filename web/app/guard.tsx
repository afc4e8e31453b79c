import { Navigate, useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Permission } from '../../contract/access/permissions.ts';
import { Loading } from '../components/feedback/loading.tsx';
import { useAuth } from '../lib/account/auth-store.ts';

export interface GuardProps {
  children: ReactNode;
  /** Accepted and not enforced, as specified: any signed-in user may enter. The server decides what they see. */
  roles?: readonly string[];
  permissions?: readonly Permission[];
}

export function Guard({ children }: GuardProps) {
  const { isLoading, isAuthenticated, needsCode, error } = useAuth();
  const { href, pathname } = useLocation();
  const [wasInside, setWasInside] = useState(false);
  if (isAuthenticated && !wasInside) setWasInside(true);

  if (isLoading) return <Loading label="Loading..." className="min-h-dvh" />;
  if (isAuthenticated) return children;
  // This renders again while the router leaves, with the URL of the login page, which must not be remembered.
  if (pathname === '/login') return null;
  // A logout does not remember the page for the next user. A session that ended, or a code to enter, comes back to it.
  const isLogout = wasInside && !error && !needsCode;
  return (
    <Navigate to="/login" search={isLogout || href === '/dashboard' ? {} : { redirect: href }} replace />
  );
}
