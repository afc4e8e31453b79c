import { useQuery } from '@tanstack/react-query';
import type { Run } from '../../../../contract/runs.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { unappliedIn } from '../run-texts.ts';
import { runReasonsQuery } from '../runs.api.ts';
import { RepairLinks } from './repair-links.tsx';

const shownReasons = 5;

/** A reason on many rows is said once, with their number and what would mend it. */
export function RunReasons({ run }: { run: Run }) {
  const isNeeded = run.kind === 'import' && run.state === 'planned' && unappliedIn(run.planned) > 1;
  const { data } = useQuery({ ...runReasonsQuery(run), enabled: isNeeded });
  const repeated = isNeeded ? data?.reasons.filter(({ lines }) => lines > 1).slice(0, shownReasons) : [];
  if (!repeated?.length) return null;
  return (
    <ul aria-label="Reasons on several rows" className="mb-3 flex flex-col gap-1">
      {repeated.map(({ text, lines, repairs }) => (
        <li key={text} className="flex gap-3">
          <span className="shrink-0 basis-16 font-semibold tabular-nums">{formatNumber(lines)} rows</span>
          <span className="min-w-0">
            <span className="text-bad">{text}</span>
            <RepairLinks run={run} repairs={repairs} />
          </span>
        </li>
      ))}
    </ul>
  );
}
