import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import {
  type Organization,
  type OrganizationField,
  type OrganizationInput,
  organizationFields,
  organizationInput,
  variableOf,
  type WeekStart,
  weekStarts,
} from '../../../contract/organization.ts';
import { Button } from '../../components/button/button.tsx';
import { followedRegister } from '../../components/dialog/followed.tsx';
import { Panel } from '../../components/display/panel.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { SaveOutcome } from '../../components/feedback/save-outcome.tsx';
import { Checkbox } from '../../components/form/checkbox.tsx';
import { SelectInput } from '../../components/form/select-input.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { TimeZoneField } from '../../components/form/time-zone-field.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { useUnloadQuestion } from '../../lib/browser/use-unload-question.ts';
import { useFollowRow } from '../../lib/form/follow-row.ts';
import { submitWith, useSchemaForm } from '../../lib/form/form.ts';
import { organizationQuery, updateOrganization } from './settings.api.ts';

const number = z.pipe(
  z.string(),
  z.transform((text: string) => (text.trim() === '' ? null : Number(text))),
);

const numbers = [
  'session_idle_minutes',
  'invitation_days',
  'silent_hours',
  'over_short_dollars',
  'large_refund_dollars',
  'paid_outs_dollars',
  'unusual_times',
] as const satisfies OrganizationField[];
type NumberField = (typeof numbers)[number];

const { shape } = organizationInput;
type Piped<Field extends NumberField> = z.ZodMiniPipe<typeof number, (typeof shape)[Field]>;

/** Numbers are typed as text; empty is no limit. */
const form = z.strictObject({
  ...shape,
  ...(Object.fromEntries(numbers.map((field) => [field, z.pipe(number, shape[field])])) as {
    [Field in NumberField]: Piped<Field>;
  }),
});

export function OrganizationPanel() {
  const query = useQuery(organizationQuery);
  const mayEdit = useAccess().mayAct('editOrganization');
  return (
    <Panel
      isTitleHidden
      title="Organization"
      description={mayEdit ? 'For all users and locations.' : 'Your roles do not allow you to change these.'}
    >
      <QueryView query={query} loading="Loading settings...">
        {(organization) => <OrganizationForm organization={organization} mayEdit={mayEdit} />}
      </QueryView>
    </Panel>
  );
}

function valuesOf(organization: OrganizationInput) {
  const { product_name, support_url, signups, time_zone, week_starts_on } = organization;
  const texts = Object.fromEntries(
    numbers.map((field) => [field, organization[field] === null ? '' : String(organization[field])]),
  ) as Record<NumberField, string>;
  return {
    ...{ product_name, support_url: support_url ?? '', signups, time_zone, week_starts_on },
    ...texts,
  };
}

/** There is one organization, without a version as long as nobody changed it. */
function versioned(organization: Organization) {
  return { ...organization, id: 'organization', updated_at: organization.updated_at ?? '' };
}

function OrganizationForm({ organization, mayEdit }: { organization: Organization; mayEdit: boolean }) {
  const { fixed } = organization;
  const now = versioned(organization);
  const [seen, setSeen] = useState(now);
  const own = useSchemaForm(form, valuesOf(organization));
  const followed = useFollowRow({ seen, onSeen: setSeen, now, form: own, valuesOf });
  const { values, setValue, ...rest } = own;
  const register = followedRegister(own.register, followed);
  const save = useMutation({
    mutationFn: (input: OrganizationInput, { client }) => {
      const free = organizationFields.filter((field) => !fixed.includes(field));
      const body = Object.fromEntries(free.map((field) => [field, input[field]]));
      return updateOrganization(seen.updated_at || null, body, { client });
    },
    onSuccess: (saved) => {
      setSeen(versioned(saved));
      rest.reset(valuesOf(saved));
    },
  });
  useUnloadQuestion(rest.formState.isChanged);
  const field = (name: OrganizationField, hint?: string) => {
    const isFixed = fixed.includes(name);
    return {
      disabled: !mayEdit || isFixed,
      hint: isFixed ? `Set by ${variableOf(name)} on the server.` : hint,
    };
  };
  const signups = field('signups', 'Otherwise only invited users can join.');
  return (
    <form noValidate onSubmit={submitWith(own, save)} className="flex max-w-2xl flex-col gap-4">
      <SaveOutcome save={save} done="The organization is saved." failed="Failed to save the organization" />
      <TextField
        label="Name"
        required
        {...field('product_name', 'In the title, on the login page and in emails.')}
        {...register('product_name')}
      />
      <TextField
        label="Contact Support"
        placeholder="https:// or mailto:"
        {...field('support_url', 'Where the link on the login page leads.')}
        {...register('support_url')}
      />
      <div>
        <Checkbox
          label="Users may create their own account"
          checked={values.signups === 'open'}
          disabled={signups.disabled}
          onChange={(event) => setValue('signups', event.target.checked ? 'open' : 'closed')}
        />
        <p className="pl-7 text-small text-ink-soft">{signups.hint}</p>
      </div>
      <TextField
        label="Sign out idle users after (minutes)"
        inputMode="numeric"
        {...field('session_idle_minutes', 'For shared computers. Empty for no limit.')}
        {...register('session_idle_minutes')}
      />
      <TextField
        label="Invite links work for (days)"
        required
        inputMode="numeric"
        {...field('invitation_days', 'For invitations from now on.')}
        {...register('invitation_days')}
      />
      <TimeZoneField
        label="Time Zone"
        value={values.time_zone}
        onChange={(zone) => setValue('time_zone', zone)}
        {...field('time_zone', 'What today and last week mean in Sales. Each location has its own.')}
      />
      <SelectInput
        label="Weeks start on"
        name="week_starts_on"
        value={values.week_starts_on}
        onChange={(day) => setValue('week_starts_on', day as WeekStart)}
        {...field('week_starts_on', 'For the weeks of Sales.')}
      >
        {weekStarts.map((day) => (
          <option key={day} value={day}>
            {day.charAt(0).toUpperCase() + day.slice(1)}
          </option>
        ))}
      </SelectInput>
      <TextField
        label="A register is silent after (hours)"
        required
        inputMode="numeric"
        {...field('silent_hours', 'Reporting marks it, and who is assigned there or watches it is told.')}
        {...register('silent_hours')}
      />
      <TextField
        label="Tell when a till is off by more than (dollars)"
        required
        inputMode="numeric"
        {...field('over_short_dollars', 'Over or short on one day. A till that nobody counted is not told.')}
        {...register('over_short_dollars')}
      />
      <TextField
        label="A refund or void is large from (dollars)"
        required
        inputMode="numeric"
        {...field('large_refund_dollars', 'Exceptions lists each one.')}
        {...register('large_refund_dollars')}
      />
      <TextField
        label="Paid outs of a day are many from (dollars)"
        required
        inputMode="numeric"
        {...field('paid_outs_dollars', 'Exceptions lists such days.')}
        {...register('paid_outs_dollars')}
      />
      <TextField
        label="Refunds and voids are unusual above (times what is usual there)"
        required
        inputMode="numeric"
        {...field(
          'unusual_times',
          'The usual share is the median of the 28 days before. So for corrections and no sales.',
        )}
        {...register('unusual_times')}
      />
      {mayEdit && (
        <Button type="submit" className="self-start" loading={save.isPending} loadingLabel="Saving...">
          Save changes
        </Button>
      )}
    </form>
  );
}
