import { useMemo } from 'react';
import { ClippedText } from '../../components/display/clipped-text.tsx';
import { QueryView } from '../../components/feedback/query-view.tsx';
import { Picker } from '../../components/form/picker.tsx';
import { SearchInput } from '../../components/form/search-input.tsx';
import { type DirectoryView, whyNoRows } from '../../lib/directory/index.ts';
import { inRank, type Ranked } from '../../lib/list/search-rank.ts';
import { choiceClasses } from './filter-button.tsx';

/** The maximum number of choices shown; a longer search text narrows them. */
const shown = 50;

export interface ChoicesProps<Row> {
  placeholder: string;
  text: string;
  onTextChange: (text: string) => void;
  view: DirectoryView<Row>;
  nameOf: (row: Row) => string;
  detailOf: (row: Row) => string;
  onChoose: (row: Row) => void;
}

/** A searched list of buttons, of which one is pressed. */
export function Choices<Row extends Ranked & { id: string }>({
  placeholder,
  text,
  onTextChange,
  view,
  nameOf,
  detailOf,
  onChoose,
}: ChoicesProps<Row>) {
  const { count, row: rowAt } = view;
  const rows = useMemo(() => {
    const found = Array.from({ length: count }, (_, index) => rowAt(index)).filter(
      (row) => row !== undefined,
    );
    return inRank(found, text, { most: shown });
  }, [count, rowAt, text]);
  return (
    <Picker searching={view.searching}>
      <SearchInput
        placeholder={placeholder}
        value={text}
        onValueChange={onTextChange}
        searching={view.searching}
        autoFocus
      />
      <QueryView query={view} loading="Loading..." className="py-6">
        {() =>
          rows.length === 0 ? (
            <p className="px-2.5 py-4 text-small text-ink-soft">{whyNoRows(view, 'Nothing found')}</p>
          ) : (
            <ul aria-label="Found" className="mt-1.5 max-h-72 overflow-y-auto">
              {rows.map((row) => (
                <li key={row.id}>
                  <button type="button" onClick={() => onChoose(row)} className={choiceClasses}>
                    <ClippedText>{nameOf(row)}</ClippedText>
                    <ClippedText className="text-small text-ink-soft">{detailOf(row)}</ClippedText>
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Picker>
  );
}
