import type { Run, RunLine } from '../../../../contract/runs.ts';
import { RepairLinks } from './repair-links.tsx';

type Change = RunLine['changes'][number];

export interface LineChangeProps {
  run: Run;
  line: Pick<RunLine, 'reasons' | 'changes'>;
  isOpen: boolean;
  isBad: boolean;
}

export function LineChange({ run, line: { reasons, changes }, isOpen, isBad }: LineChangeProps) {
  const shown = isOpen ? changes : changes.slice(0, fieldsInRow(changes));
  return (
    <span className={isOpen ? 'block wrap-anywhere' : 'block truncate'}>
      {reasons.map(({ text, repairs }, index) => (
        <span key={text} className={isOpen ? 'block' : undefined}>
          {!isOpen && index > 0 && <span className="text-ink-faint"> · </span>}
          <span className={isBad ? 'text-bad' : undefined}>{text}</span>
          {isOpen && <RepairLinks run={run} repairs={repairs} />}
        </span>
      ))}
      {shown.map((change, index) => (
        <span key={change.field} className={isOpen ? 'block' : undefined}>
          {!isOpen && (index > 0 || reasons.length > 0) && <span className="text-ink-faint"> · </span>}
          <ChangeText change={change} />
        </span>
      ))}
    </span>
  );
}

function ChangeText({ change: { field, before, after } }: { change: Change }) {
  return (
    <>
      <span className="text-ink-soft">{field}: </span>
      {before !== null && (
        <>
          <span className="text-ink-soft">{before}</span>
          <span aria-hidden="true"> → </span>
          <span className="sr-only"> becomes </span>
        </>
      )}
      {after ?? <span className="text-ink-soft">nothing</span>}
    </>
  );
}

/** Characters of a row: more would be cut off at 1,440 px. */
const rowLength = 84;

const lengthOf = ({ field, before, after }: Change) =>
  field.length + (before?.length ?? 0) + (after?.length ?? 0) + 6;

function fieldsInRow(changes: readonly Change[]): number {
  let left = rowLength;
  const fit = changes.findIndex((change) => {
    left -= lengthOf(change);
    return left < 0;
  });
  return fit < 0 ? changes.length : Math.max(1, fit);
}

/** '+3 more fields'. Null when the row shows everything. */
export function moreIn({ reasons, changes }: Pick<RunLine, 'reasons' | 'changes'>): string | null {
  const hidden = changes.length - fieldsInRow(changes);
  if (hidden > 0) return `+${hidden} more ${hidden === 1 ? 'field' : 'fields'}`;
  const offers = reasons.flatMap(({ text, repairs }) => [text, ...repairs.map(({ label }) => label)]);
  const length = offers.join(' · ').length + changes.reduce((all, change) => all + lengthOf(change), 0);
  return length > rowLength ? 'Show all' : null;
}
