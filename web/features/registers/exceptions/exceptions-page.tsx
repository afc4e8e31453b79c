import { useInfiniteQuery } from '@tanstack/react-query';
import {
  type ExceptionKind,
  type ExceptionSettings,
  exceptionKinds,
  exceptionRules,
  exceptionStates,
  type SalesException,
} from '../../../../contract/sales-exceptions.ts';
import { LocationName } from '../../../components/display/location-name.tsx';
import { FeedPage, FilterRow, noMatches } from '../../../components/feed-page/feed-page.tsx';
import { type PlainColumn, PlainTable } from '../../../components/table/plain-table.tsx';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import { areIds, oneOf, usePageUrl } from '../../../lib/url/page-url.ts';
import { DistrictFilter } from '../../../parts/choose/district-filter.tsx';
import { LocationsFilter } from '../../../parts/choose/location-choices.tsx';
import { DayLink } from '../day-link.tsx';
import { OneOfFilter, RangeFilter } from '../filters.tsx';
import { exceptionsQuery } from '../registers.api.ts';
import { nameOfDays, weekdayName } from '../sales/days.ts';
import { SectionBar } from '../section-bar.tsx';
import { Cashiers } from './cashiers.tsx';
import { SeenMark } from './seen-mark.tsx';

const kindLabels = Object.fromEntries(exceptionKinds.map((kind) => [kind, exceptionRules[kind][0]]));
const stateLabels = { seen: 'Seen', all: 'All' };
const checks = {
  ...{ location: areIds, district: areIds },
  ...{ kind: oneOf(exceptionKinds), seen: oneOf(exceptionStates) },
};
const nothing = {
  from: undefined,
  to: undefined,
  location: undefined,
  district: undefined,
  kind: undefined,
  seen: undefined,
};

export function ExceptionsPage() {
  const { search, ignored, change } = usePageUrl('/guarded/sales/exceptions', checks);
  const { from, to, location, district, kind, seen } = search;
  const query = useInfiniteQuery(exceptionsQuery({ from, to, kind, location, district, seen }));
  const first = query.data?.pages[0];
  const isFiltered = Boolean(location || district || kind || seen);
  return (
    <FeedPage
      title="Exceptions"
      unknown={ignored}
      subtitle={first?.from && first.to ? nameOfDays(first.from, first.to) : '\u00a0'}
      bar={<SectionBar />}
      below={
        <>
          <Cashiers location={location?.includes(',') ? undefined : location} />
          <Rules kind={kind} limits={first?.limits} />
        </>
      }
      filters={
        <FilterRow count={first && describeCount(first)}>
          <RangeFilter from={from} to={to} onChange={change} />
          <LocationsFilter value={location} onChange={(location) => change({ location })} />
          <DistrictFilter value={district} onChange={(district) => change({ district })} />
          <OneOfFilter
            label="Kind"
            everything="All kinds"
            options={kindLabels}
            value={kind}
            onChange={(value) => change({ kind: value })}
          />
          <OneOfFilter
            label="Seen"
            everything="Not seen"
            options={stateLabels}
            value={seen}
            onChange={(value) => change({ seen: value })}
          />
        </FilterRow>
      }
      query={query}
      rows={query.data?.pages.flatMap((page) => page.exceptions)}
      loading="Loading exceptions..."
      empty={
        isFiltered
          ? noMatches('exceptions', 'Clear the filters to see all of them.', () => change(nothing))
          : first?.seen
            ? { title: 'All seen', text: 'Somebody has seen every exception of these days.' }
            : { title: 'Nothing unusual', text: 'No day of these is beyond one of the limits below.' }
      }
      more="Show more exceptions"
    >
      {(exceptions) => (
        <PlainTable
          caption="Exceptions"
          columns={columns}
          rows={exceptions}
          keyOf={({ location_id, business_date, kind, about }) =>
            `${location_id} ${business_date} ${kind} ${about}`
          }
          rowClasses="relative hover:bg-row-hover has-[a:active]:bg-line"
        />
      )}
    </FeedPage>
  );
}

const columns: readonly PlainColumn<SalesException>[] = [
  {
    head: 'Location',
    cell: (row) => (
      <DayLink {...row}>
        <LocationName name={row.location_name} number={row.location_number} />
      </DayLink>
    ),
  },
  {
    head: 'Day',
    cell: ({ trading_date }) => weekdayName(trading_date),
    isExtra: true,
    isPlain: true,
    headClasses: 'w-36',
    cellClasses: 'whitespace-nowrap text-ink-soft',
  },
  {
    head: 'What',
    cell: ({ kind, what }) => (
      <>
        <span className="font-medium text-ink">{exceptionRules[kind][0]}</span>
        <span className="block text-small">{what}</span>
      </>
    ),
    isExtra: true,
    isPlain: true,
    cellClasses: 'phone:basis-full',
  },
  {
    head: 'Usual',
    cell: ({ usual }) => usual,
    isExtra: true,
    isPlain: true,
    headClasses: 'w-[23%]',
    cellClasses: 'pr-4 text-small text-ink-soft phone:basis-full',
  },
  {
    head: 'Seen',
    cell: (row) => <SeenMark exception={row} />,
    isExtra: true,
    isPlain: true,
    headClasses: 'w-[20%]',
    cellClasses: 'text-small text-ink-soft phone:basis-full',
  },
];

/** '12 exceptions, 3 seen' */
function describeCount({ total, seen }: { total: number; seen: number }): string {
  return `${countOf(total, 'exception')}${seen > 0 ? `, ${formatNumber(seen)} seen` : ''}`;
}

/** The limits, because a list of what is unusual says nothing without them. */
function Rules(props: { kind: ExceptionKind | undefined; limits: ExceptionSettings | undefined }) {
  const { kind, limits } = props;
  // Rows that come would push it down.
  if (!limits) return null;
  return (
    <details className="mt-6 print:hidden">
      <summary className="cursor-pointer font-semibold max-md:py-3">What counts as an exception</summary>
      <dl className="mt-2 grid gap-x-6 gap-y-1 text-small md:grid-cols-[12rem_1fr]">
        {exceptionKinds
          .filter((one) => kind === undefined || one === kind)
          .map((one) => (
            <div key={one} className="contents">
              <dt className="font-medium">{exceptionRules[one][0]}</dt>
              <dd className="text-ink-soft">{exceptionRules[one][1](limits)}</dd>
            </div>
          ))}
      </dl>
    </details>
  );
}
