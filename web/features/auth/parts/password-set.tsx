import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../../components/button/button.tsx';
import { IconCircleCheck } from '../../../components/icons/icons.ts';
import { classes } from '../../../lib/browser/classes.ts';

export function PasswordSet() {
  return (
    <div role="status">
      <IconCircleCheck size={44} className="text-good" aria-hidden="true" />
      <h1 className="mt-4 font-sign text-hero font-semibold">Your password is set</h1>
      <p className="mt-2 text-input text-ink-soft">You are signed in on this device.</p>
      <Link to="/dashboard" className={classes(buttonClasses('primary', 'form'), 'mt-6 w-full')}>
        Go to dashboard
      </Link>
    </div>
  );
}
