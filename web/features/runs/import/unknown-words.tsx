import { useQueries } from '@tanstack/react-query';
import { useId } from 'react';
import type { Answer } from '../../../../contract/http/endpoint.ts';
import type { WordColumn } from '../../../../contract/import-columns.ts';
import type { listUnknownWords, Meaning } from '../../../../contract/runs.ts';
import { Button } from '../../../components/button/button.tsx';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { MeaningField } from './meaning-field.tsx';
import { unknownWordsQuery } from './unknown-words.api.ts';

export interface UnknownWordsProps {
  run_id: string;
  /** Changes when the file is read again. */
  reading: string;
  /** The columns of words, with their places in the file. */
  columns: readonly { column: WordColumn; index: number }[];
  meanings: readonly Meaning[];
  onChange: (meanings: Meaning[]) => void;
}

const nouns: Record<WordColumn, string> = { roles: 'role', locations: 'location', status: 'status' };

/** The words of the file that are no role, no location or no status, each with its meaning. Nothing when there are none. */
export function UnknownWords({ run_id, reading, columns, ...choice }: UnknownWordsProps) {
  const answers = useQueries({
    queries: columns.map(({ column, index }) => unknownWordsQuery(run_id, reading, column, index)),
  });
  const found = columns.flatMap(({ column }, index) => {
    const answer = answers[index]?.data;
    return answer && answer.words.length > 0 ? [{ column, ...answer }] : [];
  });
  return (
    <>
      {answers.some(({ error }) => error) && (
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
  extends Pick<UnknownWordsProps, 'meanings' | 'onChange'>,
    Answer<typeof listUnknownWords> {
  column: WordColumn;
}

function Words({ column, words, is_more, meanings, onChange }: WordsProps) {
  const titleId = useId();
  const isOf = (value: string) => (meaning: Meaning) =>
    meaning.column === column && keyOf(meaning.value) === keyOf(value);
  const set = (value: string, means: string | null) => {
    const others = meanings.filter((meaning) => !isOf(value)(meaning));
    onChange(means === null ? others : [...others, { column, value, means }]);
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
            <li key={value} className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 py-1 max-md:py-2">
              <span className="min-w-0 basis-64 max-md:basis-full">
                <ClippedText className="font-medium">{value}</ClippedText>
                <span className="block text-small text-ink-soft">
                  {lines === 1 ? 'on 1 row' : `on ${formatNumber(lines)} rows`}
                </span>
              </span>
              <span aria-hidden="true" className="text-ink-soft">
                means
              </span>
              <MeaningField
                label={`${value} means`}
                column={column}
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

/** As the server compares words, as far as upper case and spaces go. */
function keyOf(word: string): string {
  return word.toLowerCase().replace(/\s+/g, ' ').trim();
}
