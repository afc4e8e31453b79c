import type { Run } from '../../../contract/runs.ts';
import { TextField } from '../../components/form/text-field.tsx';
import { formatNumber } from '../../lib/format/format-number.ts';
import { describeConfirm } from './run-texts.ts';

export interface ConfirmNumberProps {
  run: Run;
  confirm: number;
  typed: string;
  onType: (typed: string) => void;
}

export function ConfirmNumber({ run, confirm, typed, onType }: ConfirmNumberProps) {
  return (
    <div className="flex basis-full! flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-control bg-amber-soft px-4 py-3 text-amber-ink">
      <p className="font-semibold">{describeConfirm(run, confirm)}</p>
      <div className="max-w-56 text-ink">
        <TextField
          label={`Type ${formatNumber(confirm)} to continue`}
          inputMode="numeric"
          value={typed}
          onChange={(event) => onType(event.target.value)}
        />
      </div>
    </div>
  );
}

export function isConfirmed(typed: string, confirm: number) {
  return typed.replace(/[,.\s]/g, '') === String(confirm);
}
