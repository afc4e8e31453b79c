import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { clearAuthError, isProfileFailure, loadProfile, useAuth } from '../../lib/account/auth-store.ts';
import { onReconnect, useIsOnline } from '../../lib/network/connection.ts';

/** What went wrong with the account while its owner is inside: the profile did not load, a logout failed. */
export function AccountNotice() {
  const { error, profile } = useAuth();
  const isOnline = useIsOnline();
  const { pathname } = useLocation();
  const isMissing = !profile;
  // It may be here from before.
  const isOfProfile = isMissing || isProfileFailure(error);
  useEffect(() => (isOfProfile ? onReconnect(() => void loadProfile()) : undefined), [isOfProfile]);
  // The bar at the foot of the window says it while there is no server, and the page of the profile in its own place.
  const isSaidElsewhere = isOfProfile && (!isOnline || (isMissing && pathname === '/profile'));
  if (!error || isSaidElsewhere) return null;
  return (
    <Alert
      tone="error"
      className="mb-4"
      action={
        <Button variant="secondary" onClick={profile ? clearAuthError : () => void loadProfile()}>
          {profile ? 'Dismiss' : 'Try again'}
        </Button>
      }
    >
      {asSentence(error)}
    </Alert>
  );
}

function asSentence(text: string) {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
