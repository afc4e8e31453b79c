import type { LocationChoice } from '../../../contract/locations.ts';
import type { BulkAct } from '../../../contract/runs.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { LocationField } from '../../parts/choose/location-choices.tsx';

export interface UsersPlan {
  fate: 'keep' | 'move' | 'remove';
  to?: LocationChoice | undefined;
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
          <LocationField
            key={plan.to?.id}
            label="Move to"
            isOpenOnly
            except={id}
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
