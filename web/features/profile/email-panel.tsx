import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { email as emailField } from '../../../contract/fields/fields.ts';
import { Button } from '../../components/button/button.tsx';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { SaveOutcome } from '../../components/feedback/save-outcome.tsx';
import { PasswordField } from '../../components/form/password-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useSchemaForm } from '../../lib/form/form.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { useAppConfig } from '../../lib/http/app-config.ts';
import { useOwnProofs, useProof } from '../../parts/proof/use-proof.tsx';
import {
  cancelEmailChange,
  type EmailChange,
  requestEmailChange,
  resendEmailLinks,
  waitingEmailQuery,
} from './profile.api.ts';

export function EmailPanel({ email }: { email: string }) {
  const { data: waiting } = useQuery(waitingEmailQuery);
  const { sends_email } = useAppConfig();
  const [isOpen, setOpen] = useState(false);
  const change = useMutation({
    mutationFn: (act: 'send' | 'cancel', context) =>
      act === 'send' ? resendEmailLinks(email, context) : cancelEmailChange(email, context),
  });
  const sent = sends_email ? 'The links are on their way again.' : 'The links are kept on the server again.';

  return (
    <Panel isSection id="email" title="Sign-in email" description="Used to sign in and for notifications.">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 font-medium break-words font-unkerned">{email}</p>
        <Button
          variant="secondary"
          onClick={() => {
            change.reset();
            setOpen(true);
          }}
        >
          Change email
        </Button>
      </div>
      <SaveOutcome
        save={change}
        done={change.variables === 'send' ? sent : 'Your email does not change.'}
        failed={change.variables === 'send' ? 'The links were not sent' : 'The change was not canceled'}
        className="mt-3"
      />
      {waiting && (
        <div className="mt-3 flex flex-col gap-3">
          <Alert tone="info">
            <span className="font-semibold break-words">{waiting}</span> waits to be confirmed: open the link
            in each email about it. Until then you sign in as before.
            {!sends_email && ' This server sends no email: ask your administrator for the links.'}
          </Alert>
          <div className="flex flex-wrap gap-2">
            <Button variant="secondary" disabled={change.isPending} onClick={() => change.mutate('send')}>
              {sends_email ? 'Send the links again' : 'Ask for the links again'}
            </Button>
            <Button variant="ghost" disabled={change.isPending} onClick={() => change.mutate('cancel')}>
              Cancel the change
            </Button>
          </div>
        </div>
      )}
      {isOpen && <EmailDialog email={email} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

const emailChange = z.object({
  email: emailField,
  current_password: z.string().check(z.minLength(1, 'Please enter your current password')),
});
const withoutPassword = z.object({ email: emailField, current_password: z.string() });

/** Requests another email. It asks for the password, so that an unlocked screen is not enough. */
function EmailDialog({ email, onClose }: { email: string; onClose: () => void }) {
  const { sends_email } = useAppConfig();
  const { hasPassword } = useOwnProofs();
  const proof = useProof();
  const form = useSchemaForm(hasPassword ? emailChange : withoutPassword, {
    email: '',
    current_password: '',
  });
  const save = useSave<Required<EmailChange>, true | null>({
    mutationFn: ({ email, current_password }: Required<EmailChange>, context) =>
      proof.prove(async () => {
        await requestEmailChange({ email, ...(hasPassword && { current_password }) }, context);
        return true as const;
      }),
    onSuccess: (isDone) => isDone && onClose(),
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
        {hasPassword && (
          <PasswordField
            label="Current Password"
            required
            autoComplete="current-password"
            {...form.register('current_password')}
          />
        )}
        {proof.fields}
      </div>
    </FormDialog>
  );
}
