import { useMutation } from '@tanstack/react-query';
import type { Repair, Run, RunLine } from '../../../../contract/runs.ts';
import { Button } from '../../../components/button/button.tsx';
import { planImport } from '../runs.api.ts';

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

/** 'Use Harbor 394'. A press plans the import again with that meaning of the word. */
export function RepairLinks({
  run: { id, is_own, state, options },
  repairs,
}: {
  run: Run;
  repairs: readonly Repair[];
}) {
  const repair = useMutation({
    mutationFn: async ({ label: _, ...meaning }: Repair, context) => {
      if (!options) return;
      const others = options.meanings.filter(
        ({ column, value }) => column !== meaning.column || value !== meaning.value,
      );
      await planImport(id, { ...options, meanings: [...others, meaning] }, context);
    },
  });
  if (!is_own || state !== 'planned' || !options) return null;
  return repairs.map((one, index) => (
    <span key={`${one.column} ${one.means}`} className="print:hidden">
      {index > 0 && <span className="text-ink-soft"> or</span>}{' '}
      <Button variant="link" disabled={repair.isPending} onClick={() => repair.mutate(one)}>
        {one.label}
      </Button>
      {repair.error && index === 0 && (
        <span role="alert" className="text-bad">
          {' '}
          {repair.error.message}
        </span>
      )}
    </span>
  ));
}
