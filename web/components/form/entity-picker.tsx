import { type ReactNode, useState } from 'react';
import { isFoundBy, searchOf } from '../../../contract/lists/search-key.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { Button } from '../button/button.tsx';
import { IconX } from '../icons/icons.ts';
import { Picker } from './picker.tsx';
import { SearchInput } from './search-input.tsx';
import { SelectionList, type SelectionListProps } from './selection-list.tsx';

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
  // The rows that were chosen when the user asked for them, so that a row stays when it is unchecked.
  const [only, setOnly] = useState<readonly Row[] | null>(null);
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
          <Button
            variant="secondary"
            aria-pressed={only !== null}
            disabled={chosen.length === 0 && !only}
            onClick={() => setOnly(only ? null : chosen)}
            className="h-10! min-w-32 shrink-0 px-3! aria-pressed:border-petrol aria-pressed:bg-petrol-soft aria-pressed:text-petrol max-md:h-11!"
          >
            Selected ({chosen.length})
          </Button>
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
      {chips && <ChosenChips {...chips} onMore={() => setOnly(chosen)} />}
    </>
  );
}

interface ChosenChipsProps {
  label: string;
  chosen: readonly { id: string; name: string }[];
  onRemove: (id: string) => void;
  /** Shows all chips, also those beyond the two lines. */
  onMore: () => void;
}

/** Its two lines exist from the start, so that the first chip moves nothing. */
function ChosenChips({ label, chosen, onRemove, onMore }: ChosenChipsProps) {
  const isPhone = useMediaQuery('(width < 48rem)');
  const fitting = isPhone ? 4 : 6;
  const shown = chosen.length > fitting ? fitting - 1 : fitting;
  return (
    <ul
      aria-label={label}
      className="mt-2 grid h-16 auto-rows-min grid-cols-3 content-start gap-1.5 max-md:h-24 max-md:grid-cols-2"
    >
      {chosen.slice(0, shown).map(({ id, name }) => (
        <li key={id} className="chip flex min-w-0 items-center rounded-full bg-petrol-soft pl-3 text-small">
          <span className="min-w-0 flex-1 truncate">{name}</span>
          <button
            type="button"
            aria-label={`Remove ${name}`}
            onClick={() => onRemove(id)}
            className="grid size-7 shrink-0 place-items-center rounded-full text-ink-soft hover:text-ink active:bg-line max-md:size-11"
          >
            <IconX size={14} aria-hidden="true" />
          </button>
        </li>
      ))}
      {chosen.length > shown && (
        <li>
          <button
            type="button"
            onClick={onMore}
            className="h-7 rounded-full px-3 text-small font-semibold text-petrol hover:underline active:bg-line max-md:h-11"
          >
            +{chosen.length - shown} more
          </button>
        </li>
      )}
    </ul>
  );
}
