import { useState } from 'react';
import type { Filter } from '../../../contract/lists/list-filters.ts';
import { fold, isFoundBy, searchOf } from '../../../contract/lists/search-key.ts';
import { fieldEnd } from '../../../contract/lists/search-tiers.ts';
import { classes } from '../../lib/browser/classes.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { inRank } from '../../lib/list/search-rank.ts';
import { ClippedText } from '../display/clipped-text.tsx';
import { Picker } from '../form/picker.tsx';
import { SearchInput } from '../form/search-input.tsx';
import type { FilterOption } from './filter-types.ts';

/** With this many options there is a search box. */
const searchedFrom = 9;
const shown = 50;

export interface FilterValuesListProps {
  label: string;
  options: readonly FilterOption[];
  /** Null while rows are still loading. */
  counts: ReadonlyMap<string, number> | null;
  isSingle?: boolean | undefined;
  isPlain?: boolean | undefined;
  filter: Filter | undefined;
  onChange: (filter: Filter | null) => void;
  /** Called with the text of the search, where the options at hand may not be all. */
  onSearch?: ((text: string) => void) | undefined;
}

export function FilterValuesList({
  label,
  options,
  counts,
  isSingle = false,
  isPlain = false,
  filter,
  onChange,
  onSearch,
}: FilterValuesListProps) {
  const [isNot, setNot] = useState(filter?.isNot ?? false);
  const [text, setText] = useState('');
  // The values that were chosen when the popup opened come first, and stay there while it is open.
  const [first] = useState(() => new Set(filter?.values));
  const values = filter?.values ?? [];
  const found = searchOptions(options, text);
  const ordered = [
    ...found.filter(({ value }) => first.has(value)),
    ...found.filter(({ value }) => !first.has(value)),
  ];
  const offered = ordered.slice(0, shown);

  function set(next: { isNot?: boolean; values?: readonly string[] }) {
    const changed = { isNot, values: [...values], ...next };
    setNot(changed.isNot);
    if (next.values || values.length > 0)
      onChange(changed.values.length > 0 ? { isNot: changed.isNot, values: [...changed.values] } : null);
  }
  function toggle(value: string) {
    if (values.includes(value)) set({ values: values.filter((one) => one !== value) });
    else set({ values: isSingle ? [value] : [...values, value] });
  }

  return (
    <Picker>
      {!isPlain && (
        <fieldset className="mb-2 grid grid-cols-2 overflow-clip rounded-control border border-line-strong">
          <legend className="sr-only">{label}</legend>
          {[false, true].map((not) => (
            <button
              key={String(not)}
              type="button"
              aria-pressed={isNot === not}
              onClick={() => set({ isNot: not })}
              className="h-8 border-line -outline-offset-2 not-last:border-r hover:bg-surface-raised active:bg-line aria-pressed:bg-petrol-soft aria-pressed:font-semibold aria-pressed:text-petrol max-md:h-11"
            >
              {not ? 'is not' : 'is'}
            </button>
          ))}
        </fieldset>
      )}
      {options.length >= searchedFrom && (
        <SearchInput
          placeholder={`Search ${label.toLowerCase()}...`}
          value={text}
          onValueChange={(next) => {
            setText(next);
            onSearch?.(next);
          }}
          autoFocus
        />
      )}
      {/* The height stays the same while the user types. */}
      <ul
        aria-label={label}
        className={classes('mt-1.5', options.length >= searchedFrom && 'h-72 overflow-y-auto')}
      >
        {offered.map(({ value, label, detail }) => (
          <li key={value}>
            <label className="flex min-h-8 items-center gap-2.5 rounded-control px-1.5 hover:bg-surface-raised max-md:min-h-11">
              <input
                type="checkbox"
                className="check"
                checked={values.includes(value)}
                onChange={() => toggle(value)}
              />
              <span className="min-w-0 flex-1">
                <ClippedText>{label}</ClippedText>
                {detail && <ClippedText className="text-small text-ink-soft">{detail}</ClippedText>}
              </span>
              {counts && (
                <span className="text-small text-ink-soft">{formatNumber(counts.get(value) ?? 0)}</span>
              )}
            </label>
          </li>
        ))}
        {offered.length === 0 && <li className="px-1.5 py-2 text-small text-ink-soft">Nothing found</li>}
        {found.length > shown && (
          <li className="px-1.5 py-2 text-small text-ink-soft">
            {formatNumber(found.length - shown)} more. Type to find them.
          </li>
        )}
      </ul>
    </Picker>
  );
}

/** The options that the search finds, the best match first; all in their order without a search. */
function searchOptions(options: readonly FilterOption[], text: string): readonly FilterOption[] {
  const search = searchOf(text);
  if (search.words.length === 0) return options;
  const found = options.flatMap((option) => {
    const row = option.searched ?? { key: fold(option.label) + fieldEnd, employee_number: null };
    return isFoundBy(search, row) ? [{ ...row, id: option.value, option }] : [];
  });
  return inRank(found, text).map(({ option }) => option);
}
