import type { ReactNode } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { SortButton, type SortState } from './sort-button.tsx';

export interface Sorting<Field extends string> {
  /** Undefined for the order of the page. */
  by: Field | `-${Field}` | undefined;
  onSort: (sort: Field | `-${Field}` | undefined) => void;
}

export interface SortField<Field extends string> {
  field: Field;
  label: string;
  /** What the page sorts by without a choice. */
  isOrderOfPage?: boolean;
  /** Names begin with A. */
  isText?: boolean;
}

export interface PlainColumn<Row, Field extends string> {
  /** A label, or the ways to sort by it: without sorting the first one is the label. */
  head: string | readonly SortField<Field>[];
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** Left out on phones, but not on paper. */
  isExtra?: boolean;
  headClasses?: string;
  cellClasses?: string;
}

export interface PlainTableProps<Row, Field extends string> {
  caption: string;
  columns: readonly PlainColumn<Row, Field>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  sort?: Sorting<Field> | undefined;
  rowClasses?: string;
}

/** All rows as they come. A list whose rows are searched, selected and edited has a `DataTable`. */
export function PlainTable<Row, Field extends string>({
  caption,
  columns,
  rows,
  keyOf,
  sort,
  rowClasses,
}: PlainTableProps<Row, Field>) {
  const place = (column: PlainColumn<Row, Field>) =>
    classes(
      column === columns[0] && 'pl-6 max-md:pl-4',
      column === columns.at(-1) && 'pr-6 max-md:pr-4',
      column.isExtra && 'max-md:hidden print:table-cell',
    );
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">{caption}</caption>
      <thead className="border-b border-line text-left text-small text-ink-soft">
        <tr className="h-10">
          {columns.map((column) => (
            <SortHead
              key={keyOfColumn(column)}
              head={column.head}
              sort={sort}
              isRight={column.isNumber}
              className={classes(place(column), column.headClasses)}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className={classes('border-b border-line last:border-b-0', rowClasses)}>
            {columns.map((column) => (
              <td
                key={keyOfColumn(column)}
                className={classes(
                  'py-2 align-top',
                  column.isNumber && 'pl-2 text-right tabular-nums',
                  place(column),
                  column.cellClasses,
                )}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function keyOfColumn({ head }: Pick<PlainColumn<never, string>, 'head'>): string | undefined {
  return typeof head === 'string' ? head : head[0]?.field;
}

interface SortHeadProps<Field extends string> {
  /** A label, or the ways to sort. Without sorting the head is the label of the first one. */
  head: string | readonly SortField<Field>[];
  sort: Sorting<Field> | undefined;
  isRight?: boolean | undefined;
  className: string;
}

function SortHead<Field extends string>(props: SortHeadProps<Field>) {
  const { head, sort, isRight = false } = props;
  const className = classes('font-normal', isRight && 'text-right', props.className);
  if (typeof head === 'string' || !sort) {
    return (
      <th scope="col" className={className}>
        {typeof head === 'string' ? head : head[0]?.label}
      </th>
    );
  }
  const states = head.map((field) => stateOf(field, sort));
  return (
    <th scope="col" aria-sort={states.find((state) => state !== 'none') ?? 'none'} className={className}>
      <span className={classes('flex flex-wrap gap-x-4', isRight && 'justify-end')}>
        {head.map((field) => {
          const state = stateOf(field, sort);
          return (
            <SortButton
              key={field.field}
              label={field.label}
              state={state}
              onPress={() => sort.onSort(nextOf(field, state))}
              isRight={isRight}
            />
          );
        })}
      </span>
    </th>
  );
}

function stateOf<Field extends string>(
  { field, isOrderOfPage }: SortField<Field>,
  { by }: Sorting<Field>,
): SortState {
  if (by === field) return 'ascending';
  return by === `-${field}` || (isOrderOfPage && by === undefined) ? 'descending' : 'none';
}

/** Numbers begin with the highest, names with A; then the other way round, then the order of the page again. */
function nextOf<Field extends string>({ field, isText }: SortField<Field>, state: SortState) {
  const down = `-${field}` as const;
  if (state === 'none') return isText ? field : down;
  if (isText) return state === 'ascending' ? down : undefined;
  return state === 'descending' ? field : undefined;
}
