import type { Run } from '../../../contract/runs.ts';
import { TextField } from '../../components/form/text-field.tsx';
import { formatNumber } from '../../lib/format/format-number.ts';
import { nounOf } from './run-texts.ts';

export interface ConfirmNumberProps {
  run: Run;
  /** How many users lose access. */
  confirm: number;
  typed: string;
  onType: (typed: string) => void;
}

/** Asks for the number of users who lose access, before the run is applied. */
export function ConfirmNumber({ run, confirm, typed, onType }: ConfirmNumberProps) {
  return (
    <div className="basis-full! rounded-control bg-amber-soft px-4 py-3 text-amber-ink">
      <p className="mb-2 font-semibold">
        {formatNumber(confirm)} {nounOf(run, confirm)} lose access: they are deactivated, or lose roles or
        locations.
      </p>
      <div className="max-w-56 text-ink">
        <TextField
          label={`Type ${confirm} to continue`}
          inputMode="numeric"
          value={typed}
          onChange={(event) => onType(event.target.value)}
        />
      </div>
    </div>
  );
}
