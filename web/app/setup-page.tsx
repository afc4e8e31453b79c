import { useState } from 'react';
import { setupRequiredMessage } from '../../contract/http/errors.ts';
import { Button } from '../components/button/button.tsx';
import { IconShield } from '../components/icons/icons.ts';
import { AuthLayout } from '../features/auth/parts/auth-layout.tsx';
import { SetUpDialog } from '../features/second-factor/set-up-dialog.tsx';
import { loadProfile, signOut, useAuth } from '../lib/account/auth-store.ts';
import { Providers } from './providers.tsx';

export function SetupPage({ onDone }: { onDone: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const { profile } = useAuth();

  async function close() {
    setOpen(false);
    await loadProfile();
    onDone();
  }

  return (
    <Providers>
      <AuthLayout>
        <IconShield size={44} className="text-petrol" aria-hidden="true" />
        <h1 className="mt-4 font-sign text-hero font-semibold text-balance">Protect your account</h1>
        <p className="mt-2 text-input text-ink-soft">{setupRequiredMessage}</p>
        <p className="mt-2 text-input text-ink-soft">
          It is a code from an app on your phone, besides your password. It takes two minutes.
        </p>
        <Button size="form" className="mt-6 w-full" onClick={() => setOpen(true)}>
          Set up authenticator app
        </Button>
        <p className="mt-6 text-center text-ink-soft">
          Signed in as {profile?.full_name || profile?.email}.{' '}
          <Button variant="link" onClick={() => void signOut()}>
            Logout
          </Button>
        </p>
        {isOpen && <SetUpDialog devices={[]} needsCodes onClose={() => void close()} />}
      </AuthLayout>
    </Providers>
  );
}
