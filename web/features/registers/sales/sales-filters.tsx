import { useState } from 'react';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { IconAdjustmentsHorizontal } from '../../../components/icons/icons.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { LocationsFilter } from '../../../parts/choose/location-choices.tsx';
import { DistrictFilter, OneOfFilter, RangeFilter, StateFilter } from '../filters.tsx';
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

/** In one row above all that they change. On phones the rarer ones are behind a button, unless they are in use. */
export function SalesFilters({ question, answer, onChange }: SalesFiltersProps) {
  const { period, from, to, location, district, us_state, open, against } = question;
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mb-2 flex flex-wrap max-md:mb-1.5 items-center gap-2 max-md:grid max-md:grid-cols-[1fr_1fr_auto]">
      <RangeFilter {...{ period, from, to, onChange }} />
      <LocationsFilter value={location} onChange={(location) => onChange({ location })} />
      <IconButton
        label="More filters"
        icon={<IconAdjustmentsHorizontal size={20} aria-hidden="true" />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="size-11 rounded-full! border border-line-strong md:hidden print:hidden"
      />
      <div
        className={classes(
          'contents max-md:col-span-3 max-md:grid-cols-2 max-md:gap-2',
          isOpen || district || us_state || open || against ? 'max-md:grid' : 'max-md:hidden',
        )}
      >
        {/* Between both the row has no place for it, so that the first figure stays in sight. */}
        <div className={classes('contents', !district && 'md:max-xl:hidden')}>
          <DistrictFilter value={district} onChange={(district) => onChange({ district })} />
        </div>
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
