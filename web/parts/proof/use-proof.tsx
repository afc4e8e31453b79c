import { type ReactNode, useState } from 'react';
import { CodeFields } from '../../components/form/code-fields.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import { useCodeEntry } from '../../lib/account/use-code-entry.ts';
import { useFocusOnOpen } from '../../lib/browser/use-focus-on-open.ts';
import { RequestFailed } from '../../lib/network/request-failed.ts';
import { confirmPassword } from '../second-factor/second-factor.api.ts';

type Needed = 'password_needed' | 'code_needed';

interface Proof {
  /** Null when the server asks for more first, which `fields` then do. */
  prove: <T>(act: () => Promise<T>) => Promise<T | null>;
  fields: ReactNode;
}

/** For acts that need the password, and a code where there is one, of a moment ago: an unlocked screen is not enough. */
export function useProof(): Proof {
  const [needed, setNeeded] = useState<Needed | null>(null);
  const [password, setPassword] = useState('');
  const entry = useCodeEntry();

  async function prove<T>(act: () => Promise<T>): Promise<T | null> {
    if (needed === 'password_needed') await confirmPassword(password);
    if (needed === 'code_needed' && !(await entry.enter())) return null;
    try {
      return await act();
    } catch (failure) {
      const next = neededIn(failure);
      if (next === null) throw failure;
      setPassword('');
      setNeeded(next);
      return null;
    }
  }

  const fields = {
    password_needed: <PasswordQuestion value={password} onChange={setPassword} />,
    code_needed: (
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

function neededIn(failure: unknown): Needed | null {
  const code = failure instanceof RequestFailed ? failure.code : null;
  return code === 'password_needed' || code === 'code_needed' ? code : null;
}

function PasswordQuestion({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const input = useFocusOnOpen();
  return (
    <section aria-label="Your password">
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
    </section>
  );
}
