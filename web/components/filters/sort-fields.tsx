import type { Sort } from '../../../contract/lists/list-filters.ts';
import type { ListUrl } from '../../lib/list/list-url.ts';
import { inputClasses } from '../form/field.tsx';
import { IconArrowDown, IconArrowUp, IconChevronDown } from '../icons/icons.ts';
import type { SortChoice } from './filter-types.ts';

export interface SortFieldsProps {
  listUrl: ListUrl<string, string>;
  sorts: readonly SortChoice[];
}

const newestFirst: Sort<string> = { field: 'created_at', isDescending: true };

export function SortFields({ listUrl, sorts }: SortFieldsProps) {
  const { field, isDescending } = listUrl.sort ?? newestFirst;
  const choice = sorts.find((one) => one.field === field);
  const set = (next: Sort<string>) =>
    listUrl.setSort(next.field === newestFirst.field && next.isDescending ? null : next);
  return (
    <div className="flex gap-2">
      <span className="relative block flex-1">
        <select
          aria-label="Sort by"
          value={field}
          onChange={({ target }) =>
            set({ field: target.value, isDescending: target.value === newestFirst.field })
          }
          className={`${inputClasses} h-9! appearance-none pr-8! pl-2! text-body! max-sm:h-11! max-sm:text-phone-input!`}
        >
          {sorts.map((one) => (
            <option key={one.field} value={one.field}>
              {one.label}
            </option>
          ))}
        </select>
        <IconChevronDown
          size={16}
          className="pointer-events-none absolute inset-y-0 right-2.5 my-auto text-ink-soft"
          aria-hidden="true"
        />
      </span>
      <fieldset className="flex divide-x divide-line overflow-clip rounded-control border border-line-strong">
        <legend className="sr-only">Direction</legend>
        {[false, true].map((down) => {
          const label = down ? choice?.descending : choice?.ascending;
          const Arrow = down ? IconArrowDown : IconArrowUp;
          return (
            <button
              key={String(down)}
              type="button"
              aria-label={label}
              data-tooltip={label}
              aria-pressed={isDescending === down}
              onClick={() => set({ field, isDescending: down })}
              className="grid w-9 place-items-center text-ink-soft -outline-offset-2 hover:bg-surface-raised active:bg-line aria-pressed:bg-petrol-soft aria-pressed:text-petrol max-sm:w-11"
            >
              <Arrow size={16} aria-hidden="true" />
            </button>
          );
        })}
      </fieldset>
    </div>
  );
}
