import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { SalesToday } from '../../../../contract/sales.ts';
import { hourName } from '../../../lib/format/format-date.ts';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import { Change } from './change.tsx';
import {
  type Compared,
  comparedDays,
  describeHolidays,
  describeLeftOut,
  describeWays,
} from './comparison.ts';
import type { SalesQuestion } from './sales.api.ts';

export interface CoverageProps {
  /** Undefined before the first one: its line is there already. */
  answer: Compared | undefined;
  question: SalesQuestion;
}

/** Which locations and days a change is of. */
export function Coverage({ answer, question }: CoverageProps) {
  return (
    <p className="min-h-14 px-6 py-2 text-small text-ink-soft max-md:min-h-24 max-md:px-4 max-md:leading-4.5">
      {answer && <Sentences answer={answer} question={question} />}
    </p>
  );
}

function Sentences({ answer, question }: { answer: Compared; question: SalesQuestion }) {
  const { compared, today } = answer;
  if (!compared) return 'Not compared.';
  const days = comparedDays(answer);
  const leftOut = compared.left_out.reduce((sum, { days }) => sum + days, 0);
  return (
    <>
      {compared.pairs === 0 && !today && 'Nothing to compare: no location has a closed day in both. '}
      {compared.pairs > 0 && (
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
            className="font-semibold text-petrol underline underline-offset-3 max-md:py-3.5"
          >
            {describeLeftOut(compared)}
          </Link>
          .{' '}
        </>
      )}
      {compared.pairs > 0 && compared.is_without_today && !today && 'Today is not compared. '}
      {compared.pairs > 0 && describeHolidays(compared)}
      {compared.counted_differently && ` ${describeWays(compared.counted_differently)}`}
      {today && <Today {...today} />}
    </>
  );
}

const parts = [
  ['fuel_volume', 'gallons'],
  ['merchandise', 'merchandise'],
] as const;

/** 'Today until 2 PM: ▲ 3.1 % gallons, ▼ 0.8 % merchandise at 41 locations.' */
function Today({ until: { from, to }, locations, ...sides }: SalesToday) {
  const known = parts.filter(([part]) => sides.now[part] !== null);
  const until =
    from === to ? hourName(to) : `${hourName(from)} to ${hourName(to)}, depending on the location`;
  if (known.length === 0) return null;
  return (
    <span className="block">
      Today until {until}:{' '}
      {known.map(([part, name], index) => (
        <Fragment key={part}>
          {index > 0 && ', '}
          <Change of={sides} part={part} /> {name}
        </Fragment>
      ))}{' '}
      at {countOf(locations, 'location')}.
    </span>
  );
}
