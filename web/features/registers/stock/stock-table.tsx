import { Link } from '@tanstack/react-router';
import type { StockItem, StockSortField } from '../../../../contract/stock.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { formatCalendarDay, formatClock } from '../../../lib/format/format-date.ts';
import { formatQuantity } from '../../../lib/format/format-money.ts';
import { SortHead, type Sorting } from '../sort-head.tsx';

export interface StockTableProps {
  items: readonly StockItem[];
  sort: Sorting<StockSortField>;
}

const wide = 'max-md:hidden print:table-cell';
const nameHeads = [
  { field: 'product', label: 'Product', isText: true },
  { field: 'location', label: 'Location', isText: true },
] as const;

/** On phones the location stands below the product. */
export function StockTable({ items, sort }: StockTableProps) {
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">Stock</caption>
      <thead className="border-b border-line text-left text-small text-ink-soft">
        <tr className="h-10">
          <SortHead fields={nameHeads} sort={sort} className="pl-6 max-md:pl-4" />
          <th scope="col" className={classes('w-52 pl-4 font-normal', wide)}>
            Counted
          </th>
          <SortHead
            fields={[{ field: 'on_hand', label: 'On hand' }]}
            sort={sort}
            isRight
            className="w-28 max-md:w-20"
          />
          <SortHead
            fields={[{ field: 'reorder_point', label: 'Reorder point' }]}
            sort={sort}
            isRight
            className={classes('w-36', wide)}
          />
          <SortHead
            fields={[{ field: 'missing', label: 'Below', isOrderOfPage: true }]}
            sort={sort}
            isRight
            className="w-28 pr-6 max-md:w-20 max-md:pr-4"
          />
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={item.id} item={item} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ item }: { item: StockItem }) {
  const { location_id, location_name, location_number, code, name, on_hand, reorder_point } = item;
  return (
    <tr className="border-b border-line last:border-b-0">
      <td className="py-2 pl-6 align-top max-md:pl-4">
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
        {!item.is_active && (
          <span className="block text-small text-ink-soft">Not in the price book, and not sold lately</span>
        )}
      </td>
      <td className={classes('py-2 pl-4 align-top text-small text-ink-soft', wide)}>{countOf(item)}</td>
      <td
        className={classes(
          'py-2 text-right align-top font-semibold tabular-nums',
          item.is_low && 'text-amber-ink',
        )}
      >
        {formatQuantity(on_hand)}
      </td>
      <td className={classes('py-2 text-right align-top tabular-nums', wide)}>
        {formatQuantity(reorder_point)}
      </td>
      <td className="py-2 pr-6 text-right align-top tabular-nums max-md:pr-4">
        {reorder_point === null || on_hand > reorder_point ? '' : formatQuantity(reorder_point - on_hand)}
      </td>
    </tr>
  );
}

/** '24 on Mar 18, 2026, 4 sold since'. */
function countOf({ counted, counted_at, sold_since }: StockItem): string {
  if (counted_at === null) return `${formatQuantity(counted)}, nothing subtracted`;
  const [day = '', time] = counted_at.split('T');
  const at = `${formatCalendarDay(day)}${time ? ` ${formatClock(counted_at)}` : ''}`;
  return `${formatQuantity(counted)} on ${at}, ${formatQuantity(sold_since)} sold since`;
}
