import { useId } from 'react';
import type { Choices as ChoicesToShow } from '../../lib/list/use-choices.ts';
import { messageOf } from '../../lib/network/request-failed.ts';
import { Button } from '../button/button.tsx';
import { ClippedText } from '../display/clipped-text.tsx';
import { ErrorState } from '../feedback/error-state.tsx';
import { QueryView } from '../feedback/query-view.tsx';
import { Picker } from './picker.tsx';
import { SearchInput } from './search-input.tsx';

export interface ChoicesProps<Row> {
  placeholder: string;
  choices: ChoicesToShow<Row>;
  nameOf: (row: Row) => string;
  detailOf: (row: Row) => string;
  onChoose: (row: Row) => void;
  /** The row that is not offered. */
  except?: string | undefined;
  autoFocus?: boolean;
  listClassName?: string;
}

const choiceClasses =
  'w-full rounded-control px-2.5 py-1.5 text-left hover:bg-surface-raised active:bg-line max-md:min-h-11';

export interface ChoiceRowsProps {
  label: string;
  /** Values with their names. */
  choices: readonly (readonly [value: string, name: string])[];
  onChoose: (value: string) => void;
  className?: string;
}

/** A few choices that need no search. */
export function ChoiceRows({ label, choices, onChoose, className }: ChoiceRowsProps) {
  return (
    <Picker>
      <ul aria-label={label} className={className}>
        {choices.map(([value, name]) => (
          <li key={value}>
            <button type="button" onClick={() => onChoose(value)} className={choiceClasses}>
              {name}
            </button>
          </li>
        ))}
      </ul>
    </Picker>
  );
}

export function Choices<Row extends { id: string }>({
  placeholder,
  choices,
  nameOf,
  detailOf,
  onChoose,
  except,
  autoFocus = true,
  listClassName = 'max-h-72',
}: ChoicesProps<Row>) {
  const { text, setText, of, searching, error } = choices;
  return (
    <Picker searching={searching}>
      <SearchInput
        placeholder={placeholder}
        value={text}
        onValueChange={setText}
        searching={searching}
        autoFocus={autoFocus}
      />
      <QueryView query={choices} loading="Loading..." className="py-6">
        {(all) => {
          const rows = all.filter(({ id }) => id !== except);
          if (error)
            return (
              <ErrorState
                message={messageOf(error, 'Loading failed')}
                onRetry={choices.refetch}
                retrying={choices.isFetching}
                className="py-6"
              />
            );
          if (rows.length === 0)
            return (
              <p className="px-2.5 py-4 text-small text-ink-soft">
                {searching ? 'Searching…' : 'Nothing found'}
              </p>
            );
          return (
            <ul
              key={of}
              aria-label="Found"
              onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
                // Two screens ahead.
                if (scrollHeight - scrollTop <= 3 * clientHeight) choices.more();
              }}
              className={`mt-2 overflow-y-auto ${listClassName}`}
            >
              {rows.map((row) => (
                <li key={row.id} data-row={row.id} className="relative">
                  <button type="button" onClick={() => onChoose(row)} className={choiceClasses}>
                    <ClippedText>{nameOf(row)}</ClippedText>
                    <ClippedText className="text-small text-ink-soft">{detailOf(row)}</ClippedText>
                  </button>
                </li>
              ))}
              <ChoicesFooter as="li" choices={choices} />
            </ul>
          );
        }}
      </QueryView>
    </Picker>
  );
}

export interface ChoicesFooterProps {
  as: 'li' | 'div';
  choices: Pick<ChoicesToShow<unknown>, 'hasMore' | 'isMoreMissing' | 'isFetching' | 'refetch'>;
}

/** Below the rows while others are still to come. */
export function ChoicesFooter({ as: Element, choices }: ChoicesFooterProps) {
  const { hasMore, isMoreMissing, isFetching, refetch } = choices;
  if (!hasMore) return null;
  return (
    <Element className="flex h-11 items-center justify-center gap-2 text-small text-ink-soft">
      {isMoreMissing ? (
        <>
          The rest did not load.
          <Button variant="link" onClick={refetch} loading={isFetching}>
            Try again
          </Button>
        </>
      ) : (
        'Loading more…'
      )}
    </Element>
  );
}

/** What a picker takes of its choices: the text, the rows that answer it, and what stands in the place of none. */
export function pickerProps<Row>(
  choices: ChoicesToShow<Row>,
  rows: readonly Row[],
  { failed, none }: { failed: string; none: string },
) {
  const { text, setText, of, searching, error } = choices;
  return {
    ...{ text, onTextChange: setText, of, searching, rows: error ? [] : rows, onNearEnd: choices.more },
    footer: !error && <ChoicesFooter as="div" choices={choices} />,
    empty: error ? (
      <ErrorState message={failed} onRetry={choices.refetch} retrying={choices.isFetching} className="py-2" />
    ) : (
      !searching && none
    ),
  };
}

export interface ChooseOneProps<Row> extends Omit<ChoicesProps<Row>, 'onChoose'> {
  label: string;
  chosen: Row | undefined;
  /** Null to choose again. */
  onChange: (row: Row | null) => void;
}

export function ChooseOne<Row extends { id: string }>({
  label,
  chosen,
  onChange,
  ...choices
}: ChooseOneProps<Row>) {
  const id = useId();
  const { nameOf, detailOf } = choices;
  return (
    // biome-ignore lint/a11y/useSemanticElements: its controls change when a row is chosen, and a fieldset has a frame
    <div role="group" aria-labelledby={id} className="min-w-0">
      <p id={id} className="mb-1.5 font-medium">
        {label}
      </p>
      {chosen ? (
        <div className="flex min-h-14 items-center gap-3 rounded-control border border-line-strong px-3 py-1.5">
          <span className="min-w-0 flex-1">
            <ClippedText className="font-medium">{nameOf(chosen)}</ClippedText>
            <ClippedText className="text-small text-ink-soft">{detailOf(chosen)}</ClippedText>
          </span>
          <Button variant="link" onClick={() => onChange(null)}>
            Change
          </Button>
        </div>
      ) : (
        <Choices {...choices} onChoose={onChange} />
      )}
    </div>
  );
}
