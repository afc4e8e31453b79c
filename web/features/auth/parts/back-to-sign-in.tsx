import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../../components/button/button.tsx';
import { useAuth } from '../../../lib/account/auth-store.ts';

/** Leads from a page outside the shell to the login page, or to the dashboard when the user is signed in. */
export function BackToSignIn() {
  const { isAuthenticated } = useAuth();
  return (
    <p className="mt-6 text-center">
      <Link to={isAuthenticated ? '/dashboard' : '/login'} className={buttonClasses('link')}>
        {isAuthenticated ? 'Go to dashboard' : 'Back to sign in'}
      </Link>
    </p>
  );
}
