import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { stateNames } from '../../../../contract/fields/states.ts';
import type { WordColumn } from '../../../../contract/files/import-columns.ts';
import { locationList } from '../../../../contract/lists/list-filters.ts';
import { Button } from '../../../components/button/button.tsx';
import { inputClasses } from '../../../components/form/field.tsx';
import { SelectField } from '../../../components/form/select-field.tsx';
import { classes } from '../../../lib/browser/classes.ts';
import { useChoices } from '../../../lib/list/use-choices.ts';
import { districtsQuery } from '../../../parts/choose/district-choices.api.ts';
import { locationChoices, useLocationsNamed } from '../../../parts/choose/location-choices.api.ts';
import { rolesQuery } from '../../roles/roles.api.ts';

export interface MeaningFieldProps {
  label: string;
  column: WordColumn;
  /** '' leaves the word out; null while nothing is chosen. */
  means: string | null;
  onChange: (means: string | null) => void;
}

export function MeaningField({ column, ...field }: MeaningFieldProps) {
  if (column === 'roles') return <RoleMeaning {...field} />;
  if (column === 'locations') return <LocationMeaning {...field} />;
  if (column === 'district' || column === 'districts') return <DistrictMeaning {...field} />;
  return <ChoiceMeaning {...field} choices={column === 'state' ? states : statuses} />;
}

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' },
];

const states = Object.entries(stateNames).map(([value, name]) => ({ value, label: `${name} (${value})` }));

function RoleMeaning(field: Omit<MeaningFieldProps, 'column'>) {
  const { data = [] } = useQuery(rolesQuery);
  return <ChoiceMeaning {...field} choices={data.map(({ id, name }) => ({ value: id, label: name }))} />;
}

function DistrictMeaning(field: Omit<MeaningFieldProps, 'column'>) {
  const { data = [] } = useQuery(districtsQuery);
  return <ChoiceMeaning {...field} choices={data.map(({ id, name }) => ({ value: id, label: name }))} />;
}

/** No id and no name. */
const leftOut = '-';

interface ChoiceMeaningProps extends Omit<MeaningFieldProps, 'column'> {
  choices: { value: string; label: string }[];
}

function ChoiceMeaning({ label, means, choices, onChange }: ChoiceMeaningProps) {
  return (
    <SelectField
      label={label}
      value={means === '' ? leftOut : (means ?? '')}
      className="w-55"
      options={[
        { value: '', label: 'Choose…' },
        ...choices,
        { value: leftOut, label: 'Nothing: leave it out' },
      ]}
      onChange={(value) => onChange(value === '' ? null : value === leftOut ? '' : value)}
    />
  );
}

/** A chain has thousands of locations, so this is a field that proposes them as they are typed. */
function LocationMeaning({ label, means, onChange }: Omit<MeaningFieldProps, 'column'>) {
  const listId = useId();
  const { data: offered = [], setText } = useChoices(locationChoices);
  // A name is known here by its id when a repair or an earlier file chose it.
  const isId = locationList.values.run.pattern?.test(means ?? '') ?? false;
  const [chosen] = useLocationsNamed(isId && means ? [means] : []) ?? [];
  if (means === '') {
    return (
      <span>
        nothing.{' '}
        <Button variant="link" aria-label={`Change what ${label}`} onClick={() => onChange(null)}>
          Change
        </Button>
      </span>
    );
  }
  return (
    <>
      <input
        aria-label={label}
        list={listId}
        autoComplete="off"
        placeholder="Number or name"
        defaultValue={chosen ? (chosen.number ?? chosen.name) : (means ?? '')}
        key={chosen?.id ?? ''}
        onChange={({ target }) => {
          setText(target.value);
          onChange(target.value.trim() || null);
        }}
        className={classes(inputClasses, 'h-9! w-55! text-body! max-md:h-11! max-md:text-phone-input!')}
      />
      <datalist id={listId}>
        {offered.map(({ id, number, name }) => (
          <option key={id} value={number ?? name}>
            {name}
          </option>
        ))}
      </datalist>
      {means === null && (
        <Button variant="link" aria-label={`Leave it out: ${label} nothing`} onClick={() => onChange('')}>
          Leave it out
        </Button>
      )}
    </>
  );
}
