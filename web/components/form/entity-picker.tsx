import { type ReactNode, useMemo } from 'react';
import type { DirectoryView } from '../../lib/directory/index.ts';
import { inRank, type Ranked } from '../../lib/list/search-rank.ts';
import { ChosenChips, type ChosenChipsProps } from './chosen-chips.tsx';
import { Picker } from './picker.tsx';
import { SearchInput } from './search-input.tsx';
import { SelectedToggle } from './selected-toggle.tsx';
import { SelectionList, type SelectionListProps } from './selection-list.tsx';
import { useOnlySelected } from './use-only-selected.ts';
import { type SteadyRows, useSteady } from './use-steady.ts';

export interface EntityPickerProps<Row> extends SelectionListProps<Row> {
  /** Of the search; without one, the list has none. */
  placeholder: string | null;
  text: string;
  onTextChange: (text: string) => void;
  searching?: boolean;
  autoFocus?: boolean;
  /** The row whose number was typed: Enter chooses it. */
  exact?: string | undefined;
  /** The chosen ones as chips below the list; absent in a field, which shows them itself. */
  chips?: Omit<ChosenChipsProps, 'onMore'> | undefined;
  /** Puts something around the list. */
  frame?: (list: ReactNode) => ReactNode;
}

export function EntityPicker<Row extends { id: string }>({
  placeholder,
  text,
  onTextChange,
  searching = false,
  autoFocus = false,
  exact,
  chips,
  frame,
  ...list
}: EntityPickerProps<Row>) {
  const { only, showOnly, toggle } = useOnlySelected(list.selected);
  const rows = only ? list.rows.filter(({ id }) => only.has(id)) : list.rows;
  const picker = (
    <Picker
      className="flex flex-col gap-2"
      searching={searching}
      onPickExact={
        exact === undefined || list.disabled || list.left?.has(exact) ? undefined : () => list.onToggle(exact)
      }
    >
      {placeholder !== null && (
        <div className="flex gap-2">
          <SearchInput
            placeholder={placeholder}
            value={text}
            onValueChange={onTextChange}
            searching={searching}
            autoFocus={autoFocus}
            className="min-w-0 flex-1"
          />
          <SelectedToggle {...toggle} />
        </div>
      )}
      <SelectionList {...list} rows={rows} />
    </Picker>
  );
  return (
    <>
      {frame ? frame(picker) : picker}
      {chips && <ChosenChips {...chips} onMore={showOnly} />}
    </>
  );
}

/** The rows of a view that are offered, the best match first; `first` and `most` as in `inRank`. */
export function useRankedRows<Row extends Ranked & { id: string }>(
  { reach, row, complete, isExact, data, version }: DirectoryView<Row>,
  text: string,
  isOffered: ((row: Row) => boolean) | undefined,
  { first, most }: { first?: ReadonlySet<string>; most?: number } = {},
): SteadyRows<Row> {
  const ranked = useMemo(() => {
    const found = Array.from({ length: reach }, (_, index) => row(index)).filter(
      (one) => one !== undefined && (!isOffered || isOffered(one)),
    ) as Row[];
    return inRank(found, text, { ...(first && { first }), ...(most !== undefined && { most }) });
  }, [reach, row, text, isOffered, first, most]);
  const all = complete && data ? { byId: data.byId, isOffered } : null;
  return useSteady(ranked, { about: isExact ? text : null, version }, all);
}
