import { useState } from 'react';
import type { UserRow } from '../../../../contract/users.ts';
import { Button } from '../../../components/button/button.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { InvitationDialog } from '../invitations/invitation-dialog.tsx';
import { ResetFactor } from './reset-factor.tsx';
import { UserSessionsDialog } from './user-sessions-dialog.tsx';

/** Its dialogs lie above the Edit dialog, which keeps what was typed. */
export function SigningInSection({ user }: { user: UserRow }) {
  const { mayAct, isSelf } = useAccess();
  const [open, setOpen] = useState<'invitation' | 'devices' | null>(null);
  const maySend = mayAct('inviteUser');
  const maySee = mayAct('endUserSessions');
  const mayReset = mayAct('resetSecondFactor') && !isSelf(user.id);
  if (!maySend && !maySee && !mayReset) return null;

  return (
    <section aria-label="Signing in" className="border-t border-line pt-4 pb-1">
      <h3 className="mb-2 font-medium">Signing in</h3>
      <div className="flex flex-wrap gap-2">
        {maySend && (
          <Button variant="secondary" onClick={() => setOpen('invitation')}>
            Invitation
          </Button>
        )}
        {maySee && (
          <Button variant="secondary" onClick={() => setOpen('devices')}>
            Devices
          </Button>
        )}
        {mayReset && <ResetFactor user={user} />}
      </div>
      {open === 'invitation' && <InvitationDialog id={user.id} onClose={() => setOpen(null)} />}
      {open === 'devices' && <UserSessionsDialog id={user.id} onClose={() => setOpen(null)} />}
    </section>
  );
}
