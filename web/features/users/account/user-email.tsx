import { useState } from 'react';
import type { UserRow } from '../../../../contract/users.ts';
import { Button } from '../../../components/button/button.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { useAppConfig } from '../../../lib/http/app-config.ts';
import { CorrectEmailDialog } from './correct-email-dialog.tsx';

export function UserEmail({ user, onCorrected }: { user: UserRow; onCorrected: (user: UserRow) => void }) {
  const { mayAct, isSelf } = useAccess();
  const { sends_email } = useAppConfig();
  const [isOpen, setOpen] = useState(false);
  const [waiting, setWaiting] = useState<string | null>(null);
  // Users change their own email on their profile, with the password.
  const mayCorrect = mayAct('correctEmail') && user.is_active && !isSelf(user.id);

  return (
    <div>
      <TextField label="Email Address" required value={user.email} title={user.email} disabled readOnly />
      {waiting && (
        <p role="status" className="mt-1.5 text-small wrap-anywhere text-ink-soft">
          {sends_email ? `We sent a link to ${waiting}.` : `A link for ${waiting} is kept on this server.`}{' '}
          The email changes when the link is opened.
        </p>
      )}
      {mayCorrect && (
        <Button variant="link" className="mt-1 max-md:mt-0!" onClick={() => setOpen(true)}>
          Correct email
        </Button>
      )}
      {isOpen && (
        <CorrectEmailDialog
          user={user}
          onClose={() => setOpen(false)}
          onCorrected={(answer) => {
            setOpen(false);
            setWaiting(answer.waiting_email);
            onCorrected(answer.user);
          }}
        />
      )}
    </div>
  );
}
