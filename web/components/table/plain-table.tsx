import type { ReactNode } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { IconChevronDown } from '../icons/icons.ts';
import { SortButton, type SortState } from './sort-button.tsx';

/** Of the link that names a row. */
export const nameLinkClasses = 'rounded-badge font-semibold wrap-anywhere underline-offset-3 hover:underline';

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

export interface PlainColumn<Row, Field extends string = never> {
  /** A label, or the ways to sort by it: without sorting the first one is the label. */
  head: string | readonly SortField<Field>[];
  cell: (row: Row) => ReactNode;
  isNumber?: boolean;
  /** On phones it stands in the second line of its row, after its label. */
  isExtra?: boolean;
  /** Needs no label there. */
  isPlain?: boolean;
  headClasses?: string;
  cellClasses?: string;
}

export interface PlainTableProps<Row, Field extends string> {
  caption: string;
  columns: readonly PlainColumn<Row, Field>[];
  rows: readonly Row[];
  keyOf: (row: Row, index: number) => string;
  sort?: Sorting<Field> | undefined;
  rowClasses?: string;
  /** What rows add up to, below them. */
  totals?: readonly Row[];
}

/**
 * All rows as they come. A list whose rows are searched, selected and edited has a `DataTable`. On phones a row has two
 * lines with the same facts.
 */
export function PlainTable<Row, Field extends string>(props: PlainTableProps<Row, Field>) {
  const { caption, columns, rows, keyOf, sort, rowClasses, totals = [] } = props;
  const place = (column: PlainColumn<Row, Field>) =>
    classes(column === columns[0] && 'pl-6 max-md:pl-4', column === columns.at(-1) && 'pr-6 max-md:pr-4');
  const cellsOf = (row: Row) =>
    columns.map((column) => {
      const { isExtra, isPlain, isNumber } = column;
      const content = column.cell(row);
      const isEmpty = content === null || content === false || content === '';
      return (
        <td
          key={keyOfColumn(column)}
          data-label={isExtra && !isPlain ? labelOf(column) : undefined}
          className={classes(
            'h-11 py-1 phone:h-auto phone:p-0!',
            isNumber && 'pl-2 text-right whitespace-nowrap tabular-nums phone:text-left',
            column === columns[0] && 'phone:min-w-0 phone:flex-1',
            isExtra && !isPlain && 'phone:before:mr-1 phone:before:content-[attr(data-label)]',
            isExtra
              ? 'phone:order-3 phone:text-small phone:font-normal phone:text-ink-soft'
              : column !== columns[0] && 'phone:order-1',
            isEmpty && 'phone:hidden',
            place(column),
            column.cellClasses,
          )}
        >
          {content}
        </td>
      );
    });
  const table = (
    <table className="w-full table-fixed phone:block print:text-badge print:[&_.truncate]:whitespace-normal">
      <caption className="sr-only">{caption}</caption>
      <thead className="border-b border-line bg-surface-raised text-left text-small text-ink-soft phone:sr-only">
        <tr className="h-9">
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
      <tbody className="phone:block">
        {rows.map((row, index) => (
          <tr
            key={keyOf(row, index)}
            data-row={keyOf(row, index)}
            className={classes(rowLook, 'border-b border-line last:border-b-0', rowClasses)}
          >
            {cellsOf(row)}
          </tr>
        ))}
      </tbody>
      {totals.length > 0 && (
        <tfoot className="phone:block print:table-row-group">
          {totals.map((row, index) => (
            <tr
              key={keyOf(row, index)}
              className={classes(rowLook, 'border-t border-line-strong bg-surface-raised font-semibold')}
            >
              {cellsOf(row)}
            </tr>
          ))}
        </tfoot>
      )}
    </table>
  );
  if (!sort) return table;
  return (
    <>
      <PhoneSort columns={columns} sort={sort} />
      {table}
    </>
  );
}

/** On phones the extra facts begin a line. */
const rowLook =
  "phone:flex phone:min-h-11 phone:flex-wrap phone:items-baseline phone:gap-x-3 phone:px-4 phone:py-2.5 phone:after:order-2 phone:after:basis-full phone:after:content-['']";

function labelOf({ head }: Pick<PlainColumn<never, string>, 'head'>): string | undefined {
  return typeof head === 'string' ? head : head[0]?.label;
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
  const className = classes('font-semibold', isRight && 'text-right', props.className);
  if (typeof head === 'string' || !sort) {
    return (
      <th scope="col" className={className}>
        {labelOf({ head })}
      </th>
    );
  }
  const states = head.map((field) => stateOf(field, sort));
  return (
    <th
      scope="col"
      aria-sort={states.find((state) => state !== 'none') ?? 'none'}
      // A browser prints buttons on the first page alone, and a phone has one line for all of them.
      data-label={head.map(({ label }) => label).join(', ')}
      className={classes(
        className,
        'phone:before:content-[attr(data-label)] print:before:content-[attr(data-label)]',
      )}
    >
      <span className={classes('flex flex-wrap gap-x-4 phone:hidden print:hidden', isRight && 'justify-end')}>
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

interface PhoneSortProps<Row, Field extends string> {
  columns: readonly PlainColumn<Row, Field>[];
  sort: Sorting<Field>;
}

/** The ways to sort, in one line. */
function PhoneSort<Row, Field extends string>({ columns, sort }: PhoneSortProps<Row, Field>) {
  const fields = columns.flatMap(({ head }) => (typeof head === 'string' ? [] : head));
  const first = fields.find(({ isOrderOfPage }) => isOrderOfPage);
  const options = fields.flatMap(({ field, label, isText }) => {
    const ways = isText ? ['A to Z', 'Z to A'] : ['lowest first', 'highest first'];
    return [field, `-${field}` as const].map((value, way) => ({ value, label: `${label}, ${ways[way]}` }));
  });
  return (
    <label className="relative hidden items-center gap-2 border-b border-line bg-surface-raised px-4 text-small text-ink-soft phone:flex">
      Sort
      <select
        value={sort.by ?? (first ? `-${first.field}` : '')}
        onChange={({ target: { value } }) =>
          sort.onSort(options.find((one) => one.value === value && value !== `-${first?.field}`)?.value)
        }
        className="h-11 min-w-0 flex-1 appearance-none bg-transparent text-phone-input text-ink"
      >
        {!first && <option value="">Usual order</option>}
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <IconChevronDown size={16} aria-hidden="true" className="pointer-events-none absolute right-4" />
    </label>
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
