import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { newPasswordInput } from '../../../contract/auth/auth-forms.ts';
import { noAccessMessage } from '../../../contract/http/errors.ts';
import { type OwnProfile, profileChanges } from '../../../contract/profile.ts';
import { Button } from '../../components/button/button.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { SessionList } from '../../components/display/session-list.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { SaveOutcome } from '../../components/feedback/save-outcome.tsx';
import { NewPasswordFields, PasswordField } from '../../components/form/password-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { hasPermission } from '../../lib/account/access.ts';
import { updatePassword, updateProfile } from '../../lib/account/auth-store.ts';
import { useUnloadQuestion } from '../../lib/browser/use-unload-question.ts';
import { submitWith, useSchemaForm } from '../../lib/form/form.ts';

import { LocationTag } from '../../parts/badges/location-tag.tsx';
import { RoleBadge } from '../../parts/badges/role-badge.tsx';
import { useOwnProofs, useProof } from '../../parts/proof/use-proof.tsx';
import { endOtherSessions, endOwnSession, ownSessionsQuery } from './profile.api.ts';

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
    <Panel isSection id="details" title="Your details">
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

const passwordChange = z.intersection(
  newPasswordInput,
  z.object({ current_password: z.string().check(z.minLength(1, 'Please enter your current password')) }),
);
const firstPassword = z.intersection(newPasswordInput, z.object({ current_password: z.string() }));
const blank = { current_password: '', password: '', confirmPassword: '' };

export function PasswordPanel({ email }: { email: string }) {
  const { hasPassword } = useOwnProofs();
  const proof = useProof();
  const form = useSchemaForm(hasPassword ? passwordChange : firstPassword, blank);
  const save = useMutation({
    mutationFn: ({ current_password, password }: z.output<typeof passwordChange>) =>
      proof.prove(async () => {
        await updatePassword(password, hasPassword ? current_password : undefined);
        return true;
      }),
    onSuccess: (isDone) => isDone && form.reset(blank),
  });
  useUnloadQuestion(form.formState.isChanged);

  return (
    <Panel
      isSection
      id="password"
      title="Password"
      description="A new password signs out every other device."
    >
      <form noValidate onSubmit={submitWith(form, save)} className="flex flex-col gap-4">
        <SaveOutcome
          save={save}
          done={save.data !== null && 'Your password is changed. All other devices are signed out.'}
          failed="The password was not changed"
        />
        {/* Tells a password manager whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        {hasPassword && (
          <PasswordField
            label="Current Password"
            autoComplete="current-password"
            {...form.register('current_password')}
          />
        )}
        <NewPasswordFields label="New Password" register={form.register} />
        {proof.fields}
        <Button type="submit" className="self-start" loading={save.isPending} loadingLabel="Saving...">
          {hasPassword ? 'Change password' : 'Set password'}
        </Button>
      </form>
    </Panel>
  );
}

/** `why` says what each role allows, and who granted what. */
export function AccessPanel({ profile, why }: { profile: OwnProfile; why: ReactNode }) {
  const { roles, locations } = profile;
  return (
    <Panel isSection id="access" title="Roles and locations" description="Set by your administrator.">
      {roles.length === 0 ? (
        <p>{noAccessMessage}</p>
      ) : (
        <dl className="flex flex-col gap-3">
          <div>
            <dt className="mb-1 text-small text-ink-soft">Roles</dt>
            <dd className="flex flex-wrap gap-1.5">
              {roles.map((role) => (
                <RoleBadge key={role.id} name={role.name} color={role.color} />
              ))}
            </dd>
          </div>
          <div>
            <dt className="mb-1 text-small text-ink-soft">Locations</dt>
            <dd className="flex max-h-60 flex-wrap gap-1.5 overflow-y-auto">
              {hasPermission(profile, 'locations.all') && <span>All locations</span>}
              {locations.map((location) => (
                <LocationTag key={location.id} name={location.name} />
              ))}
              {locations.length === 0 && !hasPermission(profile, 'locations.all') && 'No locations'}
            </dd>
          </div>
          <div>
            <dt className="mb-1 text-small text-ink-soft">What you can see and do, and why</dt>
            <dd>{why}</dd>
          </div>
        </dl>
      )}
    </Panel>
  );
}

const failed = 'Failed to sign the device out';

export function SessionsPanel() {
  const query = useQuery(ownSessionsQuery);
  const end = useMutation({ mutationFn: endOwnSession });
  const endOthers = useMutation({ mutationFn: (_, context) => endOtherSessions(context) });
  const hasOthers = query.data?.some((session) => !session.is_current) ?? false;

  return (
    <Panel
      isSection
      id="devices"
      title="Devices"
      description="Lost a phone or left a shared PC signed in? Sign it out here."
    >
      <SaveOutcome save={end} failed={failed} className="mb-2" />
      <SaveOutcome
        save={endOthers}
        done={!hasOthers && 'All other devices are signed out.'}
        failed={failed}
        className="mb-2"
      />
      <QueryView query={query} loading="Loading devices..." className="py-6">
        {(sessions) => <SessionList sessions={sessions} end={end} />}
      </QueryView>
      {hasOthers && (
        <Button
          variant="secondary"
          className="mt-3"
          onClick={() => endOthers.mutate()}
          loading={endOthers.isPending}
          disabled={end.isPending}
        >
          Sign out other devices
        </Button>
      )}
    </Panel>
  );
}
