import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../../components/button/button.tsx';
import { useAuth } from '../../../lib/account/auth-store.ts';

/** The way out of a page that stands outside the shell; whoever is signed in already goes inside. */
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
