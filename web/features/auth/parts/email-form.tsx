import { useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { useSchemaForm } from '../../../lib/form/form.ts';
import { recoverySchema } from '../auth.api.ts';
import { FormMessage } from './form-parts.tsx';

export interface EmailFormProps {
  email?: string | undefined;
  submitLabel: string;
  sentMessage: string;
  send: (email: string) => Promise<void>;
}

export function EmailForm({ email = '', submitLabel, sentMessage, send }: EmailFormProps) {
  const [isSent, setSent] = useState(false);
  const form = useSchemaForm(recoverySchema, { email });

  const { failure, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (input) => {
    setSent(false);
    await send(input.email);
    setSent(true);
  });

  return (
    <form noValidate onSubmit={submit}>
      <FormMessage>
        {failure && <Alert tone="error">{failure.message}</Alert>}
        {isSent && <Alert tone="success">{sentMessage}</Alert>}
      </FormMessage>
      <div className="flex flex-col gap-4">
        <TextField
          label="Email"
          type="email"
          placeholder="Enter email"
          autoComplete="username"
          {...form.register('email')}
        />
        <Button type="submit" size="form" className="w-full" loading={isSubmitting} loadingLabel="Sending...">
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
