import * as z from 'zod/mini';
import { type UserRow, userInput } from '../../../../contract/users.ts';
import { Button } from '../../../components/button/button.tsx';
import { CancelButton } from '../../../components/dialog/cancel-button.tsx';
import { Dialog } from '../../../components/dialog/dialog.tsx';
import { SaveFailure } from '../../../components/feedback/save-failure.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { settled, showIssues, useSchemaForm } from '../../../lib/form/form.ts';
import { useSave } from '../../../lib/form/use-save.ts';
import { nameOf } from '../use-user-row.ts';
import { type CorrectedEmail, correctEmail } from '../users.api.ts';

const schema = z.pick(userInput, { email: true });

export interface CorrectEmailDialogProps {
  user: UserRow;
  onClose: () => void;
  onCorrected: (answer: CorrectedEmail) => void;
}

/** Asks for the right email, and says what becomes of it. */
export function CorrectEmailDialog({ user, onClose, onCorrected }: CorrectEmailDialogProps) {
  const form = useSchemaForm(schema, { email: '' });
  const save = useSave({
    mutationFn: ({ email }: z.output<typeof schema>, signal) => correctEmail(user.id, email, signal),
    onSuccess: onCorrected,
    onError: (error) => showIssues(form, error),
  });

  return (
    <Dialog
      open
      title="Correct email"
      onClose={onClose}
      isChanged={form.formState.isChanged}
      onSubmit={form.handleSubmit((input) => settled(save.mutateAsync(input)))}
      busy={save.isPending}
      error={save.error && <SaveFailure error={save.error} />}
      footer={
        <>
          <CancelButton />
          <Button type="submit" loading={save.isPending} loadingLabel="Saving...">
            Correct email
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        <p className="wrap-anywhere text-ink-soft">{outlookOf(user)}</p>
        <TextField
          label="New Email Address"
          required
          type="email"
          autoCapitalize="none"
          spellCheck={false}
          error={form.formState.errors.email?.message}
          {...form.register('email')}
        />
      </div>
    </Dialog>
  );
}

function outlookOf(user: UserRow) {
  if (user.invitation === 'joined') {
    return `${nameOf(user)} signs in with ${user.email}. The new email counts once the link in it is opened; the old one is told.`;
  }
  const atOnce = `${nameOf(user)} has not joined yet, so the email changes at once.`;
  return user.invitation ? `${atOnce} The invitation is sent again, to the new email.` : atOnce;
}
