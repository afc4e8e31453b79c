import type { AuditEntry } from '../../../contract/audit.ts';
import { formatCalendarDay, toDay } from '../../lib/format/format-date.ts';
import { dayBefore } from './audit-filters.ts';
import { EntryRow } from './entry-row.tsx';

export interface EntryDaysProps {
  entries: readonly AuditEntry[];
  isBusy: boolean;
  onUser: (id: string) => void;
}

/** The entries under a heading for each day of the reader's time zone. */
export function EntryDays({ entries, isBusy, onUser }: EntryDaysProps) {
  const days = Map.groupBy(entries, ({ at }) => toDay(new Date(at)));
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-labelledby={`day-${day}`} className="border-line not-first:border-t">
      <h2
        id={`day-${day}`}
        className="sticky top-0 z-1 print:static border-b border-line bg-surface-raised px-6 py-2 text-badge font-semibold text-ink-soft max-md:px-4"
      >
        {nameOf(day)}
      </h2>
      <ul aria-labelledby={`day-${day}`} aria-busy={isBusy}>
        {ofDay.map((entry) => (
          <EntryRow key={entry.id} entry={entry} onUser={onUser} />
        ))}
      </ul>
    </section>
  ));
}

function nameOf(day: string) {
  if (day === toDay(new Date())) return 'Today';
  return day === dayBefore(1) ? 'Yesterday' : formatCalendarDay(day);
}
