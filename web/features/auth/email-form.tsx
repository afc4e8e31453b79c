import { useState } from 'react';
import { recoveryInput } from '../../../contract/auth.ts';
import { Button } from '../../components/button/button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import type { AuthFailure } from '../../lib/account/auth-failure.ts';
import { useSchemaForm } from '../../lib/form/form.ts';

export interface EmailFormProps {
  email?: string | undefined;
  submitLabel: string;
  /** Says the same for every email. */
  sentMessage: string;
  send: (email: string) => Promise<AuthFailure | null>;
}

/** One email, to which a link is sent. */
export function EmailForm({ email = '', submitLabel, sentMessage, send }: EmailFormProps) {
  const [error, setError] = useState<string | null>(null);
  const [isSent, setSent] = useState(false);
  const form = useSchemaForm(recoveryInput, { email });

  const submit = form.handleSubmit(async (input) => {
    const failure = await send(input.email);
    setError(failure?.message ?? null);
    setSent(!failure);
  });

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      {error && <Alert tone="error">{error}</Alert>}
      {isSent && <Alert tone="success">{sentMessage}</Alert>}
      <TextField
        label="Email"
        type="email"
        placeholder="Enter email"
        autoComplete="username"
        error={form.formState.errors.email?.message}
        {...form.register('email')}
      />
      <Button
        type="submit"
        size="form"
        className="w-full"
        loading={form.formState.isSubmitting}
        loadingLabel="Sending..."
      >
        {submitLabel}
      </Button>
    </form>
  );
}
