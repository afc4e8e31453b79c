import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { companyProvider } from '../../../contract/auth/auth-links.ts';
import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { CodeFields } from '../../components/form/code-fields.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import { useAuth } from '../../lib/account/auth-store.ts';
import { useCodeEntry } from '../../lib/account/use-code-entry.ts';
import { useFocusOnOpen } from '../../lib/browser/use-focus-on-open.ts';
import { useAppConfig } from '../../lib/http/app-config.ts';
import { RequestFailed } from '../../lib/network/request-failed.ts';
import { confirmPassword, signInAgain } from './proof.api.ts';

interface Proof {
  /** Null when the server asks for more first, which `fields` then do. */
  prove: <T>(act: () => Promise<T>) => Promise<T | null>;
  fields: ReactNode;
}

/** For acts that need the password, and a code where there is one, of a moment ago: an unlocked screen is not enough. */
export function useProof(): Proof {
  const [needed, setNeeded] = useState<'password' | 'code' | null>(null);
  const [password, setPassword] = useState('');
  const entry = useCodeEntry();
  const { hasPassword, company } = useOwnProofs();

  async function prove<T>(act: () => Promise<T>): Promise<T | null> {
    const mayEnter = needed === 'password' && hasPassword;
    if (mayEnter && !password && !company) throw new Error('Please enter your current password');
    if (mayEnter && password) await confirmPassword(password);
    if (needed === 'code' && !(await entry.enter())) return null;
    try {
      const done = await act();
      setNeeded(null);
      return done;
    } catch (failure) {
      const next = neededIn(failure);
      if (next === null) throw failure;
      setPassword('');
      setNeeded(next);
      return null;
    }
  }

  const fields = {
    password: (
      <section aria-label="Proof that it is you" className="flex flex-col items-start gap-3">
        {hasPassword && <PasswordQuestion value={password} onChange={setPassword} />}
        {company && <SignInAgain name={company} isOther={hasPassword} />}
      </section>
    ),
    code: (
      <section aria-label="Second factor">
        <p role="status" className="mb-3 font-medium">
          Enter a code to continue.
        </p>
        <CodeFields entry={entry} />
      </section>
    ),
  };
  return { prove, fields: needed && fields[needed] };
}

/** With what the user can prove who they are. `company` is the name of a company sign-in that is connected. */
export function useOwnProofs(): { hasPassword: boolean; company: string | null } {
  const { user } = useAuth();
  const { company_sign_in } = useAppConfig();
  const isConnected = user?.identities?.some(({ provider }) => provider === companyProvider) ?? false;
  const hasPassword = user?.app_metadata.has_password !== false;
  return { hasPassword, company: (isConnected && company_sign_in?.name) || null };
}

function neededIn(failure: unknown): 'password' | 'code' | null {
  const code = failure instanceof RequestFailed ? failure.code : null;
  if (code === 'code_needed') return 'code';
  return code === 'password_needed' || code === 'reauthentication_needed' ? 'password' : null;
}

function PasswordQuestion({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const input = useFocusOnOpen();
  return (
    <div className="w-full">
      <p role="status" className="mb-3 font-medium">
        Enter your password to continue.
      </p>
      <PasswordField
        label="Current Password"
        autoComplete="current-password"
        required
        ref={input}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}

function SignInAgain({ name, isOther }: { name: string; isOther: boolean }) {
  const again = useMutation({ mutationFn: signInAgain });
  const button = useFocusOnOpen<HTMLButtonElement>();
  return (
    <>
      <p role="status" className={isOther ? 'text-ink-soft' : 'font-medium'}>
        {again.isSuccess
          ? `Sign in at ${name} in the other tab. Then continue here.`
          : isOther
            ? `Or sign in at ${name} again.`
            : `Sign in at ${name} again to continue.`}
      </p>
      <Button
        variant="secondary"
        ref={isOther ? undefined : button}
        loading={again.isPending}
        loadingLabel="Opening..."
        onClick={() => again.mutate()}
      >
        Sign in again with {name}
      </Button>
      {again.error && <Alert tone="error">{again.error.message}</Alert>}
    </>
  );
}
