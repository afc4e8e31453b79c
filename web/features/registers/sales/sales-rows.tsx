import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { breakdownKinds } from '../../../../contract/sales-breakdown.ts';
import { FilterRow, noMatches } from '../../../components/feed-page/feed-page.tsx';
import { RowsCard, type RowsCardProps } from '../../../components/feed-page/rows-card.tsx';
import { Segments } from '../../../components/form/segments.tsx';
import { OneOfFilter } from '../filters.tsx';
import { exportSales, salesQuery } from '../registers.api.ts';
import { stateNames } from '../words.ts';
import { BreakdownTable } from './breakdown-table.tsx';
import { ColumnsTable } from './columns-table.tsx';
import { type SalesColumn, spanNames } from './comparison.ts';
import { LeftOutTable } from './left-out-table.tsx';
import { LocationsTable } from './locations-table.tsx';
import { MostChanged } from './most-changed.tsx';
import {
  comparedQuery,
  exportBreakdown,
  exportByLocation,
  exportByState,
  exportCompared,
} from './sales.api.ts';
import { SalesTable } from './sales-table.tsx';
import { forgotten, type SalesShow, type SalesUrl, sortsOfDays, sortsOfLocations } from './sales-url.ts';
import { StatesTable } from './states-table.tsx';

const options: readonly (readonly [SalesShow, string])[] = [
  ['days', 'Days'],
  ['locations', 'Locations'],
  ['states', 'States'],
  ['both', 'Both'],
  ['departments', 'Departments'],
  ['grades', 'Grades'],
  ['payments', 'Payments'],
];

const titles: Record<Exclude<SalesShow, 'days'>, string> = {
  locations: 'By location',
  states: 'By state',
  both: 'By location and day',
  departments: 'Departments',
  grades: 'Fuel by grade',
  payments: 'Payments',
  left_out: 'Left out of the comparison',
};

type BreakdownKind = (typeof breakdownKinds)[number];

const kinds: Partial<Record<SalesShow, BreakdownKind>> = {
  ...{ departments: 'department', grades: 'grade', payments: 'tender' },
};

/** What the sums are made of: by day, by location, by department … */
export function SalesRows({ url }: { url: SalesUrl }) {
  const { show, question, sort, change } = url;
  const { data } = useQuery(comparedQuery(question));
  const title = show === 'days' ? `By ${spanNames[data?.by ?? 'day'].toLowerCase()}` : titles[show];
  const head = (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-6 py-3 md:min-h-16 max-md:px-4">
      <h2 className="flex-1 font-sign text-subheading font-semibold">{title}</h2>
      <Segments
        label="Show sales by"
        options={options}
        value={show}
        onChange={(show) => change({ ...forgotten, show: show === 'days' ? undefined : show })}
        className="max-md:grid max-md:w-full max-md:grid-cols-3 max-md:[&>:last-child]:col-span-3"
      />
    </div>
  );
  const empty = noMatches('days', 'Choose other days, or other locations.', () =>
    change({ ...forgotten, ...noQuestion }),
  );
  const of = kinds[show];
  if (of) return <Breakdown {...{ url, head, empty, of }} />;
  if (show === 'locations') {
    const by = isOf(sortsOfLocations, sort);
    return (
      <LocationsTable {...{ head, empty, question }} sort={{ by, onSort: (sort) => change({ sort }) }} />
    );
  }
  if (show === 'states') {
    const onOpen = (us_state: string) => change({ ...forgotten, us_state, show: 'locations' });
    return <StatesTable {...{ head, empty, question, onOpen }} />;
  }
  if (show === 'both') return <DaysOfLocations {...{ url, head, empty }} />;
  if (show === 'left_out') return <LeftOutTable {...{ head, question }} />;
  return <Days {...{ url, head, empty }} />;
}

export const noQuestion = {
  ...{
    period: undefined,
    from: undefined,
    to: undefined,
    location: undefined,
    district: undefined,
    us_state: undefined,
  },
  open: undefined,
};

function isOf<Value extends string>(values: readonly Value[], value: string | undefined) {
  return values.find((one) => one === value);
}

type PartProps = { url: SalesUrl } & Pick<RowsCardProps<never>, 'head' | 'empty'>;

function Days({ url: { question, change }, head, empty }: PartProps) {
  const query = useQuery(comparedQuery(question));
  // The chart says so.
  if (query.error && !query.data) return null;
  return (
    <>
      <RowsCard
        {...{ head, empty, query }}
        rows={query.data && [query.data].filter(({ columns }) => columns.length)}
      >
        {([answer]) => answer && <ColumnsTable answer={answer} onOpen={(days) => change(daysOf(days))} />}
      </RowsCard>
      {query.data?.compared?.pairs !== 0 && (
        <MostChanged
          question={question}
          to={query.data?.to ?? null}
          onAll={(part) => change({ ...forgotten, show: 'locations', sort: `-${part}_change` })}
        />
      )}
    </>
  );
}

/** A day of the chain is its locations; a week or month is its days. */
export function daysOf({ from, to }: Pick<SalesColumn, 'from' | 'to'>) {
  const show = from === to ? ('locations' as const) : undefined;
  return { ...forgotten, period: undefined, from, to, ...(show && { show }) };
}

function DaysOfLocations({ url, head, empty }: PartProps) {
  const { question, day, change } = url;
  const { against, ...selection } = question;
  const sort = isOf(sortsOfDays, url.sort);
  const query = useInfiniteQuery(salesQuery({ ...selection, day, sort }));
  return (
    <RowsCard
      head={
        <>
          {head}
          <FilterRow isPrinted={day !== undefined}>
            <OneOfFilter
              label="Day"
              everything="All days"
              options={stateNames}
              value={day}
              onChange={(day) => change({ day })}
            />
          </FilterRow>
        </>
      }
      {...{ empty, query }}
      rows={query.data?.pages.flatMap((page) => page.days)}
      more="Show more days"
    >
      {(days) => (
        <SalesTable days={days} hasLocations sort={{ by: sort, onSort: (sort) => change({ sort }) }} />
      )}
    </RowsCard>
  );
}

function Breakdown({ url, head, empty, of }: PartProps & { of: BreakdownKind }) {
  const { change } = url;
  return (
    <BreakdownTable
      {...{ head, empty }}
      question={breakdownOf(url, of)}
      onChoose={({ code, key }) => change({ code, key: key || undefined })}
      onBack={() => change({ code: undefined, key: undefined, by: undefined })}
      onSpan={(by) => change({ by })}
    />
  );
}

function breakdownOf({ question, code, key, by = 'location' }: SalesUrl, of: BreakdownKind) {
  const { against, ...selection } = question;
  return { ...selection, of, ...(code !== undefined && { code, key, by }) };
}

/** The CSV of what is shown. */
export function exportShown(url: SalesUrl) {
  const { question, show, day, sort } = url;
  const { against, ...selection } = question;
  const of = kinds[show];
  if (of) return exportBreakdown(breakdownOf(url, of));
  if (show === 'locations') return exportByLocation({ ...question, sort: isOf(sortsOfLocations, sort) });
  if (show === 'states') return exportByState(question);
  if (show === 'both') return exportSales({ ...selection, day, sort: isOf(sortsOfDays, sort) });
  return exportCompared(question);
}
