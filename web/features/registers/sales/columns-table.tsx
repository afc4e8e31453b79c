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

/** The days, weeks or months of the chart, the newest first. */
export function ColumnsTable({ answer, onOpen }: ColumnsTableProps) {
  const { by, columns, totals, compared } = answer;
  const span = spanNames[by];
  const first: PlainColumn<SalesColumn, never> = {
    head: span,
    total: countOf(columns.length, span.toLowerCase()),
    cell: (column) => <Days {...{ column, answer, onOpen }} />,
    headClasses: 'w-[24%] max-md:w-auto',
  };
  const sums: Sums = { ...totals, compared };
  return (
    <PlainTable
      caption={`Sales by ${span.toLowerCase()}`}
      columns={[first, ...comparedColumns.map((column) => ({ ...column, total: column.cell(sums) }))]}
      hasTotal
      rows={columns.toReversed()}
      keyOf={({ from }) => from}
      rowClasses="relative hover:bg-row-hover has-[button:active]:bg-line"
    />
  );
}

function Days({ column, answer, onOpen }: ColumnsTableProps & { column: SalesColumn }) {
  const note = noteOf(column, answer);
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
