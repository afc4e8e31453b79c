import { useEffect, useState } from 'react';
import { signUpReturnDelayMs } from '../../../../contract/fields/limits.ts';
import { Button } from '../../../components/button/button.tsx';
import { IconCircleCheck } from '../../../components/icons/icons.ts';
import { useAppConfig } from '../../../lib/http/app-config.ts';

export interface SignUpSuccessProps {
  isAdministrator: boolean;
  onReturn: () => void;
}

/** Returns to sign-in by itself after two seconds, unless the user is reading it (docs/specification.md, section 2). */
export function SignUpSuccess({ isAdministrator, onReturn }: SignUpSuccessProps) {
  const { sends_email } = useAppConfig();

  // A user who points at it, or has the focus in it, is still reading or about to press the button.
  const [isRead, setRead] = useState(false);

  useEffect(() => {
    if (isRead) return;
    const timer = setTimeout(onReturn, signUpReturnDelayMs);
    return () => clearTimeout(timer);
  }, [onReturn, isRead]);

  return (
    <div
      role="status"
      onPointerMove={() => setRead(true)}
      onPointerLeave={() => setRead(false)}
      onFocus={() => setRead(true)}
      onBlur={() => setRead(false)}
    >
      <IconCircleCheck size={44} className="text-good" aria-hidden="true" />
      <h1 className="mt-4 font-sign text-hero font-semibold">Account Created!</h1>
      {isAdministrator ? (
        <p className="mt-2 text-input font-medium text-good">
          You can sign in now: this account is the administrator.
        </p>
      ) : (
        <p className="mt-2 text-input text-ink-soft">
          Please check your email to verify your account, then return to login.
        </p>
      )}
      {!isAdministrator && !sends_email && (
        <p className="mt-2 text-input font-medium">
          This server sends no email: the link is kept on it. Ask your administrator for the link.
        </p>
      )}
      <Button size="form" className="mt-6 w-full" onClick={onReturn}>
        Back to Login
      </Button>
    </div>
  );
}
