import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChangedDay, WithdrawalInput } from '../../../../contract/withdrawals.ts';
import { SaveDialog } from '../../../components/dialog/save-dialog.tsx';
import { ShowMore } from '../../../components/feedback/show-more.tsx';
import { TextField } from '../../../components/form/text-field.tsx';
import { showToast } from '../../../components/toast/toasts.ts';
import { useSave } from '../../../lib/form/use-save.ts';
import { formatCalendarDay } from '../../../lib/format/format-date.ts';
import { formatMoney } from '../../../lib/format/format-money.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { withdrawalPreviewQuery, withdrawFiles } from '../registers.api.ts';

export interface WithdrawDialogProps {
  of: Pick<WithdrawalInput, 'register' | 'location'>;
  /** What the files are of: 'Exit 9 registers'. Without it they are of all. */
  name?: string | undefined;
  onClose: () => void;
}

/** Chooses a time, shows the days that would change, and withdraws what was shown. */
export function WithdrawDialog({ of, name, onClose }: WithdrawDialogProps) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const input: WithdrawalInput = {
    ...of,
    ...(from && { received_from: new Date(from).toISOString() }),
    ...(to && { received_to: new Date(to).toISOString() }),
  };
  const hasChoice = Boolean(of.register || of.location || from);
  const query = useInfiniteQuery({ ...withdrawalPreviewQuery(input), enabled: hasChoice });
  const first = query.data?.pages[0];
  const save = useSave({
    mutationFn: (body: WithdrawalInput, context) => withdrawFiles(body, context),
    onSuccess: ({ files }) => {
      onClose();
      showToast({ text: `${countOf(files, 'file')} withdrawn` });
    },
  });
  const isEmpty = first !== undefined && first.files + first.days === 0;
  return (
    <SaveDialog
      width="full"
      title={name ? `Withdraw Files of ${name}` : 'Withdraw Files'}
      submitLabel={first && !isEmpty ? `Withdraw ${countOf(first.files, 'file')}` : 'Withdraw'}
      busyLabel="Withdrawing..."
      isDisabled={!first || isEmpty || query.isFetching}
      isChanged={false}
      save={save}
      onSubmit={() => {
        if (first) save.mutate({ ...input, received_to: first.received_to });
      }}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4 pb-4">
        <p className="text-ink-soft">
          Withdrawn files do not count until you undo it. What is sent again counts. Price books, counts of
          stock and names of products stay, and so do daily closes of spreadsheets: each import has its own
          Undo.
        </p>
        <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1">
          <TextField
            type="datetime-local"
            label="Received from"
            required={!of.register && !of.location}
            hint="Empty: from the first file on"
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
          <TextField
            type="datetime-local"
            label="Received until"
            hint="Empty: until now"
            value={to}
            onChange={(event) => setTo(event.target.value)}
          />
        </div>
        <div aria-live="polite" aria-busy={query.isFetching}>
          {query.error && <p className="text-bad">{query.error.message}</p>}
          {hasChoice && !first && !query.error && <p className="text-ink-soft">Finding the files...</p>}
          {isEmpty && <p>Nothing that counts was received then.</p>}
          {first && !isEmpty && (
            <p className="font-medium">
              {countOf(first.files, 'file')} at {countOf(first.locations, 'location')},{' '}
              {countOf(first.days, 'day')} to compute anew.
            </p>
          )}
        </div>
        {query.data && !isEmpty && (
          <div>
            <ul aria-label="Days that change">
              {query.data.pages
                .flatMap((page) => page.changes)
                .map((day) => (
                  <Change key={`${day.location_id} ${day.business_date}`} day={day} />
                ))}
            </ul>
            <ShowMore query={query} label="Show older days" />
          </div>
        )}
      </div>
    </SaveDialog>
  );
}

const figures = { revenue: 'Revenue', fuel: 'Fuel', merchandise: 'Merchandise' } as const;

/** Only what changes. */
function Change({ day: { location_name, business_date, before, after } }: { day: ChangedDay }) {
  const names = Object.keys(figures) as (keyof typeof figures)[];
  return (
    <li className="border-b border-line py-2 last:border-b-0">
      <p className="wrap-anywhere">
        <span className="font-medium">{location_name}</span>
        <span className="text-ink-soft"> · {formatCalendarDay(business_date)}</span>
      </p>
      <dl className="grid grid-cols-3 gap-x-4 text-small max-md:grid-cols-1">
        {names
          .filter((name) => before[name] !== after[name])
          .map((name) => (
            <div key={name} className="flex gap-2">
              <dt className="text-ink-soft">{figures[name]}</dt>
              <dd className="tabular-nums">
                {formatMoney(before[name])} → {formatMoney(after[name])}
              </dd>
            </div>
          ))}
      </dl>
    </li>
  );
}
