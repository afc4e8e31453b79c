import type { DataTableProps, PrintedCell } from '../data-table-props.ts';
import { printedRows } from './printed-rows.ts';

export type PrintedTableProps<Row> = Pick<DataTableProps<Row>, 'label' | 'columns' | 'count' | 'row'>;

/** Text only and fixed widths, because the browser waits for all rows before it shows its dialog. */
export function PrintedTable<Row extends { id: string }>({
  label,
  columns,
  count,
  row,
}: PrintedTableProps<Row>) {
  const printed = columns.flatMap(({ id, header, print }) => (print ? [{ id, header, ...print }] : []));
  const total = printed.reduce((sum, { share }) => sum + share, 0);
  const rows = Array.from({ length: Math.min(count, printedRows) }, (_, index) => row(index));
  return (
    <table aria-label={label} className="w-full table-fixed border-collapse text-small">
      <colgroup>
        {printed.map(({ id, share }) => (
          <col key={id} style={{ width: `${(share / total) * 100}%` }} />
        ))}
      </colgroup>
      <thead>
        <tr className="border-b border-line text-left">
          {printed.map(({ id, header }) => (
            <th key={id} scope="col" className="pr-3 pb-1">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="[&_td]:py-1 [&_td]:pr-3 [&_td]:align-top [&_td]:wrap-anywhere [&_td]:whitespace-pre-line [&_tr]:border-b [&_tr]:border-line">
        {rows.map(
          (one) =>
            one && (
              <tr key={one.id}>
                {printed.map((cell) => (
                  <td key={cell.id}>{textOf(cell, one)}</td>
                ))}
              </tr>
            ),
        )}
      </tbody>
    </table>
  );
}

function textOf<Row>({ lines }: PrintedCell<Row>, row: Row) {
  return lines(row).filter(Boolean).join('\n');
}
