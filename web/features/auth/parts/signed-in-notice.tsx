import { Alert } from '../../../components/feedback/alert.tsx';
import { useAuth } from '../../../lib/account/auth-store.ts';

/** Says that an emailed link signs out the current user of this browser and signs in the one it was made for. */
export function SignedInNotice({ mayBeOwn }: { mayBeOwn: boolean }) {
  const { user, profile } = useAuth();
  if (!user) return null;
  return (
    <Alert tone="info" className="mb-4 wrap-anywhere">
      You are signed in here as {profile?.full_name || user.email}.{' '}
      {mayBeOwn
        ? 'If this link is for someone else, continuing signs you out and signs them in.'
        : 'Continuing signs you out and signs in the user this link is for.'}
    </Alert>
  );
}
