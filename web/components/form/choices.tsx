import { isNumber } from '../../../contract/lists/search-key.ts';
import { type DirectoryView, whyNoRows } from '../../lib/directory/index.ts';
import { numberOf, type Ranked } from '../../lib/list/search-rank.ts';
import { ClippedText } from '../display/clipped-text.tsx';
import { LeftNote, leftProps } from '../display/left-row.tsx';
import { QueryView } from '../feedback/query-view.tsx';
import { useRankedRows } from './entity-picker.tsx';
import { Picker } from './picker.tsx';
import { SearchInput } from './search-input.tsx';
import { noLongerOffered } from './selection-list.tsx';

const shown = 50;

export interface ChoicesProps<Row> {
  placeholder: string;
  text: string;
  onTextChange: (text: string) => void;
  view: DirectoryView<Row>;
  nameOf: (row: Row) => string;
  detailOf: (row: Row) => string;
  onChoose: (row: Row) => void;
  /** Which of the rows can be chosen; all without it. */
  isOffered?: ((row: Row) => boolean) | undefined;
  autoFocus?: boolean;
  listClassName?: string;
}

export const choiceClasses =
  'w-full rounded-control px-2.5 py-1.5 text-left hover:bg-surface-raised active:bg-line max-md:min-h-11';

export function Choices<Row extends Ranked & { id: string }>({
  placeholder,
  text,
  onTextChange,
  view,
  nameOf,
  detailOf,
  onChoose,
  isOffered,
  autoFocus = true,
  listClassName = 'max-h-72',
}: ChoicesProps<Row>) {
  const { rows, left } = useRankedRows(view, text, isOffered, { most: shown });
  const exact = rows.find((row) => isNumber(text, numberOf(row)) && !left.has(row.id));
  return (
    <Picker searching={view.searching} onPickExact={exact && (() => onChoose(exact))}>
      <SearchInput
        placeholder={placeholder}
        value={text}
        onValueChange={onTextChange}
        searching={view.searching}
        autoFocus={autoFocus}
      />
      <QueryView query={view} loading="Loading..." className="py-6">
        {() =>
          rows.length === 0 ? (
            <p className="px-2.5 py-4 text-small text-ink-soft">{whyNoRows(view, 'Nothing found')}</p>
          ) : (
            <ul aria-label="Found" className={`mt-2 overflow-y-auto ${listClassName}`}>
              {rows.map((row) => (
                <li
                  key={row.id}
                  data-row={row.id}
                  {...leftProps(left.has(row.id) ? noLongerOffered : undefined)}
                  className="relative"
                >
                  <button
                    type="button"
                    onClick={() => onChoose(row)}
                    className={`${choiceClasses} in-data-left:opacity-45`}
                  >
                    <ClippedText>{nameOf(row)}</ClippedText>
                    <ClippedText className="text-small text-ink-soft">{detailOf(row)}</ClippedText>
                  </button>
                  {left.has(row.id) && <LeftNote why={noLongerOffered} />}
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Picker>
  );
}
