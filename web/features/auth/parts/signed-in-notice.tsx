import { Alert } from '../../../components/feedback/alert.tsx';
import { useAuth } from '../../../lib/account/auth-store.ts';

/** A mailed link signs in the user for whom it was made, in place of whoever uses this browser. */
export function SignedInNotice({ mayBeOwn }: { mayBeOwn: boolean }) {
  const { user, profile } = useAuth();
  if (!user) return null;
  return (
    <Alert tone="info" className="mb-4 wrap-anywhere">
      You are signed in here as {profile?.full_name || user.email}.{' '}
      {mayBeOwn
        ? 'If this link was made for somebody else, going on signs you out, and that user in.'
        : 'Going on signs you out, and signs in the user for whom this link was made.'}
    </Alert>
  );
}
