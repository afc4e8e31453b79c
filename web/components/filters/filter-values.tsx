import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListValues } from '../../../contract/lists/list.ts';
import type { Filter } from '../../../contract/lists/list-filters.ts';
import { fold, isFoundBy, searchOf } from '../../../contract/lists/search-key.ts';
import { classes } from '../../lib/browser/classes.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { useNewest } from '../../lib/list/use-newest.ts';
import { Button } from '../button/button.tsx';
import { ClippedText } from '../display/clipped-text.tsx';
import { Picker } from '../form/picker.tsx';
import { SearchInput } from '../form/search-input.tsx';
import { Segments } from '../form/segments.tsx';
import type { FilterOption } from './filters.ts';

/** With this many options there is a search box. */
const searchedFrom = 9;

export type ListValue = ListValues['values'][number];

export interface FilterValuesListProps {
  label: string;
  /** Shown before the values are counted. */
  fixed: readonly FilterOption[];
  /** The values with their counts, asked for when the filter opens; absent for values that are not counted. */
  queryOf?: ((find: string) => UseQueryOptions<ListValues>) | undefined;
  optionOf: (value: ListValue) => FilterOption;
  /** There may be more values than one answer has, so the server finds them. */
  isFoundByServer?: boolean;
  isSingle?: boolean | undefined;
  isPlain?: boolean | undefined;
  filter: Filter | undefined;
  onChange: (filter: Filter | null) => void;
}

/** The values that were chosen when the popup opened come first, and stay there while it is open. */
export function FilterValuesList(props: FilterValuesListProps) {
  const { label, fixed, queryOf, optionOf, isFoundByServer = false, isPlain = false } = props;
  const [text, setText] = useState('');
  const { question, answerOf } = useNewest<ListValues>(isFoundByServer ? text.trim() : '');
  const query = useQuery({ ...(queryOf?.(question) ?? notRead), staleTime: 'static', gcTime: 0 });
  const { shown, searching, error } = answerOf(query);
  const { isNot, setNot, isChosen, toggle } = useFilterChoice(props);
  const all = shown?.data.values.map((value) => ({ ...optionOf(value), count: countOf(value) })) ?? fixed;
  const [first] = useState(() => [...fixed.map(({ value }) => value), ...(props.filter?.values ?? [])]);
  const isNamed = (option: CountedOption) => isFoundIn(option, isFoundByServer ? (shown?.of ?? '') : text);
  // The server answers the fixed and the chosen ones to every text.
  const isFound = (one: CountedOption) => (isFoundByServer && !first.includes(one.value)) || isNamed(one);
  const options: readonly CountedOption[] = all.filter(isFound);
  const isLong = useIsLong(isFoundByServer || all.length >= searchedFrom);
  const nothing = shown || fixed.length > 0 ? 'Nothing found' : 'Loading…';

  return (
    <Picker searching={searching} autoFocus>
      {!isPlain && (
        <Segments
          label={label}
          options={isOrIsNot}
          value={isNot ? 'is not' : 'is'}
          onChange={(value) => setNot(value === 'is not')}
          className="mb-2"
        />
      )}
      {isLong && (
        <SearchInput
          placeholder={`Search ${label.toLowerCase()}...`}
          value={text}
          onValueChange={setText}
          searching={searching}
          autoFocus
        />
      )}
      {/* The height stays the same while the user types. */}
      <ul aria-label={label} className={classes('mt-1.5', isLong && 'h-72 overflow-y-auto')}>
        {!error &&
          options.map(({ value, label, detail, count }) => (
            <li key={value}>
              <label className="flex min-h-8 items-center gap-2.5 rounded-control px-1.5 hover:bg-surface-raised max-md:min-h-11">
                <input
                  type="checkbox"
                  className="check"
                  checked={isChosen(value)}
                  onChange={() => toggle(value)}
                />
                <span className="min-w-0 flex-1">
                  <ClippedText>{label}</ClippedText>
                  {detail && <ClippedText className="text-small text-ink-soft">{detail}</ClippedText>}
                </span>
                {count && <span className="text-small text-ink-soft">{count}</span>}
              </label>
            </li>
          ))}
        {error && (
          <li role="alert" className="px-1.5 py-2 text-small">
            The values did not load.{' '}
            <Button variant="link" onClick={() => void query.refetch()} loading={query.isFetching}>
              Try again
            </Button>
          </li>
        )}
        {!error && options.length === 0 && (
          <li className="px-1.5 py-2 text-small text-ink-soft">{nothing}</li>
        )}
        {!error && shown?.data.has_more && (
          <li className="px-1.5 py-2 text-small text-ink-soft">Type to find others.</li>
        )}
      </ul>
    </Picker>
  );
}

const isOrIsNot = [
  ['is', 'is'],
  ['is not', 'is not'],
] as const;

type CountedOption = FilterOption & { count?: string };

const notRead: UseQueryOptions<ListValues> = {
  queryKey: ['values of nothing'],
  enabled: false,
};

/** Once there is a search box, it stays. */
function useIsLong(isLongNow: boolean): boolean {
  const [isLong, setLong] = useState(isLongNow);
  if (isLongNow && !isLong) setLong(true);
  return isLong;
}

function useFilterChoice({ filter, isSingle = false, onChange }: FilterValuesListProps) {
  const [isNot, setIsNot] = useState(filter?.isNot ?? false);
  const values = filter?.values ?? [];
  const isChosen = (value: string) => values.includes(value);

  function change(next: readonly string[]) {
    onChange(next.length > 0 ? { isNot, values: [...next] } : null);
  }
  return {
    isNot,
    isChosen,
    setNot: (not: boolean) => {
      setIsNot(not);
      if (values.length > 0) onChange({ isNot: not, values: [...values] });
    },
    toggle: (value: string) => {
      if (isChosen(value)) change(values.filter((one) => one !== value));
      else change(isSingle ? [value] : [...values, value]);
    },
  };
}

function countOf({ count, is_exact }: ListValue): string {
  return is_exact ? formatNumber(count) : 'many';
}

function isFoundIn({ label, detail = '' }: FilterOption, text: string): boolean {
  return isFoundBy(searchOf(text), { key: fold(`${label} ${detail}`) });
}
