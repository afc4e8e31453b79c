import type { AuditEntry } from '../../../contract/audit.ts';
import { classes } from '../../lib/browser/classes.ts';
import { dayTitle, toDay } from '../../lib/format/format-date.ts';
import { EntryRow, FoldedRow } from './entry-row.tsx';
import { foldEntries } from './fold-entries.ts';

export interface EntryDaysProps {
  entries: readonly AuditEntry[];
  isBusy: boolean;
  onUser: (id: string) => void;
  /** Keeps the headings in sight while the entries scroll. */
  isSticky?: boolean;
}

/** Days are those of the reader's time zone. */
export function EntryDays({ entries, isBusy, onUser, isSticky = false }: EntryDaysProps) {
  const days = Map.groupBy(entries, ({ at }) => toDay(new Date(at)));
  const sections = [...days].map(([day, ofDay]) => (
    <section
      key={day}
      aria-labelledby={`day-${day}`}
      className="border-line not-first:border-t @2xl:grid @2xl:grid-cols-[8rem_minmax(0,1fr)]"
    >
      <h2
        id={`day-${day}`}
        className={classes(
          'border-b border-line bg-surface-raised px-6 py-2 text-badge font-semibold text-ink-soft max-md:px-4',
          '@2xl:flex @2xl:h-11 @2xl:items-center @2xl:self-start @2xl:border-b-0 @2xl:bg-transparent @2xl:py-0 @2xl:pr-0',
          // `main` scrolls, and its padding would leave a gap above the heading in which entries show.
          isSticky && 'sticky -top-7 z-1 max-md:-top-4 print:static',
        )}
      >
        {dayTitle(day)}
      </h2>
      <ul aria-labelledby={`day-${day}`} aria-busy={isBusy}>
        {foldEntries(ofDay).map((entries) =>
          entries.length > 1 ? (
            // By its oldest entry, so that an open row stays open when a newer entry joins it.
            <FoldedRow key={entries.at(-1)?.id} entries={entries} onUser={onUser} />
          ) : (
            <EntryRow key={entries[0].id} entry={entries[0]} onUser={onUser} />
          ),
        )}
      </ul>
    </section>
  ));
  return <div className="@container">{sections}</div>;
}
