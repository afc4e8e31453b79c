import { Link } from '@tanstack/react-router';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import { type Compared, comparedDays, describeHolidays, describeLeftOut } from './comparison.ts';
import type { SalesQuestion } from './sales.api.ts';

export interface CoverageProps {
  /** Undefined before the first one: its line is there already. */
  answer: Compared | undefined;
  question: SalesQuestion;
}

/** Which locations and days a change is of. */
export function Coverage({ answer, question }: CoverageProps) {
  return (
    <p className="min-h-14 px-6 py-2 text-small text-ink-soft max-md:min-h-24 max-md:px-4">
      {answer && <Sentences answer={answer} question={question} />}
    </p>
  );
}

function Sentences({ answer, question }: { answer: Compared; question: SalesQuestion }) {
  const { compared } = answer;
  if (!compared) return 'Not compared.';
  const days = comparedDays(answer);
  const leftOut = compared.left_out.reduce((sum, { days }) => sum + days, 0);
  return (
    <>
      {compared.pairs === 0 ? (
        'Nothing to compare: no location has a closed day in both. '
      ) : (
        <>
          <b className="font-semibold text-ink">
            Same locations: {formatNumber(compared.locations)} of {formatNumber(compared.of)} compared, {days}
            .
          </b>{' '}
        </>
      )}
      {leftOut > 0 && (
        <>
          {countOf(leftOut, 'day')} of locations left out:{' '}
          <Link
            to="/sales"
            search={{ ...question, show: 'left_out' }}
            className="font-semibold text-petrol underline underline-offset-3"
          >
            {describeLeftOut(compared)}
          </Link>
          .{' '}
        </>
      )}
      {compared.pairs > 0 && compared.is_without_today && 'Today is not compared. '}
      {compared.pairs > 0 && describeHolidays(compared)}
    </>
  );
}
