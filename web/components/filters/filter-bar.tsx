import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { useKeys } from '../../lib/browser/keys.ts';
import { createPopup, usePopup } from '../../lib/browser/popup.ts';
import type { ListUrl } from '../../lib/list/list-url.ts';
import { IconPlus, IconX } from '../icons/icons.ts';
import type { FilterField, FilterWords } from './filters.ts';

/** What a popup of the bar is about: the field of a chip, the chips that do not fit, or null to add a filter. */
export type FilterPopupAbout = FilterField | { folded: readonly FilterField[] } | null;

export const filterPopup = createPopup<FilterPopupAbout>('dialog');

export interface FilterBarProps extends FilterWords {
  listUrl: ListUrl<string, string>;
}

/** Filters that do not fit are folded into a count. */
export function FilterBar({ listUrl, fields, describe, isGone }: FilterBarProps) {
  const { filters, setFilter, clearFilters } = listUrl;
  const bar = useRef<HTMLDivElement>(null);
  const add = useRef<HTMLSpanElement>(null);
  useKeys({ f: () => add.current?.querySelector('button')?.click() });
  const about = usePopup(filterPopup)?.payload;
  const isUnfolded = about != null && 'folded' in about;
  const opened = about != null && 'field' in about ? about.field : undefined;
  // A chip whose last value is removed stays while its popup is open.
  const chips = fields
    .filter((one) => filters[one.field] || opened === one.field)
    .map((one) => {
      const filter = filters[one.field];
      const text = `${one.label}: ${filter ? describe(one.field, filter) : '…'}`;
      return { one, text, isLost: filter !== undefined && isGone(one.field, filter) };
    });
  const measured = useFit(bar, chips.map(({ text }) => text).join('\n'), isUnfolded);
  // A single long chip is cut off rather than folded into "+1".
  const isSingle = chips.length === 1 && !isUnfolded;
  const fit = isSingle ? 1 : measured;
  const folded = chips.slice(fit).map(({ one }) => one);
  return (
    <div ref={bar} className="flex min-w-32 flex-1 items-center gap-2">
      {chips.slice(0, fit).map((chip) => (
        <FilterChip
          key={chip.one.field}
          {...chip}
          isSingle={isSingle}
          onRemove={() => {
            setFilter(chip.one.field, null);
            add.current?.querySelector('button')?.focus();
          }}
        />
      ))}
      {(folded.length > 0 || isUnfolded) && (
        <button
          type="button"
          aria-label={`+${folded.length} more filters`}
          {...filterPopup.buttonProps({ folded })}
          className="chip h-8 min-w-11 shrink-0 rounded-full border border-petrol bg-petrol-soft px-2.5 font-semibold text-petrol active:opacity-70"
        >
          +{folded.length}
        </button>
      )}
      <span ref={add} className="contents">
        {(chips.length < fields.length || about === null) && (
          <button
            type="button"
            aria-label="Filter"
            {...filterPopup.buttonProps(null)}
            data-tooltip="Add a filter"
            data-hotkey="F"
            className={classes(
              'inline-flex h-8 shrink-0 items-center justify-center gap-1.5 rounded-full border border-dashed border-line-strong font-medium text-ink-soft hover:border-petrol hover:text-petrol active:bg-line data-popup-open:border-petrol data-popup-open:text-petrol',
              chips.length > 0 ? 'w-8' : 'px-3',
            )}
          >
            <IconPlus size={16} aria-hidden="true" />
            {chips.length === 0 && 'Filter'}
          </button>
        )}
      </span>
      {Object.keys(filters).length > 0 && (
        <button
          type="button"
          aria-label="Clear"
          data-tooltip="Clear all filters"
          onClick={() => {
            clearFilters();
            add.current?.querySelector('button')?.focus();
          }}
          className="grid size-8 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-surface-raised hover:text-ink active:bg-line"
        >
          <IconX size={16} aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

interface FilterChipProps {
  one: FilterWords['fields'][number];
  text: string;
  isLost: boolean;
  isSingle: boolean;
  onRemove: () => void;
}

function FilterChip({ one, text, isLost, isSingle, onRemove }: FilterChipProps) {
  return (
    <span
      data-chip
      className={classes(
        'chip inline-flex h-8 max-w-80 items-stretch rounded-full border font-semibold',
        isSingle ? 'min-w-16' : 'shrink-0',
        isLost
          ? 'border-(--role-default) bg-(--role-default)/12 text-(--role-default)'
          : 'border-petrol bg-petrol-soft text-petrol',
      )}
    >
      <button
        type="button"
        {...filterPopup.buttonProps(one)}
        className="truncate rounded-full pr-1 pl-3 -outline-offset-2 active:opacity-70"
      >
        {text}
      </button>
      <button
        type="button"
        aria-label={`Remove the filter ${one.label}`}
        onClick={onRemove}
        className="grid w-7 shrink-0 place-items-center rounded-full -outline-offset-2 hover:bg-current/12 active:opacity-70"
      >
        <IconX size={14} aria-hidden="true" />
      </button>
    </span>
  );
}

const gap = 8;
/** Of the buttons after the chips, '+' and '×', and of the count of those that do not fit; with their gaps. */
const buttonsWidth = 2 * (32 + gap);
const countWidth = 44 + gap;

/**
 * Chips are measured only when their texts (`key`) or the bar's width change, not at every key press. While it is held,
 * the number stays.
 */
function useFit(bar: RefObject<HTMLElement | null>, key: string, isHeld: boolean): number {
  const [fit, setFit] = useState({ key, count: Number.POSITIVE_INFINITY });
  // Other chips are measured whole first.
  if (fit.key !== key && !isHeld) setFit({ key, count: Number.POSITIVE_INFINITY });

  useLayoutEffect(() => {
    const box = bar.current;
    if (!box || isHeld) return;
    let widths: number[] = [];
    const measure = () => {
      const chips = [...box.querySelectorAll<HTMLElement>('[data-chip]')];
      if (chips.length > widths.length) widths = chips.map(({ offsetWidth }) => offsetWidth);
      const count = countFitting(widths, box.clientWidth);
      setFit((before) => (before.key === key && before.count === count ? before : { key, count }));
    };
    measure();
    const sizes = new ResizeObserver(measure);
    sizes.observe(box);
    return () => sizes.disconnect();
  }, [bar, key, isHeld]);

  return fit.count;
}

export function countFitting(widths: readonly number[], width: number): number {
  const whole = widths.reduce((sum, width) => sum + width + gap, buttonsWidth - gap);
  if (whole <= width) return widths.length;
  let left = width - buttonsWidth - countWidth;
  let count = 0;
  for (const width of widths) {
    left -= width + gap;
    if (left < 0) return count;
    count += 1;
  }
  return count;
}
