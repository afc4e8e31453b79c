import * as z from 'zod/mini';
import { userInput } from '../../../../contract/fields/user-input.ts';
import { displayName, type UserRow } from '../../../../contract/users.ts';
import { FormDialog } from '../../../components/dialog/form-dialog.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { useSchemaForm } from '../../../lib/form/form.ts';
import { useSave } from '../../../lib/form/use-save.ts';
import { type CorrectedEmail, correctEmail } from '../users.api.ts';

const schema = z.pick(userInput, { email: true });

export interface CorrectEmailDialogProps {
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
