import * as z from 'zod/mini';
import { email as emailField } from '../../../contract/fields/fields.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useSchemaForm } from '../../lib/form/form.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { useAppConfig } from '../../lib/http/app-config.ts';
import { type EmailChange, requestEmailChange } from './email.api.ts';

const emailChange = z.object({
  email: emailField,
  current_password: z.string().check(z.minLength(1, 'Please enter your current password')),
});

/** Requests another email. It asks for the password, so that an unlocked screen is not enough. */
export function EmailDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { sends_email } = useAppConfig();
  const form = useSchemaForm(emailChange, { email: '', current_password: '' });
  const save = useSave({
    mutationFn: (change: EmailChange, context) => requestEmailChange(change, context),
    onSuccess: onClose,
  });

  return (
    <FormDialog
      title="Change email"
      submitLabel={sends_email ? 'Send links' : 'Ask for links'}
      busyLabel="Sending..."
      form={form}
      save={save}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4 pb-1">
        <p className="text-ink-soft">
          {sends_email
            ? `We'll email a link to ${email} and one to the new email. `
            : `This server sends no email: it keeps a link for ${email} and one for the new email. Ask your administrator for them. `}
          The change takes effect when you open both.
        </p>
        <TextField
          label="New Email Address"
          required
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('email')}
        />
        <PasswordField
          label="Current Password"
          required
          autoComplete="current-password"
          {...form.register('current_password')}
        />
      </div>
    </FormDialog>
  );
}
