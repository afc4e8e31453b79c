import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../../components/button/button.tsx';
import { useAuth } from '../../../lib/account/auth-store.ts';

export interface BackToSignInProps {
  /** The form next to it signs the user in as one of its steps, so this must not redirect in the middle of it. */
  isForm?: boolean;
  isOnly?: boolean;
}

export function BackToSignIn({ isForm = false, isOnly = false }: BackToSignInProps) {
  const { isAuthenticated } = useAuth();
  const leadsIn = isAuthenticated && !isForm;
  return (
    <p className="mt-6">
      <Link to={leadsIn ? '/dashboard' : '/login'} className={buttonClasses(isOnly ? 'secondary' : 'link')}>
        {leadsIn ? 'Go to dashboard' : 'Back to sign in'}
      </Link>
    </p>
  );
}
