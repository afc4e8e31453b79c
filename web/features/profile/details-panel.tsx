import { useMutation } from '@tanstack/react-query';
import { type OwnProfile, profileChanges } from '../../../contract/profile.ts';
import { Button } from '../../components/button/button.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { SaveOutcome } from '../../components/feedback/save-outcome.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { updateProfile } from '../../lib/account/auth-store.ts';
import { useUnloadQuestion } from '../../lib/browser/use-unload-question.ts';
import { submitWith, useSchemaForm } from '../../lib/form/form.ts';

export function DetailsPanel({ profile }: { profile: OwnProfile }) {
  const form = useSchemaForm(profileChanges, {
    full_name: profile.full_name ?? '',
    phone: profile.phone ?? '',
  });
  const save = useMutation({
    mutationFn: updateProfile,
    onSuccess: (_, { full_name, phone }) => form.reset({ full_name: full_name ?? '', phone: phone ?? '' }),
  });
  useUnloadQuestion(form.formState.isChanged);

  return (
    <Panel isSection title="Your details">
      <form noValidate onSubmit={submitWith(form, save)} className="flex flex-col gap-4">
        <SaveOutcome save={save} done="Your details are saved." failed="Failed to update profile" />
        <TextField label="Full Name" required autoComplete="name" {...form.register('full_name')} />
        <TextField label="Phone Number" type="tel" autoComplete="tel" {...form.register('phone')} />
        <Button type="submit" className="self-start" loading={save.isPending} loadingLabel="Saving...">
          Save changes
        </Button>
      </form>
    </Panel>
  );
}
