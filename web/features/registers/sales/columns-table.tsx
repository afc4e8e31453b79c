import type { PlainColumn } from '../../../components/table/plain-table.tsx';
import { PlainTable } from '../../../components/table/plain-table.tsx';
import { countOf } from '../../../lib/format/format-number.ts';
import { type Compared, noteOf, type SalesColumn, spanNames } from './comparison.ts';
import { nameOfDays } from './days.ts';
import { comparedColumns, type Sums } from './sum-columns.tsx';

export interface ColumnsTableProps {
  answer: Compared;
  onOpen: (days: Pick<SalesColumn, 'from' | 'to'>) => void;
}

/** Without dates, the sum of all. */
type Row = SalesColumn | (Sums & { from?: undefined });

/** The days, weeks or months of the chart, the newest first. */
export function ColumnsTable({ answer, onOpen }: ColumnsTableProps) {
  const { by, columns, totals, compared } = answer;
  const span = spanNames[by];
  const first: PlainColumn<Row> = {
    head: span,
    cell: (row) =>
      row.from === undefined ? (
        countOf(columns.length, span.toLowerCase())
      ) : (
        <Days {...{ column: row, onOpen }} />
      ),
    headClasses: 'w-[24%] print:w-[16%]',
  };
  return (
    <PlainTable
      caption={`Sales by ${span.toLowerCase()}`}
      columns={[first, ...comparedColumns]}
      rows={columns.toReversed()}
      totals={columns.length > 1 ? [{ ...totals, compared }] : []}
      keyOf={({ from }) => from ?? 'all'}
      rowClasses="relative hover:bg-row-hover has-[button:active]:bg-line"
    />
  );
}

function Days({ column, onOpen }: Pick<ColumnsTableProps, 'onOpen'> & { column: SalesColumn }) {
  const note = noteOf(column);
  return (
    <>
      <button
        type="button"
        onClick={() => onOpen(column)}
        className="rounded-badge text-left font-semibold after:absolute after:inset-0"
      >
        {nameOfDays(column.from, column.to)}
      </button>
      {note && (
        <span className={`ml-2 text-small ${note === 'so far' ? 'text-ink-soft' : 'text-amber-ink'}`}>
          {note}
        </span>
      )}
    </>
  );
}
