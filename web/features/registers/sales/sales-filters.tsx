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
 * are behind a button, unless they are in use.
 */
export function SalesFilters({ question, answer, onChange }: SalesFiltersProps) {
  const { period, from, to, location, district, us_state, open, against } = question;
  const [isOpen, setOpen] = useState(false);
  const isAnyShown = isOpen || district || us_state || open || against;
  return (
    <div className="mb-2 flex flex-wrap max-md:mb-1.5 items-center gap-2 max-md:grid max-md:grid-cols-[1fr_1fr_auto]">
      <RangeFilter {...{ period, from, to, onChange }} />
      <LocationsFilter value={location} onChange={(location) => onChange({ location })} />
      <button
        type="button"
        aria-label="More filters"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className={classes(
          chipClasses(false),
          'flex w-auto! items-center justify-center gap-2 px-3 max-md:w-11! max-md:px-0 xl:hidden print:hidden',
        )}
      >
        <IconAdjustmentsHorizontal size={18} aria-hidden="true" />
        <span className="max-md:hidden">More filters</span>
      </button>
      <div
        className={classes(
          'contents max-md:col-span-3 max-md:grid-cols-2 max-md:gap-2',
          isAnyShown ? 'max-md:grid' : 'max-md:hidden',
        )}
      >
        <div className={rarer(isOpen || district)}>
          <DistrictFilter value={district} onChange={(district) => onChange({ district })} />
        </div>
        <div className={rarer(isOpen || us_state)}>
          <StateFilter value={us_state} onChange={(us_state) => onChange({ us_state })} />
        </div>
        <div className={rarer(isOpen || open)}>
          <OneOfFilter
            label="Open or closed"
            everything="Open and closed"
            options={openNames}
            value={open}
            onChange={(open) => onChange({ open })}
          />
        </div>
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

const rarer = (isShown: unknown) => classes('contents', !isShown && 'max-xl:hidden');

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
