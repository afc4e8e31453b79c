import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../button/button.tsx';
import { EmptyState } from './empty-state.tsx';

export function NotFound() {
  return (
    <EmptyState
      art="lost"
      level={1}
      title="Page not found"
      text="There is nothing at this address. It may have been moved, or the link is incomplete."
      action={
        <Link to="/dashboard" className={buttonClasses('primary')}>
          Go to dashboard
        </Link>
      }
    />
  );
}
