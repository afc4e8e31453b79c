import { Link } from '@tanstack/react-router';
import type { StockItem, StockSortField } from '../../../../contract/stock.ts';
import { type PlainColumn, PlainTable, type Sorting } from '../../../components/table/plain-table.tsx';
import { formatCalendarDay, formatClock } from '../../../lib/format/format-date.ts';
import { formatQuantity } from '../../../lib/format/format-money.ts';

export interface StockTableProps {
  items: readonly StockItem[];
  sort: Sorting<StockSortField>;
}

/** On phones the location stands below the product. */
const columns: readonly PlainColumn<StockItem, StockSortField>[] = [
  {
    head: [
      { field: 'product', label: 'Product', isText: true },
      { field: 'location', label: 'Location', isText: true },
    ],
    cell: (item) => <Product item={item} />,
  },
  {
    head: 'Counted',
    cell: countOf,
    isExtra: true,
    headClasses: 'w-52 pl-4',
    cellClasses: 'pl-4 text-small text-ink-soft',
  },
  {
    head: [{ field: 'on_hand', label: 'On hand' }],
    cell: ({ on_hand, is_low }) => (
      <span className={is_low ? 'text-amber-ink' : undefined}>{formatQuantity(on_hand)}</span>
    ),
    isNumber: true,
    headClasses: 'w-28 max-md:w-20',
    cellClasses: 'font-semibold',
  },
  {
    head: [{ field: 'reorder_point', label: 'Reorder point' }],
    cell: ({ reorder_point }) => formatQuantity(reorder_point),
    isNumber: true,
    isExtra: true,
    headClasses: 'w-36',
  },
  {
    head: [{ field: 'missing', label: 'Below', isOrderOfPage: true }],
    cell: ({ on_hand, reorder_point }) =>
      reorder_point !== null && on_hand <= reorder_point && formatQuantity(reorder_point - on_hand),
    isNumber: true,
    headClasses: 'w-28 max-md:w-20',
  },
];

export function StockTable({ items, sort }: StockTableProps) {
  return <PlainTable caption="Stock" columns={columns} rows={items} keyOf={({ id }) => id} sort={sort} />;
}

function Product({ item }: { item: StockItem }) {
  const { location_id, location_name, location_number, code, name, is_active } = item;
  return (
    <>
      <span className="block truncate font-semibold">{name ?? code}</span>
      <span className="block truncate text-small text-ink-soft print:whitespace-normal">
        <Link
          to="/locations/$id/sales"
          params={{ id: location_id }}
          className="rounded-badge underline-offset-3 hover:underline"
        >
          {location_name}
          {location_number && ` #${location_number}`}
        </Link>
        {name !== null && ` · ${code}`}
      </span>
      {!is_active && (
        <span className="block text-small text-ink-soft">Not in the price book, and not sold lately</span>
      )}
    </>
  );
}

/** '24 on Mar 18, 2026, 4 sold since'. */
function countOf({ counted, counted_at, sold_since }: StockItem): string {
  if (counted_at === null) return `${formatQuantity(counted)}, nothing subtracted`;
  const [day = '', time] = counted_at.split('T');
  const at = `${formatCalendarDay(day)}${time ? ` ${formatClock(counted_at)}` : ''}`;
  return `${formatQuantity(counted)} on ${at}, ${formatQuantity(sold_since)} sold since`;
}
