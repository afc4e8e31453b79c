import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type * as z from 'zod/mini';
import { tokenPermissions } from '../../../contract/access/permissions.ts';
import { tokenDaysDefault } from '../../../contract/fields/limits.ts';
import { type TokenInput, tokenInput } from '../../../contract/tokens.ts';
import { Button } from '../../components/button/button.tsx';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { type SchemaForm, useSchemaForm } from '../../lib/form/form.ts';
import { useSave } from '../../lib/form/use-save.ts';
import { districtsQuery } from '../../parts/choose/district-choices.api.ts';
import { LocationIds } from '../../parts/choose/location-choices.tsx';
import { PermissionBoxes } from '../../parts/permissions/permission-boxes.tsx';
import { useProof } from '../../parts/proof/use-proof.tsx';
import type { MadeToken } from './token-dialogs.tsx';
import { createToken } from './tokens.api.ts';

type Values = z.input<typeof tokenInput>;
type Form = SchemaForm<Values, TokenInput>;

/** Nothing is chosen: a token that is wider than needed is made on purpose only. */
const empty = {
  ...{ name: '', permissions: [], location_ids: [], district_ids: [], allowed_networks: [] },
  lifetime_days: tokenDaysDefault,
} as unknown as Values;

export function NewTokenDialog({
  onMade,
  onClose,
}: {
  onMade: (made: MadeToken) => void;
  onClose: () => void;
}) {
  const form = useSchemaForm<Values, TokenInput>(tokenInput, empty);
  const proof = useProof();
  const save = useSave<TokenInput, MadeToken | null>({
    mutationFn: (input, context) => proof.prove(() => createToken(input, context)),
    onSuccess: (made) => made && onMade(made),
  });
  return (
    <FormDialog
      width="wide"
      title="New Token"
      submitLabel="Make token"
      busyLabel="Making..."
      form={form}
      save={save}
      onClose={onClose}
    >
      <div className="flex flex-col gap-5 pb-2">
        <TextField
          label="Name"
          required
          placeholder="HR export"
          hint="The program that uses it. The audit log names it."
          {...form.register('name')}
        />
        <PermissionField form={form} />
        <ScopeField form={form} />
        <LifetimeField form={form} />
        <NetworksField form={form} />
        {proof.fields}
      </div>
    </FormDialog>
  );
}

function PermissionField({ form: { values, setValue, formState } }: { form: Form }) {
  const { hasPermission } = useAccess();
  const own = tokenPermissions.filter(hasPermission);
  const reading = own.filter((name) => name.endsWith('.read'));
  return (
    <section aria-label="What it may do">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-medium">
          What it may do
          <Required />
        </p>
        <Button variant="link" onClick={() => setValue('permissions', reading)}>
          Read only
        </Button>
      </div>
      <div className="max-h-72 overflow-y-auto rounded-control border border-line px-3 py-2">
        <PermissionBoxes
          among={own}
          chosen={values.permissions}
          onChange={(chosen) => setValue('permissions', chosen as Values['permissions'])}
          disabled={false}
        />
      </div>
      <Refusal text={formState.errors.permissions?.message} />
      <p className="mt-1.5 text-small text-ink-soft">
        It can never do more than you can at that moment. No token manages roles, devices or second factors.
      </p>
    </section>
  );
}

function ScopeField({ form: { values, setValue, formState } }: { form: Form }) {
  const { hasPermission } = useAccess();
  const { data: districts = [] } = useQuery(districtsQuery);
  const whole = districts.filter(({ is_whole }) => is_whole);
  const options = [
    { scope: 'all', label: hasPermission('locations.all') ? 'All locations' : 'All of your locations' },
    ...(whole.length > 0 ? [{ scope: 'districts', label: 'Some districts' } as const] : []),
    { scope: 'locations', label: 'Some locations' },
  ] as const;
  const choose = (scope: Values['scope']) => {
    setValue('scope', scope);
    setValue('location_ids', []);
    setValue('district_ids', []);
  };
  const { scope, location_ids, district_ids } = formState.errors;
  const chosen = values.district_ids ?? [];
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">
        What it sees
        <Required />
      </legend>
      {options.map(({ scope, label }) => (
        <label key={scope} className="flex items-center gap-2.5 py-1.5 max-md:py-2.5">
          <input
            type="radio"
            name="scope"
            className="size-4 shrink-0 accent-petrol"
            checked={values.scope === scope}
            onChange={() => choose(scope)}
          />
          {label}
        </label>
      ))}
      {values.scope === 'locations' && (
        <LocationIds chosen={values.location_ids ?? []} onChange={(ids) => setValue('location_ids', ids)} />
      )}
      {values.scope === 'districts' && (
        <ul className="max-h-56 overflow-y-auto rounded-control border border-line px-3 py-1">
          {whole.map(({ id, name }) => (
            <li key={id}>
              <label className="flex items-center gap-2.5 py-2 max-md:py-3">
                <input
                  type="checkbox"
                  className="check"
                  checked={chosen.includes(id)}
                  onChange={() =>
                    setValue(
                      'district_ids',
                      chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id],
                    )
                  }
                />
                <span className="min-w-0 break-words">{name}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
      <Refusal text={(scope ?? location_ids ?? district_ids)?.message} />
    </fieldset>
  );
}

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
  { value: '365', label: 'A year' },
] as const;

function LifetimeField({ form: { values, setValue } }: { form: Form }) {
  return (
    <SelectField
      label="Expires after"
      isLabeled
      value={String(values.lifetime_days) as (typeof lifetimes)[number]['value']}
      options={lifetimes}
      onChange={(days) => setValue('lifetime_days', Number(days))}
    />
  );
}

function NetworksField({ form: { setValue, formState } }: { form: Form }) {
  const [text, setText] = useState('');
  return (
    <TextField
      label="Only from these networks"
      placeholder="203.0.113.0/24, 198.51.100.7"
      hint="Empty for anywhere. With a comma between two."
      error={formState.errors.allowed_networks?.message}
      name="allowed_networks"
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        setValue('allowed_networks', target.value.split(/[\s,]+/).filter(Boolean));
      }}
    />
  );
}

function Required() {
  return (
    <span className="text-bad" aria-hidden="true">
      {' *'}
    </span>
  );
}

function Refusal({ text }: { text: string | undefined }) {
  return text ? (
    <p role="alert" className="mt-1.5 text-small text-bad">
      {text}
    </p>
  ) : null;
}
