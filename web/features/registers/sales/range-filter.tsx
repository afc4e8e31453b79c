import { FilterButton } from '../../../components/filters/filter-button.tsx';
import { choiceClasses } from '../../../components/form/choices.tsx';
import { DateField } from '../../../components/form/date-field.tsx';
import { toDay } from '../../../lib/format/format-date.ts';
import { addDays, dayOfYear } from './days.ts';

export interface RangeFilterProps {
  from: string | undefined;
  to: string | undefined;
  onChange: (range: { from: string | undefined; to: string | undefined }) => void;
}

const periods = [7, 28, 90];

/** The days on which it was sold. Without any, the last 7 days that have figures. */
export function RangeFilter({ from, to, onChange }: RangeFilterProps) {
  const today = toDay(new Date());
  const nameOf = (day: string | undefined) => (day ? dayOfYear(day, today.slice(0, 4)) : '…');
  const chosen = from || to ? `${nameOf(from)} – ${nameOf(to)}` : null;
  return (
    <FilterButton
      label="Days"
      everything="Last 7 days"
      chosen={chosen}
      onChange={(period) => {
        const [first, last] = period?.split(' ') ?? [];
        onChange({ from: first, to: last });
      }}
    >
      {(choose) => (
        <div className="flex flex-col gap-3">
          <ul aria-label="Days">
            {periods.map((days) => (
              <li key={days}>
                <button
                  type="button"
                  className={choiceClasses}
                  onClick={() => choose(`${addDays(today, 1 - days)} ${today}`)}
                >
                  Last {days} days until today
                </button>
              </li>
            ))}
          </ul>
          <DateField
            label="From"
            value={from ?? ''}
            max={to}
            onChange={({ target }) => onChange({ from: target.value || undefined, to })}
          />
          <DateField
            label="To"
            value={to ?? ''}
            min={from}
            onChange={({ target }) => onChange({ from, to: target.value || undefined })}
          />
        </div>
      )}
    </FilterButton>
  );
}
