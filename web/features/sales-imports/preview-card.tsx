import type { ReactNode } from 'react';
import type {
  ImportResult,
  PreviewField,
  SalesImportKind,
  SalesImportPreview,
} from '../../../contract/sales-imports.ts';
import { Card } from '../../components/display/card.tsx';
import { formatCalendarDay } from '../../lib/format/format-date.ts';
import { countOf, formatNumber } from '../../lib/format/format-number.ts';
import { fieldNames, formatField, resultNames, rowsOf } from './words.ts';

export interface PreviewCardProps {
  about: SalesImportKind;
  preview: SalesImportPreview;
  /** The buttons below. */
  children: ReactNode;
}

type Change = SalesImportPreview['changes'][number];

const looks: Record<ImportResult, string> = {
  new: 'text-good',
  changed: 'text-good',
  not_counted: 'text-ink-soft',
  unchanged: 'text-ink-soft',
  refused: 'text-bad',
};

/** Before and after, for each location and date, and what of the file is not read. */
export function PreviewCard({ about, preview, children }: PreviewCardProps) {
  const { changes, counts, left_out, left_out_count } = preview;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const words = (Object.keys(resultNames) as ImportResult[])
    .filter((result) => counts[result] > 0)
    .map((result) => `${formatNumber(counts[result])} ${resultNames[result].toLowerCase()}`);
  return (
    <Card aria-label="Preview" className="mt-4 shrink-0">
      <h2 className="border-b border-line px-6 py-4 font-sign text-subheading font-semibold max-md:px-4">
        <span role="status">
          {total === 0
            ? 'The file has no row that can be read'
            : `${rowsOf(about, total)}: ${words.join(', ')}`}
        </span>
      </h2>
      <ul aria-label="What the file changes">
        {changes.map((change) => (
          <ChangeRow key={[change.location?.id, change.date, change.grade].join(' ')} change={change} />
        ))}
      </ul>
      {changes.length < total && (
        <p className="border-b border-line px-6 py-3 text-small text-ink-soft max-md:px-4">
          And {rowsOf(about, total - changes.length)} more.
        </p>
      )}
      <LeftOutRows title="of the file left out" rows={left_out} count={left_out_count} />
      <div className="flex flex-wrap items-center justify-end gap-2 px-6 py-3 max-md:px-4">{children}</div>
    </Card>
  );
}

interface LeftOutRowsProps {
  /** After '3 rows' */
  title: string;
  rows: SalesImportPreview['left_out'];
  count: number;
  children?: ReactNode;
}

export function LeftOutRows({ title, rows, count, children }: LeftOutRowsProps) {
  if (count === 0) return null;
  return (
    <section className="border-b border-line px-6 py-3 last:border-b-0 max-md:px-4">
      <h2 className="font-semibold">
        {countOf(count, 'row')} {title}
      </h2>
      <ul className="mt-1 text-small text-ink-soft">
        {rows.map(({ line, text }) => (
          <li key={line} className="wrap-anywhere">
            Line {formatNumber(line)}: {text}
          </li>
        ))}
        {rows.length < count && <li>And {formatNumber(count - rows.length)} more.</li>}
      </ul>
      {children}
    </section>
  );
}

function ChangeRow({ change: { location, date, grade, result, reason, values } }: { change: Change }) {
  return (
    <li className="grid gap-x-6 gap-y-1 border-b border-line px-6 py-2 max-md:px-4 max-md:py-3 md:grid-cols-[minmax(0,1fr)_6rem_minmax(0,2.5fr)]">
      <p className="min-w-0">
        <span className="block truncate font-semibold">{location?.name ?? 'All locations'}</span>
        <span className="text-small text-ink-soft">
          {grade === null ? formatCalendarDay(date) : `${grade}, from ${formatCalendarDay(date)}`}
        </span>
      </p>
      <p className={`font-medium ${looks[result]}`}>{resultNames[result]}</p>
      <div className="min-w-0">
        {values.length > 0 && (
          <dl className="flex flex-wrap gap-x-5 gap-y-0.5 tabular-nums">
            {values.map((value) => (
              <ValueChange key={value.field} value={value} />
            ))}
          </dl>
        )}
        {reason && (
          <p className={`text-small wrap-anywhere ${result === 'refused' ? 'text-bad' : 'text-ink-soft'}`}>
            {reason}
          </p>
        )}
      </div>
    </li>
  );
}

function ValueChange({
  value: { field, before, after },
}: {
  value: { field: PreviewField; before: number | null; after: number | null };
}) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-ink-soft">{fieldNames[field]}</dt>
      <dd className="whitespace-nowrap">
        {before !== null && before !== after && (
          <>
            <span className="text-ink-soft">{formatField(field, before)}</span>
            <span aria-hidden="true"> → </span>
            <span className="sr-only"> becomes </span>
          </>
        )}
        {formatField(field, after)}
      </dd>
    </div>
  );
}
