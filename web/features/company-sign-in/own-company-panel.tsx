import type { UserIdentity } from '@supabase/auth-js';
import { useState } from 'react';
import { companyProvider } from '../../../contract/auth/auth-links.ts';
import { Button } from '../../components/button/button.tsx';
import { SaveDialog } from '../../components/dialog/save-dialog.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { useAuth } from '../../lib/account/auth-store.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { useAppConfig } from '../../lib/http/app-config.ts';
import { useProof } from '../../parts/proof/use-proof.tsx';
import { connectCompany, disconnectCompany } from './company-sign-in.api.ts';

/** Only where there is company sign-in, or the user still has a connection. */
export function OwnCompanyPanel() {
  const { company_sign_in } = useAppConfig();
  const { user } = useAuth();
  const [open, setOpen] = useState<UserIdentity | 'connect' | null>(null);
  const connected = (user?.identities ?? []).filter(({ provider }) => provider === companyProvider);
  if (!company_sign_in && connected.length === 0) return null;
  const name = company_sign_in?.name ?? 'Company sign-in';

  return (
    <Panel
      isSection
      id="company"
      title={name}
      description="Sign in with the account that your company gave you."
    >
      {connected.map((identity) => (
        <div
          key={identity.identity_id}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2"
        >
          <p className="min-w-0 wrap-anywhere">
            Connected{identity.identity_data?.email ? `: ${String(identity.identity_data.email)}` : ''}
          </p>
          <Button variant="secondary" onClick={() => setOpen(identity)}>
            Disconnect
          </Button>
        </div>
      ))}
      {connected.length === 0 && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="min-w-0 text-ink-soft">Not connected. You sign in with your password.</p>
          <Button variant="secondary" onClick={() => setOpen('connect')}>
            Connect
          </Button>
        </div>
      )}
      {open && (
        <ProofDialog name={name} identity={open === 'connect' ? null : open} onClose={() => setOpen(null)} />
      )}
    </Panel>
  );
}

interface ProofDialogProps {
  name: string;
  /** Null to connect one. */
  identity: UserIdentity | null;
  onClose: () => void;
}

function ProofDialog({ name, identity, onClose }: ProofDialogProps) {
  const proof = useProof();
  const save = useSave<void, boolean | null>({
    mutationFn: () =>
      proof.prove(async () => {
        await (identity ? disconnectCompany(identity) : connectCompany());
        return true;
      }),
    // After connecting the browser is on its way to the provider.
    onSuccess: (isDone) => isDone && identity && onClose(),
  });
  return (
    <SaveDialog
      title={identity ? `Disconnect ${name}` : `Connect ${name}`}
      submitLabel={identity ? 'Disconnect' : 'Continue'}
      busyLabel={identity ? 'Disconnecting...' : 'Opening...'}
      save={save}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4 pb-1">
        <p className="text-ink-soft">
          {identity
            ? `Your account at ${name} will no longer sign you in here. You get an email about it.`
            : `You sign in at ${name} next. From then on that account signs you in here, too. You get an email about it.`}
        </p>
        {proof.fields}
      </div>
    </SaveDialog>
  );
}
