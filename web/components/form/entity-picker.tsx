import type { ReactNode } from 'react';
import { isFoundBy, searchOf } from '../../../contract/lists/search-key.ts';
import { ChosenChips, type ChosenChipsProps } from './chosen-chips.tsx';
import { Picker } from './picker.tsx';
import { SearchInput } from './search-input.tsx';
import { SelectedToggle } from './selected-toggle.tsx';
import { SelectionList, type SelectionListProps } from './selection-list.tsx';
import { useOnlySelected } from './use-only-selected.ts';

export interface EntityPickerProps<Row> extends SelectionListProps<Row> {
  /** Of the search; without one, the list has none. */
  placeholder: string | null;
  text: string;
  onTextChange: (text: string) => void;
  /** The text that the rows answer: another answer is read from its first row on. */
  of?: string;
  searching?: boolean;
  autoFocus?: boolean;
  /** The rows of `selected`, and the key by which a text finds one of them. */
  chosen: readonly Row[];
  keyOf: (row: Row) => string;
  /** The chosen ones as chips below the list; absent in a field, which shows them itself. */
  chips?: Omit<ChosenChipsProps, 'onMore'> | undefined;
  /** Puts something around the list. */
  frame?: (list: ReactNode) => ReactNode;
}

export function EntityPicker<Row extends { id: string }>({
  placeholder,
  text,
  onTextChange,
  of,
  searching = false,
  autoFocus = false,
  chosen,
  keyOf,
  chips,
  frame,
  ...list
}: EntityPickerProps<Row>) {
  const { only, showOnly, toggle } = useOnlySelected(chosen);
  const search = searchOf(text);
  const rows = only?.filter((row) => isFoundBy(search, { key: keyOf(row) })) ?? list.rows;
  const picker = (
    <Picker className="flex flex-col gap-2" searching={searching && !only}>
      {placeholder !== null && (
        <div className="flex gap-2">
          <SearchInput
            placeholder={placeholder}
            value={text}
            onValueChange={onTextChange}
            searching={searching && !only}
            autoFocus={autoFocus}
            className="min-w-0 flex-1"
          />
          <SelectedToggle {...toggle} />
        </div>
      )}
      <SelectionList
        {...list}
        rows={rows}
        answer={only ? `only ${text}` : of}
        {...(only && { footer: null })}
      />
    </Picker>
  );
  return (
    <>
      {frame ? frame(picker) : picker}
      {chips && <ChosenChips {...chips} onMore={showOnly} />}
    </>
  );
}
