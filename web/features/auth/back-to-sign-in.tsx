import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../components/button.tsx';

export function BackToSignIn() {
  return (
    <p className="mt-6 text-center">
      <Link to="/login" className={buttonClasses('link')}>
        Back to sign in
      </Link>
    </p>
  );
}
