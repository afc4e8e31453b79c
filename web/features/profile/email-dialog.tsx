import { useState } from 'react';
import * as z from 'zod/mini';
import { email as emailField } from '../../../contract/fields.ts';
import { Button } from '../../components/button/button.tsx';
import { CancelButton } from '../../components/dialog/cancel-button.tsx';
import { Dialog } from '../../components/dialog/dialog.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useSchemaForm } from '../../lib/form/form.ts';
import { useAppConfig } from '../../lib/http/app-config.ts';
import { askForEmail } from './email.api.ts';

const emailChange = z.object({
  email: emailField,
  current_password: z.string().check(z.minLength(1, 'Please enter your current password')),
});

export interface EmailDialogProps {
  email: string;
  onClose: () => void;
  onAsked: () => void;
}

/** Asks for another email. The password is asked for because an unlocked screen must not be enough. */
export function EmailDialog({ email, onClose, onAsked }: EmailDialogProps) {
  const { sends_email } = useAppConfig();
  const [error, setError] = useState<string | null>(null);
  const form = useSchemaForm(emailChange, { email: '', current_password: '' });
  const { errors, isSubmitting, isChanged } = form.formState;

  const submit = form.handleSubmit(async (input) => {
    const failure = await askForEmail(input.email, input.current_password);
    setError(failure?.message ?? null);
    if (!failure) onAsked();
  });

  return (
    <Dialog
      open
      title="Change email"
      onClose={onClose}
      isChanged={isChanged}
      onSubmit={submit}
      busy={isSubmitting}
      error={error}
      footer={
        <>
          <CancelButton />
          <Button type="submit" loading={isSubmitting} loadingLabel="Sending...">
            {sends_email ? 'Send links' : 'Ask for links'}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        <p className="text-ink-soft">
          {sends_email
            ? `We send a link to ${email} and one to the new email. `
            : `This server sends no email: it keeps a link for ${email} and one for the new email. Ask your administrator for them. `}
          The change counts once you have opened both.
        </p>
        <TextField
          label="New Email Address"
          required
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.email?.message}
          {...form.register('email')}
        />
        <PasswordField
          label="Current Password"
          required
          autoComplete="current-password"
          error={errors.current_password?.message}
          {...form.register('current_password')}
        />
      </div>
    </Dialog>
  );
}
