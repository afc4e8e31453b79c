import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import type { DayProblem } from '../../../../contract/registers.ts';
import { Button } from '../../../components/button/button.tsx';
import { Alert } from '../../../components/feedback/alert.tsx';
import { classes } from '../../../lib/browser/classes.ts';
import { toDay } from '../../../lib/format/format-date.ts';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import { dayOfYear } from './days.ts';

export interface DayProblemsProps {
  /** The first of them. */
  problems: readonly DayProblem[];
  /** Of all. */
  count: number;
  hasLocations: boolean;
  className?: string;
}

/** Says which days are in no figure of the page, and nothing when there are none. Paper shows all that are named. */
export function DayProblems({ problems, count, hasLocations, className }: DayProblemsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const [first, ...others] = problems;
  if (!first) return null;
  const unnamed = count - problems.length;
  const more = others.length > 0 || unnamed > 0;
  return (
    <Alert tone="info" className={className}>
      <div className="flex gap-4">
        <p className="min-w-0 flex-1">
          {countOf(count, 'day')} could not be computed and {count === 1 ? 'is' : 'are'} left out:{' '}
          <Problem problem={first} hasLocation={hasLocations} />
        </p>
        {more && (
          // Beside the first line, where it stays when the list opens.
          <Button
            variant="link"
            aria-expanded={isOpen}
            aria-controls={id}
            className="shrink-0 self-start underline print:hidden"
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Show less' : 'Show all'}
          </Button>
        )}
      </div>
      {more && (
        <ul id={id} className={classes('mt-1.5 flex-col gap-1.5 print:flex', isOpen ? 'flex' : 'hidden')}>
          {others.map((problem) => (
            <li key={`${problem.location_id} ${problem.business_date}`}>
              <Problem problem={problem} hasLocation={hasLocations} />
            </li>
          ))}
          {unnamed > 0 && <li>And {formatNumber(unnamed)} more.</li>}
        </ul>
      )}
    </Alert>
  );
}

function Problem({ problem, hasLocation }: { problem: DayProblem; hasLocation: boolean }) {
  const { location_id, location_name, business_date } = problem;
  const day = dayOfYear(business_date, toDay(new Date()).slice(0, 4));
  return (
    <span className="wrap-anywhere">
      <Link
        to="/register-files"
        search={{ location: location_id, business_date }}
        className="rounded-badge font-medium underline underline-offset-3"
      >
        {hasLocation ? `${location_name}, ${day}` : day}
      </Link>
      {' — '}
      {problem.problem}
    </span>
  );
}
