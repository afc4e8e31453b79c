import { type Sort, sortText } from '../../../contract/lists/list-filters.ts';
import { Picker } from '../form/picker.tsx';
import { IconCheck } from '../icons/icons.ts';
import type { SortChoice } from './filter-types.ts';

export interface SortListProps {
  sorts: readonly SortChoice[];
  /** Null for newest first. */
  sort: Sort<string> | null;
  onSort: (sort: Sort<string> | null) => void;
}

/** All sort orders of a list, with the current one pressed. */
export function SortList({ sorts, sort, onSort }: SortListProps) {
  const orders = [
    { label: 'Newest first', sort: null },
    ...sorts.flatMap(({ field, label, ascending, descending }) => [
      { label: `${label}: ${ascending}`, sort: { field, isDescending: false } },
      { label: `${label}: ${descending}`, sort: { field, isDescending: true } },
    ]),
  ];
  return (
    <Picker>
      <ul aria-label="Sort">
        {orders.map((order) => {
          const isOn = (order.sort && sortText(order.sort)) === (sort && sortText(sort));
          return (
            <li key={order.label}>
              <button
                type="button"
                aria-pressed={isOn}
                onClick={() => onSort(order.sort)}
                className="flex h-9 w-full items-center justify-between gap-3 rounded-control px-2 text-left -outline-offset-2 hover:bg-surface-raised active:bg-line aria-pressed:font-semibold aria-pressed:text-petrol max-md:h-11"
              >
                {order.label}
                {isOn && <IconCheck size={16} aria-hidden="true" />}
              </button>
            </li>
          );
        })}
      </ul>
    </Picker>
  );
}
