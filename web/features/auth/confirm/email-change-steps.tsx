import { Link } from '@tanstack/react-router';
import { buttonClasses } from '../../../components/button/button.tsx';
import { IconCircleCheck } from '../../../components/icons/icons.ts';
import { classes } from '../../../lib/browser/classes.ts';

export function EmailHalfConfirmed() {
  return (
    <div role="status">
      <IconCircleCheck size={44} className="text-good" aria-hidden="true" />
      <h1 className="mt-4 font-sign text-hero font-semibold">One mailbox has confirmed</h1>
      <p className="mt-2 text-input text-ink-soft">
        Now open the link in the email to your other mailbox. Until then you sign in with the email you have.
      </p>
      <Link to="/dashboard" className={classes(buttonClasses('secondary', 'form'), 'mt-6 w-full')}>
        Go to dashboard
      </Link>
    </div>
  );
}

export function EmailChanged({ email }: { email: string | undefined }) {
  return (
    <div role="status">
      <IconCircleCheck size={44} className="text-good" aria-hidden="true" />
      <h1 className="mt-4 font-sign text-hero font-semibold">Your email is changed</h1>
      <p className="mt-2 text-input break-words text-ink-soft">From now on you sign in with {email}.</p>
      <Link to="/dashboard" className={classes(buttonClasses('primary', 'form'), 'mt-6 w-full')}>
        Go to dashboard
      </Link>
    </div>
  );
}
