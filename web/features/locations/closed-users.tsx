import { useState } from 'react';
import type { BulkAct } from '../../../contract/runs.ts';
import { ChooseOne } from '../../components/form/choose-one.tsx';
import { formatNumber } from '../../lib/format/format-number.ts';
import { choiceName, townName } from '../../lib/format/location-names.ts';
import { type ListedLocation, openLocations, useLocations } from './locations.api.ts';

export interface UsersPlan {
  fate: 'keep' | 'move' | 'remove';
  to?: ListedLocation | undefined;
}

/** Null to keep them, undefined while the other location is not chosen. */
export function actOf({ fate, to }: UsersPlan, id: string): BulkAct | null | undefined {
  if (fate === 'keep') return null;
  if (fate === 'remove') return { act: 'locations', add: [], remove: [id] };
  return to && { act: 'locations', add: [to.id], remove: [id] };
}

export interface ClosedUsersProps {
  id: string;
  /** How many users are assigned, inactive ones too. */
  count: number;
  plan: UsersPlan;
  onChange: (plan: UsersPlan) => void;
}

const fates = [
  { fate: 'keep', label: 'Keep them assigned' },
  { fate: 'move', label: 'Move them to another location' },
  { fate: 'remove', label: 'Remove them from this location' },
] as const;

export function ClosedUsers({ id, count, plan, onChange }: ClosedUsersProps) {
  const [text, setText] = useState('');
  const view = useLocations(text, { offered: openLocations });
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">
        {count === 1
          ? 'The user who is assigned to it'
          : `The ${formatNumber(count)} users who are assigned to it`}
      </legend>
      {fates.map(({ fate, label }) => (
        <label key={fate} className="flex min-h-8 items-center gap-2.5 max-md:min-h-11">
          <input
            type="radio"
            name="fate"
            className="size-4 accent-petrol"
            checked={plan.fate === fate}
            onChange={() => onChange({ ...plan, fate })}
          />
          {label}
        </label>
      ))}
      {plan.fate === 'move' && (
        <div className="mt-3">
          <ChooseOne
            key={plan.to?.id}
            label="Move to"
            placeholder="Search locations..."
            text={text}
            onTextChange={setText}
            view={view}
            nameOf={choiceName}
            detailOf={townName}
            isOffered={(other) => other.id !== id && !other.closed_on}
            chosen={plan.to}
            onChange={(to) => onChange({ fate: 'move', to: to ?? undefined })}
          />
        </div>
      )}
      {plan.fate !== 'keep' && (
        <p role="status" className="mt-2 text-small text-ink-soft">
          The location is closed first. Then you see a preview, and nothing happens to the users until you
          apply it.
        </p>
      )}
    </fieldset>
  );
}
