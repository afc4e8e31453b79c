import { useState } from 'react';
import * as z from 'zod/mini';
import { userInput } from '../../../../contract/fields/user-input.ts';
import { displayName, type UserRow } from '../../../../contract/users.ts';
import { Button } from '../../../components/button/button.tsx';
import { FormDialog } from '../../../components/dialog/form-dialog.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { useSchemaForm } from '../../../lib/form/form.ts';
import { useSave } from '../../../lib/form/use-save.ts';
import { useAppConfig } from '../../../lib/http/app-config.ts';
import { type CorrectedEmail, correctEmail } from '../users.api.ts';

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

const schema = z.pick(userInput, { email: true });

interface CorrectEmailDialogProps {
  user: UserRow;
  onClose: () => void;
  onCorrected: (answer: CorrectedEmail) => void;
}

export function CorrectEmailDialog({ user, onClose, onCorrected }: CorrectEmailDialogProps) {
  const form = useSchemaForm(schema, { email: '' });
  const save = useSave({
    mutationFn: ({ email }: z.output<typeof schema>, context) => correctEmail(user.id, email, context),
    onSuccess: onCorrected,
  });
  return (
    <FormDialog title="Correct email" submitLabel="Correct email" form={form} save={save} onClose={onClose}>
      <div className="flex flex-col gap-4 pb-1">
        <p className="wrap-anywhere text-ink-soft">{describeEffect(user)}</p>
        <TextField
          label="New Email Address"
          required
          type="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('email')}
        />
      </div>
    </FormDialog>
  );
}

function describeEffect(user: UserRow) {
  const name = displayName(user);
  if (user.invitation === 'joined') {
    return `${name} signs in with ${user.email}. The new email counts once the link sent to it is opened. The old one gets a notice.`;
  }
  const atOnce = `${name} has not joined yet, so the email changes at once.`;
  return user.invitation ? `${atOnce} The invitation is sent again, to the new email.` : atOnce;
}
