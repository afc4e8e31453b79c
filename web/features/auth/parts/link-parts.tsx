import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { newPasswordInput } from '../../../../contract/auth/auth-forms.ts';
import { Button, buttonClasses } from '../../../components/button/button.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { NewPasswordFields } from '../../../components/form/password-field.tsx';
import { IconCircleCheck } from '../../../components/icons/icons.ts';
import { useAuth } from '../../../lib/account/auth-store.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { useFocusOnOpen } from '../../../lib/browser/use-focus-on-open.ts';
import { useSchemaForm } from '../../../lib/form/form.ts';
import { FormMessage } from './form-parts.tsx';

// What the pages of emailed links have in common.

interface DoneStepProps {
  title: string;
  /** What it means. */
  children: ReactNode;
  /** Something is left to do elsewhere. */
  isHalf?: boolean;
}

/** What is done, and the way into the app. */
export function DoneStep({ title, children, isHalf = false }: DoneStepProps) {
  const look = buttonClasses(isHalf ? 'secondary' : 'primary', 'form');
  return (
    <div role="status">
      <IconCircleCheck size={44} className="text-good" aria-hidden="true" />
      <h1 className="mt-4 font-sign text-hero font-semibold">{title}</h1>
      <p className="mt-2 text-input break-words text-ink-soft">{children}</p>
      <Link to="/dashboard" className={classes(look, 'mt-6 w-full')}>
        Go to dashboard
      </Link>
    </div>
  );
}

export function PasswordSet() {
  return <DoneStep title="Your password is set">You are signed in on this device.</DoneStep>;
}

interface BackToSignInProps {
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

interface NewPasswordFormProps {
  isFirst?: boolean;
  /** An error that it throws is shown, and the form stays for another try. */
  onSubmit: (password: string) => Promise<void>;
}

export function NewPasswordForm({ isFirst = false, onSubmit }: NewPasswordFormProps) {
  const form = useSchemaForm(newPasswordInput, { password: '', confirmPassword: '' });
  const first = useFocusOnOpen();
  const { failure, isSubmitting } = form.formState;

  const submit = form.handleSubmit(({ password }) => onSubmit(password));

  return (
    <form noValidate onSubmit={submit}>
      <FormMessage>{failure && <Alert tone="error">{failure.message}</Alert>}</FormMessage>
      <div className="flex flex-col gap-4">
        <NewPasswordFields
          label={isFirst ? 'Password' : 'New Password'}
          first={first}
          register={form.register}
        />
        <Button type="submit" size="form" className="w-full" loading={isSubmitting} loadingLabel="Saving...">
          {isFirst ? 'Set password' : 'Set new password'}
        </Button>
      </div>
    </form>
  );
}
