import type { Sort } from '../../../contract/lists/list-filters.ts';
import type { ListUrl } from '../../lib/list/list-url.ts';
import { SelectField } from '../form/select-field.tsx';
import { IconArrowDown, IconArrowUp } from '../icons/icons.ts';
import type { SortChoice } from './filters.ts';

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
      <SelectField
        label="Sort by"
        value={field}
        options={sorts.map((one) => ({ value: one.field, label: one.label }))}
        onChange={(value) => set({ field: value, isDescending: value === newestFirst.field })}
        className="flex-1"
      />
      <fieldset className="flex overflow-clip rounded-control border border-line-strong">
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
              className="grid w-9 place-items-center border-line text-ink-soft not-last:border-r -outline-offset-2 hover:bg-surface-raised active:bg-line aria-pressed:bg-petrol-soft aria-pressed:text-petrol max-sm:w-11"
            >
              <Arrow size={16} aria-hidden="true" />
            </button>
          );
        })}
      </fieldset>
    </div>
  );
}
