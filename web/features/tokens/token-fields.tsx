import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type * as z from 'zod/mini';
import { type Permission, tokenPermissions } from '../../../contract/access/permissions.ts';
import type { tokenInput } from '../../../contract/tokens.ts';
import { Button } from '../../components/button/button.tsx';
import { Refusal, RequiredStar } from '../../components/form/field.tsx';
import { Radios } from '../../components/form/radios.tsx';
import { SelectField } from '../../components/form/select-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useAccess } from '../../lib/account/access.ts';
import type { Register } from '../../lib/form/form.ts';
import { districtsQuery } from '../../parts/choose/district-choices.api.ts';
import { LocationIds } from '../../parts/choose/location-choices.tsx';
import { PermissionBoxes } from '../../parts/permissions/permission-boxes.tsx';

type Values = z.input<typeof tokenInput>;
type Power = Pick<Values, 'permissions' | 'scope' | 'location_ids' | 'district_ids'>;
type Use = Pick<Values, 'lifetime_days' | 'allowed_networks'>;

/** Of a form that may have more fields. */
interface Part<Fields> {
  values: Fields;
  formState: { errors: { [F in keyof Fields]?: { message: string } } };
  setValue: Setter<Fields>;
}

/** Of each field: what sets more fields is one, too. */
type Setter<Fields> = {
  [F in keyof Fields]-?: (setter: (name: F, value: Fields[F]) => void) => void;
}[keyof Fields] extends (setter: infer Every) => void
  ? Every
  : never;

export function NameField({ form }: { form: { register: Register<{ name: string }> } }) {
  return (
    <TextField
      label="Name"
      required
      placeholder="HR export"
      hint="The program that uses it. The audit log names it."
      {...form.register('name')}
    />
  );
}

interface PowerFieldsProps {
  form: Part<Power>;
  /** Whether it may be chosen, of what the actor may. */
  isPossible?: (permission: Permission) => boolean;
  /** What it can never exceed. */
  limit: ReactNode;
  /** A user without access to all locations may choose all of theirs. */
  hasAll: boolean;
}

/** Nothing is chosen: one that may more than needed is made on purpose only. */
export function PowerFields({ form, isPossible = () => true, limit, hasAll }: PowerFieldsProps) {
  return (
    <>
      <PermissionField form={form} isPossible={isPossible} limit={limit} />
      <ScopeField form={form} hasAll={hasAll} />
    </>
  );
}

function PermissionField({
  form: { values, setValue, formState },
  isPossible,
  limit,
}: Required<Pick<PowerFieldsProps, 'form' | 'isPossible' | 'limit'>>) {
  const { hasPermission } = useAccess();
  const own = tokenPermissions.filter((name) => hasPermission(name) && isPossible(name));
  const reading = own.filter((name) => name.endsWith('.read'));
  return (
    <section aria-label="What it may do">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-medium">
          What it may do
          <RequiredStar />
        </p>
        <Button variant="link" onClick={() => setValue('permissions', reading)}>
          Read only
        </Button>
      </div>
      <div className="max-h-72 overflow-y-auto rounded-control border border-line px-3 py-2">
        <PermissionBoxes
          among={own}
          chosen={values.permissions}
          onChange={(chosen) => setValue('permissions', chosen as Power['permissions'])}
          disabled={false}
        />
      </div>
      <Refusal text={formState.errors.permissions?.message} />
      <p className="mt-1.5 text-small text-ink-soft">
        {limit} No token manages roles, devices or second factors.
      </p>
    </section>
  );
}

function ScopeField({
  form: { values, setValue, formState },
  hasAll,
}: Pick<PowerFieldsProps, 'form' | 'hasAll'>) {
  const { hasPermission } = useAccess();
  const { data: districts = [] } = useQuery(districtsQuery);
  const whole = districts.filter(({ is_whole }) => is_whole);
  const options = {
    ...(hasAll && { all: hasPermission('locations.all') ? 'All locations' : 'All of your locations' }),
    ...(whole.length > 0 && { districts: 'Some districts' }),
    locations: 'Some locations',
  };
  const choose = (scope: Power['scope']) => {
    setValue('scope', scope);
    setValue('location_ids', []);
    setValue('district_ids', []);
  };
  const { scope, location_ids, district_ids } = formState.errors;
  const chosen = values.district_ids ?? [];
  return (
    <Radios
      legend={
        <>
          What it sees
          <RequiredStar />
        </>
      }
      name="scope"
      values={options}
      value={values.scope}
      onChange={choose}
    >
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
    </Radios>
  );
}

/** How long it works, and from where. */
export function UseFields({ form }: { form: Part<Use> }) {
  return (
    <>
      <LifetimeField form={form} />
      <NetworksField form={form} />
    </>
  );
}

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '180', label: '180 days' },
  { value: '365', label: 'A year' },
] as const;

function LifetimeField({ form: { values, setValue } }: { form: Part<Use> }) {
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

function NetworksField({ form: { setValue, formState } }: { form: Part<Use> }) {
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
