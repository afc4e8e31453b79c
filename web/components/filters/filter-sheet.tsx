import { type ComponentType, useRef, useState } from 'react';
import { Button } from '../button/button.tsx';
import { IconChevronDown } from '../icons/icons.ts';
import { Sheet, sheetRowClasses } from '../overlay/sheet.tsx';
import type { FilterPopupProps, FilterValuesProps, SortChoice } from './filters.ts';
import { SortFields } from './sort-fields.tsx';

export interface FilterSheetProps extends FilterPopupProps {
  Values: ComponentType<FilterValuesProps>;
  sorts: readonly SortChoice[];
  showLabel: string;
  onClose: () => void;
}

export function FilterSheet({
  Values,
  listUrl,
  fields,
  text,
  sorts,
  describe,
  showLabel,
  onClose,
}: FilterSheetProps) {
  const { filters, setFilter, clearFilters } = listUrl;
  const [open, setOpen] = useState<string | null>(null);
  const hasWritten = useRef(false);
  return (
    <Sheet title="Filter & sort" isFull onClose={onClose}>
      <div className="min-h-0 flex-1 overflow-y-auto border-t border-line">
        {fields.map(({ field, label }) => {
          const filter = filters[field];
          return (
            <section key={field} aria-label={label} className="border-b border-line">
              <button
                type="button"
                aria-expanded={open === field}
                onClick={() => setOpen(open === field ? null : field)}
                className={sheetRowClasses}
              >
                <span className="flex-1 font-medium">{label}</span>
                <span className="max-w-1/2 truncate text-ink-soft">
                  {filter ? describe(field, filter) : 'Any'}
                </span>
                <IconChevronDown
                  size={18}
                  aria-hidden="true"
                  className={open === field ? 'rotate-180' : undefined}
                />
              </button>
              {open === field && (
                <div className="px-4 pb-4">
                  <Values
                    field={field}
                    filters={filters}
                    text={text}
                    onChange={(next) => {
                      setFilter(field, next, hasWritten.current);
                      hasWritten.current = true;
                    }}
                  />
                </div>
              )}
            </section>
          );
        })}
        <section aria-label="Sort" className="p-4">
          <h3 className="mb-1 font-medium">Sort</h3>
          <SortFields sorts={sorts} listUrl={listUrl} />
        </section>
      </div>
      <div className="flex gap-2 border-t border-line px-4 pt-3">
        <Button
          className="flex-1"
          variant="secondary"
          onClick={clearFilters}
          disabled={Object.keys(filters).length === 0}
        >
          Clear filters
        </Button>
        <Button className="flex-1" onClick={onClose}>
          {showLabel}
        </Button>
      </div>
    </Sheet>
  );
}
