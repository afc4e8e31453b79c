import { type RefObject, useEffect, useRef } from 'react';
import type { Filter, Filters } from '../../../contract/lists/list-filters.ts';
import { classes } from '../../lib/browser/classes.ts';
import { createPopup, usePopup } from '../../lib/browser/popup.ts';
import { Button } from '../button/button.tsx';
import { IconPlus, IconX } from '../icons/icons.ts';
import type { FilterField } from './filter-types.ts';

/** The popup of a chip, or of '+ Filter', which chooses the field first. */
export const filterPopup = createPopup<FilterField | null>('dialog');

export interface FilterBarProps {
  fields: readonly FilterField[];
  filters: Filters<string>;
  /** 'Active', 'not manager, viewer'; `isGone` when a value no longer exists. */
  describe: (field: string, filter: Filter) => string;
  isGone: (field: string, filter: Filter) => boolean;
  onRemove: (field: string) => void;
  onClear: () => void;
}

/** A chip for each filter, and the button that adds one. */
export function FilterBar({ fields, filters, describe, isGone, onRemove, onClear }: FilterBarProps) {
  const add = useRef<HTMLSpanElement>(null);
  useFilterKey(add);
  const open = usePopup(filterPopup);
  // A chip whose last value is removed stays while its popup is open.
  const chips = fields.filter(({ field }) => filters[field] || open?.payload?.field === field);
  const isAdding = open?.payload === null;
  return (
    <>
      {chips.map((one) => {
        const filter = filters[one.field];
        const text = filter ? describe(one.field, filter) : '…';
        return (
          <span
            key={one.field}
            className={classes(
              'inline-flex h-8 max-w-80 min-w-0 items-stretch rounded-full border font-semibold',
              filter && isGone(one.field, filter)
                ? 'border-(--role-default) bg-(--role-default)/12 text-(--role-default)'
                : 'border-petrol bg-petrol-soft text-petrol',
            )}
          >
            <button
              type="button"
              {...filterPopup.buttonProps(one)}
              className="truncate rounded-full pr-1 pl-3 -outline-offset-2 active:opacity-70"
            >
              {one.label}: {text}
            </button>
            <button
              type="button"
              aria-label={`Remove the filter ${one.label}`}
              onClick={() => {
                onRemove(one.field);
                add.current?.querySelector('button')?.focus();
              }}
              className="grid w-7 shrink-0 place-items-center rounded-full -outline-offset-2 hover:bg-current/12 active:opacity-70"
            >
              <IconX size={14} aria-hidden="true" />
            </button>
          </span>
        );
      })}
      <span ref={add} className="contents">
        {(chips.length < fields.length || isAdding) && (
          <button
            type="button"
            {...filterPopup.buttonProps(null)}
            data-tooltip="Add a filter"
            data-hotkey="F"
            className="inline-flex h-8 items-center gap-1.5 rounded-full border border-dashed border-line-strong px-3 font-medium text-ink-soft hover:border-petrol hover:text-petrol active:bg-line data-popup-open:border-petrol data-popup-open:text-petrol"
          >
            <IconPlus size={16} aria-hidden="true" />
            Filter
          </button>
        )}
      </span>
      {Object.keys(filters).length > 0 && (
        <Button variant="link" onClick={onClear}>
          Clear
        </Button>
      )}
    </>
  );
}

/** `f` adds a filter, from anywhere outside a field and outside a popup. */
function useFilterKey(add: RefObject<HTMLElement | null>) {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'f' || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target instanceof Element ? event.target : null;
      if (target?.closest('input, textarea, select, [contenteditable], [role$=dialog], [role=menu]')) return;
      event.preventDefault();
      add.current?.querySelector('button')?.click();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [add]);
}
