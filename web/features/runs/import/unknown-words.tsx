import { useQueries } from '@tanstack/react-query';
import { useId } from 'react';
import type { NumberColumn, WordColumn } from '../../../../contract/files/import-columns.ts';
import type { Answer } from '../../../../contract/http/endpoint.ts';
import type { ImportOptions, listUnknownWords, Meaning } from '../../../../contract/runs.ts';
import { Button } from '../../../components/button/button.tsx';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import { type ListedColumn, unknownWordsQuery } from '../runs.api.ts';
import { MeaningField } from './meaning-field.tsx';

export interface UnknownWordsProps {
  words: FoundWords;
  meanings: readonly Meaning[];
  /** Columns in which numbers mean those with zeros in front. */
  zeros: readonly NumberColumn[];
  onChange: (changes: Partial<ImportOptions>) => void;
}

type Listed = ListedColumn['column'];

const nouns: Record<Listed, string> = {
  roles: 'role',
  locations: 'location',
  status: 'status',
  state: 'state',
  district: 'district',
  districts: 'district',
  employee_number: 'employee number',
  number: 'number',
};

type FoundWords = ReturnType<typeof useUnknownWords>;

/** Words of these columns that mean nothing here. */
export function useUnknownWords(run_id: string, reading: string, columns: readonly ListedColumn[]) {
  const answers = useQueries({
    queries: columns.map((column) => unknownWordsQuery(run_id, reading, column)),
  });
  // All at once, so that the steps below move once.
  const isKnown = !answers.some(({ isPending }) => isPending);
  const found = columns.flatMap(({ column }, index) => {
    const answer = isKnown && answers[index]?.data;
    return answer && (answer.words.length > 0 || answer.zeros)
      ? [{ column, words: answer.words, is_more: answer.is_more, lost: answer.zeros ?? null }]
      : [];
  });
  return {
    ...{ found, isKnown },
    hasFailed: answers.some(({ error }) => error),
  };
}

export function UnknownWords({ words: { found, hasFailed }, ...choice }: UnknownWordsProps) {
  return (
    <>
      {hasFailed && (
        <Alert tone="info" className="mx-6 my-3 max-md:mx-4">
          Some unknown words could not be listed. The preview names them.
        </Alert>
      )}
      {found.length > 0 && (
        <div className="border-t border-line px-6 py-4 max-md:px-4">
          <p className="text-small text-ink-soft">
            Rows with a word that means nothing here are not imported. What you choose is remembered for your
            next file.
          </p>
          {found.map((words) => (
            <Words key={words.column} {...words} {...choice} />
          ))}
        </div>
      )}
    </>
  );
}

interface WordsProps
  extends Pick<UnknownWordsProps, 'meanings' | 'zeros' | 'onChange'>,
    Pick<Answer<typeof listUnknownWords>, 'words' | 'is_more'> {
  lost: Answer<typeof listUnknownWords>['zeros'] | null;
  column: Listed;
}

function Words(props: WordsProps) {
  const { column, zeros } = props;
  const isOn = zeros.some((one) => one === column);
  // What the whole column is mended by needs no answer for each number.
  const words = isOn ? props.words.filter(({ lost_zeros }) => !lost_zeros) : props.words;
  return (
    <>
      {props.lost && <LostZeros {...props} lost={props.lost} isOn={isOn} />}
      {words.length > 0 && <WordList {...props} words={words} />}
    </>
  );
}

function WordList({ column, words, is_more, meanings, onChange }: WordsProps) {
  const titleId = useId();
  const isOf = (value: string) => (meaning: Meaning) =>
    meaning.column === column && keyOf(meaning.value) === keyOf(value);
  const set = (value: string, means: string | null) => {
    const others = meanings.filter((meaning) => !isOf(value)(meaning));
    onChange({ meanings: means === null ? others : [...others, { column, value, means }] });
  };
  return (
    <section aria-labelledby={titleId} className="mt-3">
      <h2 id={titleId} className="font-semibold">
        {words.length === 1 && !is_more
          ? `One word is no ${nouns[column]}`
          : `${formatNumber(words.length)}${is_more ? ' or more' : ''} words are no ${nouns[column]}`}
      </h2>
      <ul className="mt-1">
        {words.map(({ value, lines, repair }) => {
          const means = meanings.find(isOf(value))?.means ?? null;
          return (
            <li key={value} className="flex min-h-13 flex-wrap items-center gap-x-4 gap-y-1 py-1 max-md:py-2">
              <span className="min-w-0 basis-64 max-md:basis-full">
                <ClippedText className="font-medium">{value}</ClippedText>
                <span className="block text-small text-ink-soft">on {countOf(lines, 'row')}</span>
              </span>
              <span aria-hidden="true" className="text-ink-soft">
                means
              </span>
              <MeaningField
                label={`${value} means`}
                column={column as WordColumn}
                means={means}
                onChange={(means) => set(value, means)}
              />
              {repair && means === null && (
                <Button variant="link" onClick={() => set(value, repair.means)}>
                  {repair.label}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface LostZerosProps extends WordsProps {
  lost: NonNullable<WordsProps['lost']>;
  isOn: boolean;
}

function LostZeros({ column, zeros, lost, isOn, onChange }: LostZerosProps) {
  const { value, means, cells } = lost;
  const count = countOf(cells, 'cell');
  const others = zeros.filter((one) => one !== column);
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1">
      <span>
        {isOn
          ? `${value} means ${means}, and the like: ${count}.`
          : `${count} ${cells === 1 ? 'lacks' : 'lack'} the zeros in front of the ${nouns[column]}.`}
      </span>
      <Button
        variant="link"
        onClick={() => onChange({ zeros: isOn ? others : [...others, column as NumberColumn] })}
      >
        {isOn ? `Leave ${value} as it is` : `Use ${means} for ${value}, and the like: ${count}`}
      </Button>
    </p>
  );
}

/** As the server compares words, as far as upper case and spaces go. */
function keyOf(word: string): string {
  return word.toLowerCase().replace(/\s+/g, ' ').trim();
}
