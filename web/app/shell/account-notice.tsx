import { useEffect } from 'react';
import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { clearAuthError, loadProfile, useAuth } from '../../lib/account/auth-store.ts';
import { onReconnect } from '../../lib/network/connection.ts';

/** What went wrong with the account while its owner is inside: the profile did not load, a logout failed. */
export function AccountNotice() {
  const { error, profile } = useAuth();
  const isMissing = !profile;
  useEffect(() => (isMissing ? onReconnect(() => void loadProfile()) : undefined), [isMissing]);
  if (!error) return null;
  return (
    <Alert tone="error" className="mb-4">
      {error}{' '}
      {profile ? (
        <Button variant="link" onClick={clearAuthError}>
          Dismiss
        </Button>
      ) : (
        <Button variant="link" onClick={() => void loadProfile()}>
          Try again
        </Button>
      )}
    </Alert>
  );
}
