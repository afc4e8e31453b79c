import { useState } from 'react';
import { chipClasses } from '../../../components/filters/filter-button.tsx';
import { IconAdjustmentsHorizontal } from '../../../components/icons/icons.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { DistrictFilter } from '../../../parts/choose/district-filter.tsx';
import { LocationsFilter } from '../../../parts/choose/location-choices.tsx';
import { OneOfFilter, RangeFilter, StateFilter } from '../filters.tsx';
import { type Compared, comparisonNames } from './comparison.ts';
import type { SalesQuestion } from './sales.api.ts';

export interface SalesFiltersProps {
  question: SalesQuestion;
  /** Undefined before the first one. */
  answer: Compared | undefined;
  onChange: (changes: { [N in keyof SalesQuestion]?: string | undefined }) => void;
}

const againsts = { ...comparisonNames, none: 'nothing' };
const openNames = { open: 'Open locations', closed: 'Closed locations' };

/**
 * In one row above all that they change, so that the first figure stays in sight. Where they do not fit, the rarer ones
 * are behind a button that counts those in use.
 */
export function SalesFilters({ question, answer, onChange }: SalesFiltersProps) {
  const { period, from, to, location, district, us_state, open, against } = question;
  const [isOpen, setOpen] = useState(false);
  const used = [district, us_state, open, against].filter(Boolean).length;
  return (
    <div className="mb-2 flex flex-wrap max-md:mb-1.5 items-center gap-2 max-md:grid max-md:grid-cols-[1fr_1fr_auto]">
      <RangeFilter {...{ period, from, to, onChange }} />
      <LocationsFilter value={location} onChange={(location) => onChange({ location })} />
      <button
        type="button"
        aria-label={used > 0 ? `More filters, ${used} in use` : 'More filters'}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className={classes(
          chipClasses(used > 0),
          'relative flex w-auto! items-center justify-center gap-2 px-3 max-md:w-11! max-md:px-0 xl:hidden print:hidden',
        )}
      >
        <IconAdjustmentsHorizontal size={18} aria-hidden="true" />
        <span className="max-md:hidden">More filters</span>
        {used > 0 && (
          <span
            aria-hidden="true"
            className="grid h-5 min-w-5 place-items-center rounded-full bg-petrol px-1 text-badge font-semibold text-on-petrol max-md:absolute max-md:-top-1 max-md:-right-1"
          >
            {used}
          </span>
        )}
      </button>
      <div
        className={classes(
          'contents max-md:col-span-3 max-md:grid-cols-2 max-md:gap-2',
          isOpen && 'max-md:grid',
          // On paper nothing else says it.
          !isOpen && (used > 0 ? '[@media_screen_and_(width<80rem)]:hidden' : 'max-xl:hidden'),
        )}
      >
        <DistrictFilter value={district} onChange={(district) => onChange({ district })} />
        <StateFilter value={us_state} onChange={(us_state) => onChange({ us_state })} />
        <OneOfFilter
          label="Open or closed"
          everything="Open and closed"
          options={openNames}
          value={open}
          onChange={(open) => onChange({ open })}
        />
        <div className="contents max-md:col-span-2 max-md:block">
          <AgainstFilter answer={answer} value={against} onChange={(against) => onChange({ against })} />
        </div>
      </div>
      <p role="status" className="ml-auto text-small text-ink-soft max-xl:sr-only">
        {answer && describeCount(answer)}
      </p>
    </div>
  );
}

interface AgainstFilterProps {
  answer: Compared | undefined;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

export function AgainstFilter({ answer, ...filter }: AgainstFilterProps) {
  const everything = answer ? `Against ${againsts[answer.against]}` : 'Against…';
  return <OneOfFilter label="Against" everything={everything} options={againsts} {...filter} />;
}

function describeCount({ locations, columns }: Compared): string {
  const days = columns.reduce((sum, { days }) => sum + days, 0);
  return `${countOf(locations, 'location')} · ${countOf(days, 'day')}`;
}
