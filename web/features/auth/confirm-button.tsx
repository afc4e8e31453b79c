import { useState } from 'react';
import type { LinkType } from '../../../contract/auth.ts';
import { Alert } from '../../components/alert.tsx';
import { Button } from '../../components/button.tsx';
import { isSpent, spendLink } from './auth.api.ts';
import { FormHeading } from './form-heading.tsx';
import { SignedInNotice } from './signed-in-notice.tsx';

export interface ConfirmButtonProps {
  type: Exclude<LinkType, 'recovery'>;
  token: string;
  /** Without a session where the other mailbox has to confirm as well. */
  onConfirmed: (isSignedIn: boolean) => void;
  onSpent: () => void;
}

/** Nothing happens before this button is pressed, because mail scanners open links too. */
export function ConfirmButton({ type, token, onConfirmed, onSpent }: ConfirmButtonProps) {
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { title, text, label } = words[type];

  async function confirm() {
    setBusy(true);
    const { failure, isSignedIn } = await spendLink(token, type);
    setBusy(false);
    if (!failure) onConfirmed(isSignedIn);
    else if (isSpent(failure)) onSpent();
    else setError(failure.message);
  }

  return (
    <>
      <FormHeading title={title}>{text}</FormHeading>
      <SignedInNotice mayBeOwn={type === 'email_change'} />
      {error && (
        <Alert tone="error" className="mb-4">
          {error}
        </Alert>
      )}
      <Button
        size="form"
        className="w-full"
        loading={isBusy}
        loadingLabel="Confirming..."
        onClick={() => void confirm()}
      >
        {label}
      </Button>
    </>
  );
}

const confirmation = {
  text: 'Press the button to confirm that this address is yours.',
  label: 'Confirm email',
};
const words = {
  signup: { title: 'Confirm your email', ...confirmation },
  email_change: { title: 'Confirm your new email', ...confirmation },
  invite: {
    title: 'You are invited',
    text: 'Press the button to accept, then choose a password.',
    label: 'Accept invitation',
  },
};
