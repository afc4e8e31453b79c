import type { Sort } from '../../../contract/lists/list-filters.ts';
import { nextSort } from '../../lib/list/list-url.ts';
import { IconArrowDown, IconArrowUp } from '../icons/icons.ts';

export interface SortButtonProps {
  header: string;
  field: string;
  sort: Sort<string> | null;
  onSort: (sort: Sort<string> | null) => void;
}

/** The header of a sortable column: ascending, descending, and on the third press newest first again. */
export function SortButton({ header, field, sort, onSort }: SortButtonProps) {
  const isOn = sort?.field === field;
  const Arrow = isOn && sort.isDescending ? IconArrowDown : IconArrowUp;
  return (
    <button
      type="button"
      onClick={() => onSort(nextSort(sort, field))}
      className="group/sort -mx-1.5 inline-flex h-8 max-w-full items-center gap-1 rounded-control px-1.5 -outline-offset-2 hover:text-ink active:bg-line aria-pressed:text-ink"
      aria-pressed={isOn}
    >
      {header}
      <Arrow
        size={14}
        aria-hidden="true"
        className={
          isOn ? 'text-petrol' : 'opacity-0 group-hover/sort:opacity-60 group-focus-visible/sort:opacity-60'
        }
      />
    </button>
  );
}

export function ariaSort(sort: Sort<string> | null, field: string) {
  if (sort?.field !== field) return 'none';
  return sort.isDescending ? 'descending' : 'ascending';
}
