import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { WordColumn } from '../../../../contract/import-columns.ts';
import type { Meaning } from '../../../../contract/runs.ts';
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
  column: WordColumn;
  /** The place of the column in the file. */
  index: number;
  meanings: readonly Meaning[];
  onChange: (meanings: Meaning[]) => void;
}

const nouns: Record<WordColumn, string> = { roles: 'role', locations: 'location', status: 'status' };

/** The words of the file that are no role, no location or no status, each with its meaning. Nothing when there are none. */
export function UnknownWords({ run_id, reading, column, index, meanings, onChange }: UnknownWordsProps) {
  const titleId = useId();
  const { data, error } = useQuery(unknownWordsQuery(run_id, reading, column, index));
  if (error) {
    return (
      <Alert tone="info" className="mx-6 my-3 max-md:mx-4">
        Words that are no {nouns[column]} could not be listed. The preview names them.
      </Alert>
    );
  }
  if (!data || data.words.length === 0) return null;
  const isOf = (value: string) => (meaning: Meaning) =>
    meaning.column === column && keyOf(meaning.value) === keyOf(value);
  const set = (value: string, means: string | null) => {
    const others = meanings.filter((meaning) => !isOf(value)(meaning));
    onChange(means === null ? others : [...others, { column, value, means }]);
  };
  return (
    <section aria-labelledby={titleId} className="border-t border-line px-6 py-4 max-md:px-4">
      <h2 id={titleId} className="font-semibold">
        {data.words.length === 1 && !data.is_more
          ? `One word is no ${nouns[column]}`
          : `${formatNumber(data.words.length)}${data.is_more ? ' or more' : ''} words are no ${nouns[column]}`}
      </h2>
      <p className="text-small text-ink-soft">
        Rows with a word that means nothing are not imported. What you choose is remembered for your next
        file.
      </p>
      <ul className="mt-2">
        {data.words.map(({ value, lines, repair }) => {
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
