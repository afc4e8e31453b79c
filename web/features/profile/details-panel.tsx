import { useState } from 'react';
import { type OwnProfile, profileChanges } from '../../../contract/profile.ts';
import { Button } from '../../components/button/button.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { updateProfile } from '../../lib/account/auth-store.ts';
import { showIssues, useSchemaForm } from '../../lib/form/form.ts';
import { messageOf } from '../../lib/network/request-failed.ts';

export function DetailsPanel({ profile }: { profile: OwnProfile }) {
  const [answer, setAnswer] = useState<{ tone: 'success' | 'error'; text: string } | null>(null);
  const form = useSchemaForm(profileChanges, {
    full_name: profile.full_name ?? '',
    phone: profile.phone ?? '',
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async (changes) => {
    try {
      await updateProfile(changes);
      setAnswer({ tone: 'success', text: 'Your details are saved.' });
    } catch (error) {
      showIssues(form, error);
      setAnswer({ tone: 'error', text: messageOf(error, 'Failed to update profile') });
    }
  });

  return (
    <Panel title="Your details">
      <form noValidate onSubmit={submit} className="space-y-4">
        {answer && <Alert tone={answer.tone}>{answer.text}</Alert>}
        <TextField label="Email Address" type="email" value={profile.email} disabled readOnly />
        <TextField
          label="Full Name"
          required
          autoComplete="name"
          error={errors.full_name?.message}
          {...form.register('full_name')}
        />
        <TextField
          label="Phone Number"
          type="tel"
          autoComplete="tel"
          error={errors.phone?.message}
          {...form.register('phone')}
        />
        <Button type="submit" loading={isSubmitting} loadingLabel="Saving...">
          Save changes
        </Button>
      </form>
    </Panel>
  );
}
