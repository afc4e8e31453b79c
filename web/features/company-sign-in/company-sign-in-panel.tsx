import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import {
  type CompanySignIn,
  type CompanySignInInput,
  companySignInInput,
} from '../../../contract/company-sign-in.ts';
import { Button } from '../../components/button/button.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { SaveOutcome } from '../../components/feedback/save-outcome.tsx';
import { Checkbox } from '../../components/form/checkbox.tsx';
import { SelectInput } from '../../components/form/select-input.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useUnloadQuestion } from '../../lib/browser/use-unload-question.ts';
import { submitWith, useSchemaForm } from '../../lib/form/form.ts';
import { useProof } from '../../parts/proof/use-proof.tsx';
import { companySignInQuery, updateCompanySignIn } from './company-sign-in.api.ts';
import { CompanyTest } from './company-test.tsx';

export function CompanySignInPanel() {
  const query = useQuery(companySignInQuery);
  return (
    <Panel
      isTitleHidden
      title="Company sign-in"
      description="Users sign in with the account of your company: Entra, Okta, Google, Keycloak, or another provider of OpenID Connect."
    >
      <QueryView query={query} loading="Loading company sign-in...">
        {(settings) => (
          <div className="flex max-w-2xl flex-col gap-8">
            <Addresses settings={settings} />
            <CompanyForm settings={settings} />
            {settings.provider && <CompanyTest />}
          </div>
        )}
      </QueryView>
    </Panel>
  );
}

function Addresses({ settings }: { settings: CompanySignIn }) {
  const addresses = [
    ['Redirect URI', settings.redirect_uri],
    ['Back-channel logout URI', settings.backchannel_logout_uri],
    ['Post-logout redirect URI', settings.post_logout_redirect_uri],
  ] as const;
  return (
    <section>
      <h3 className="font-semibold">Enter these at the provider</h3>
      <dl className="mt-2 flex flex-col gap-2">
        {addresses.map(([label, url]) => (
          <div key={label} className="flex flex-wrap gap-x-4">
            <dt className="w-56 text-ink-soft">{label}</dt>
            <dd className="min-w-0 wrap-anywhere select-all font-unkerned">{url}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const { domains, client_secret, ...others } = companySignInInput.shape;

/** Domains are typed as text. An empty secret leaves the stored one. */
const form = z.strictObject({
  ...others,
  domains: z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string) => text.split(/[\s,;]+/).filter(Boolean)),
      domains,
    ),
  ),
  client_secret: z.pipe(
    z.string(),
    z.pipe(
      z.transform((text: string): string | null | undefined => text.trim() || undefined),
      client_secret,
    ),
  ),
});

function valuesOf({ provider }: CompanySignIn) {
  return {
    label: provider?.label ?? '',
    issuer: provider?.issuer ?? '',
    client_id: provider?.client_id ?? '',
    client_secret: '',
    domains: provider?.domains.join(', ') ?? '',
    is_trusted_for_link: provider?.is_trusted_for_link ?? false,
    email_verified: provider?.email_verified ?? ('required' as const),
    is_second_factor_by_amr: provider?.is_second_factor_by_amr ?? false,
    state: provider?.state ?? ('off' as const),
  };
}

function CompanyForm({ settings }: { settings: CompanySignIn }) {
  const own = useSchemaForm(form, valuesOf(settings));
  const [seen, setSeen] = useState(settings.provider?.updated_at ?? null);
  const { values, setValue, register } = own;
  const proof = useProof();
  const save = useMutation({
    mutationFn: (input: CompanySignInInput, { client }) =>
      proof.prove(() => updateCompanySignIn(seen, input, { client })),
    onSuccess: (saved) => {
      if (!saved) return;
      setSeen(saved.provider?.updated_at ?? null);
      own.reset(valuesOf(saved));
    },
  });
  useUnloadQuestion(own.formState.isChanged);
  return (
    <form noValidate onSubmit={submitWith(own, save)} className="flex flex-col gap-4">
      <SaveOutcome
        save={save}
        done={save.data !== null && 'Company sign-in is saved.'}
        failed="Failed to save company sign-in"
      />
      <TextField
        label="Name"
        required
        hint='After "Continue with" on the login page.'
        {...register('label')}
      />
      <TextField
        label="Issuer"
        required
        placeholder="https://"
        hint="As the provider writes it, without /.well-known at its end."
        {...register('issuer')}
      />
      <TextField label="Client ID" required autoComplete="off" {...register('client_id')} />
      <TextField
        label="Client Secret"
        type="password"
        autoComplete="off"
        hint={
          settings.provider?.has_secret
            ? 'One is stored. Leave this empty to keep it.'
            : 'Stored encrypted, and never shown.'
        }
        {...register('client_secret')}
      />
      <TextField
        label="Email Domains"
        placeholder="example.com"
        hint="Whose emails the provider speaks for. Only these make new users, who begin without a role and a location."
        {...register('domains')}
      />
      <SelectInput
        label="Verified emails"
        name="email_verified"
        value={values.email_verified}
        hint="Entra and authentik do not say whether an email is verified."
        onChange={(value) => setValue('email_verified', value as typeof values.email_verified)}
      >
        <option value="required">Those that the provider verified</option>
        <option value="not_sent">All of these domains</option>
      </SelectInput>
      <div>
        <Checkbox
          label="An email of these domains connects the account that has it"
          checked={values.is_trusted_for_link}
          onChange={(event) => setValue('is_trusted_for_link', event.target.checked)}
        />
        <p className="pl-7 text-small text-ink-soft">
          Never for users who may give themselves every permission, and never a second time. Otherwise users
          connect on their profile.
        </p>
      </div>
      <div>
        <Checkbox
          label="A second factor at the provider counts here"
          checked={values.is_second_factor_by_amr}
          onChange={(event) => setValue('is_second_factor_by_amr', event.target.checked)}
        />
        <p className="pl-7 text-small text-ink-soft">When the claim amr contains mfa.</p>
      </div>
      <SelectInput
        label="Company sign-in is"
        name="state"
        value={values.state}
        hint={stateHints[values.state]}
        onChange={(value) => setValue('state', value as typeof values.state)}
      >
        <option value="off">Off</option>
        <option value="on">On</option>
        <option value="required">Required</option>
      </SelectInput>
      {values.state === 'required' && <RequiredNote settings={settings} />}
      {proof.fields}
      <Button type="submit" className="self-start" loading={save.isPending} loadingLabel="Saving...">
        Save changes
      </Button>
    </form>
  );
}

const stateHints = {
  off: 'Users sign in with their password.',
  on: 'Users choose between it and their password.',
  required: 'Passwords work only for those who may bypass it.',
};

function RequiredNote({ settings }: { settings: CompanySignIn }) {
  const { bypassing_users: users, connected_users } = settings;
  const who = users === 1 ? 'One user' : `${users} users`;
  return (
    <Alert tone={users === 0 ? 'error' : 'info'}>
      {who} could sign in if the provider fails: active, with a password, a second factor and the permission
      to bypass it. One must stay. {connected_users === 1 ? 'One user has' : `${connected_users} users have`}{' '}
      signed in through the provider. Sessions that are open stay open.
    </Alert>
  );
}
