import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Withdrawal } from '../../../../contract/withdrawals.ts';
import { Button } from '../../../components/button/button.tsx';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { GroupHeader } from '../../../components/display/group-header.tsx';
import { formatAgo, formatDate } from '../../../lib/format/format-date.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { undoWithdrawal, withdrawalsQuery } from '../registers.api.ts';

/** What was withdrawn, and the way to undo it. Nothing when nothing was, or as long as it is not known. */
export function Withdrawals() {
  const { data = [] } = useQuery(withdrawalsQuery);
  const [opened, setOpened] = useState<Withdrawal | null>(null);
  if (data.length === 0) return null;
  return (
    <section aria-label="Withdrawn files">
      <GroupHeader className="border-y">
        <h3 className="font-semibold">Withdrawn files</h3>
      </GroupHeader>
      <ul>
        {data.map((one) => (
          <li
            key={one.id}
            className="flex items-center justify-between gap-4 border-b border-line px-6 py-2.5 last:border-b-0 max-md:px-4"
          >
            <div className="min-w-0">
              <p className={one.undone_at ? 'text-ink-soft' : ''}>{describe(one)}</p>
              <p className="text-small text-ink-soft">
                {one.undone_at
                  ? `Withdrawn by ${one.created_by_name}, undone ${formatAgo(one.undone_at)}`
                  : `Withdrawn by ${one.created_by_name} ${formatAgo(one.created_at)}`}
              </p>
            </div>
            {one.undone_at === null && (
              <Button
                variant="link"
                className="shrink-0 max-md:min-h-11"
                aria-label={`Undo: ${describe(one)}`}
                onClick={() => setOpened(one)}
              >
                Undo…
              </Button>
            )}
          </li>
        ))}
      </ul>
      {opened && (
        <ConfirmDialog
          title="Undo Withdrawal"
          confirmLabel="Undo"
          busyLabel="Undoing..."
          act={(context) => undoWithdrawal(opened.id, context)}
          done={{ text: 'Withdrawal undone' }}
          onClose={() => setOpened(null)}
        >
          <p>
            {describe(opened)}: what was not sent again since counts again, and its days are recalculated.
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function describe({ files, register, location, received_from, received_to }: Withdrawal): string {
  const of = [register?.name, location?.name].filter(Boolean).join(' at ') || 'all locations';
  const from = received_from ? `from ${formatDate(received_from)} ` : '';
  return `${countOf(files, 'file')} of ${of}, received ${from}until ${formatDate(received_to)}`;
}
