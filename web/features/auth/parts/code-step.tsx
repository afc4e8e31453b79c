import type { FormEvent } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { CodeFields } from '../../../components/form/code-fields.tsx';
import { signOutHere } from '../../../lib/account/auth-store.ts';
import { useCodeEntry } from '../../../lib/account/use-code-entry.ts';
import { FormHeading } from './form-parts.tsx';

export interface CodeStepProps {
  /** Not needed where being signed in leads on. */
  onEntered?: (() => void) | undefined;
  /** The user gave up and is signed out, on another page than the login page. */
  onGivenUp?: (() => void) | undefined;
}

export function CodeStep({ onEntered, onGivenUp: onLeft }: CodeStepProps) {
  const entry = useCodeEntry();

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (await entry.enter()) onEntered?.();
  }

  async function leave() {
    await signOutHere();
    onLeft?.();
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <FormHeading title={entry.isRecovery ? 'Enter a recovery code' : 'Enter your code'}>
        {entry.isRecovery
          ? 'Use one of the codes that you saved when you set up your device. Each works once.'
          : 'Enter the 6-digit code from your authenticator app'}
      </FormHeading>
      <CodeFields entry={entry} />
      <Button
        type="submit"
        size="form"
        className="mt-4 w-full"
        loading={entry.isBusy}
        loadingLabel="Checking..."
      >
        Continue
      </Button>
      <p className="mt-6">
        <Button variant="link" onClick={() => void leave()}>
          Back to sign in
        </Button>
      </p>
    </form>
  );
}
