import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Answer } from '../../../../contract/http/endpoint.ts';
import { fold } from '../../../../contract/lists/search-key.ts';
import type { listReporting } from '../../../../contract/registers.ts';
import { Lamp } from '../../../components/display/lamp.tsx';
import { LocationName } from '../../../components/display/location-name.tsx';
import { FeedPage, FilterRow, noMatches } from '../../../components/feed-page/feed-page.tsx';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { type PlainColumn, PlainTable } from '../../../components/table/plain-table.tsx';
import { classes } from '../../../lib/browser/classes.ts';
import { formatAgo, formatDate } from '../../../lib/format/format-date.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { areIds, oneOf, usePageUrl } from '../../../lib/url/page-url.ts';
import { DistrictFilter } from '../../../parts/choose/district-filter.tsx';
import { rowLinkLook } from '../day-link.tsx';
import { OneOfFilter } from '../filters.tsx';
import { reportingQuery } from '../registers.api.ts';
import { SectionBar } from '../section-bar.tsx';
import { shortDay, weekdayName } from './days.ts';

type ReportingLocation = Answer<typeof listReporting>['locations'][number];

const shown = { missing: 'Missing', silent: 'Silent', reported: 'Reported' } as const;

const passes: Record<keyof typeof shown, (location: ReportingLocation) => boolean> = {
  missing: ({ has_reported }) => !has_reported,
  silent: ({ is_silent }) => is_silent,
  reported: ({ has_reported }) => has_reported,
};

export function ReportingPage() {
  const { search, ignored, change } = usePageUrl('/guarded/sales/reporting', {
    show: oneOf(Object.keys(shown) as (keyof typeof shown)[]),
    district: areIds,
  });
  const { show, district } = search;
  const [text, setText] = useState('');
  const query = useQuery(reportingQuery(district));
  const words = fold(text).split(' ').filter(Boolean);
  const rows = query.data?.filter((location) => {
    const name = fold(`${location.name} ${location.number ?? ''}`);
    return (!show || passes[show](location)) && words.every((word) => name.includes(word));
  });
  const clear = () => {
    setText('');
    change({ show: undefined, district: undefined });
  };
  return (
    <FeedPage
      title="Reporting"
      unknown={ignored}
      subtitle="Today, by the clock of each location. Missing first."
      bar={<SectionBar />}
      filters={
        <FilterRow count={rows && countOf(rows.length, 'location')}>
          <SearchInput
            placeholder="Search locations..."
            className="w-80 max-md:col-span-2 max-md:w-full"
            value={text}
            onValueChange={setText}
          />
          <DistrictFilter value={district} onChange={(district) => change({ district })} />
          <OneOfFilter
            label="Reported"
            everything="All locations"
            options={shown}
            value={show}
            onChange={(value) => change({ show: value })}
          />
        </FilterRow>
      }
      query={query}
      rows={rows}
      loading="Loading the locations..."
      empty={
        query.data?.length || district
          ? noMatches('locations', 'Clear the filters to see all of them.', clear)
          : {
              title: 'No location reports yet',
              text: 'Locations with a register connection, or with daily closes from spreadsheets, will appear here.',
            }
      }
    >
      {(locations) => (
        <PlainTable
          caption="Locations"
          columns={columns}
          rows={locations}
          keyOf={({ id }) => id}
          rowClasses="relative hover:bg-row-hover has-[a:active]:bg-line"
        />
      )}
    </FeedPage>
  );
}

const columns: readonly PlainColumn<ReportingLocation>[] = [
  {
    head: 'Location',
    cell: ({ id, name, number }) => (
      <Link to="/locations/$id/sales" params={{ id }} className={rowLinkLook}>
        <LocationName {...{ name, number }} />
      </Link>
    ),
  },
  {
    head: 'Today',
    cell: ({ has_reported }) => (
      <span
        className={classes('inline-flex items-center gap-2', !has_reported && 'font-medium text-amber-ink')}
      >
        <Lamp isOn={has_reported} />
        {has_reported ? 'Reported' : 'Missing'}
      </span>
    ),
    headClasses: 'w-36',
  },
  {
    head: 'Newest day',
    cell: ({ last_date }) => (last_date ? weekdayName(last_date) : 'None yet'),
    isExtra: true,
    headClasses: 'w-48',
    cellClasses: 'text-ink-soft',
  },
  {
    head: 'Last file',
    cell: ({ last_file_at, is_silent }) =>
      last_file_at ? (
        <time
          dateTime={last_file_at}
          data-tooltip={formatDate(last_file_at)}
          className={classes('relative z-1', is_silent && 'text-amber-ink')}
        >
          {formatAgo(last_file_at)}
          {is_silent && ', silent'}
        </time>
      ) : (
        'None yet'
      ),
    isExtra: true,
    headClasses: 'w-48',
    cellClasses: 'text-ink-soft',
  },
  {
    head: 'Told',
    cell: whoWasNotified,
    isExtra: true,
    cellClasses: 'text-ink-soft',
  },
];

const namesShown = 2;

/** Those who can go and look; null where nothing is missing. */
function whoWasNotified({ has_reported, notified }: ReportingLocation) {
  if (!notified)
    return has_reported ? null : (
      <span
        className="relative z-1"
        data-tooltip="A day is told as missing from 10 AM of the next day, a register as silent after the hours of the organization."
      >
        Nobody yet
      </span>
    );
  const { at, date, names, others } = notified;
  const shown = names.slice(0, namesShown);
  const isNobody = names.length + others === 0;
  const about = `${date ? `${weekdayName(date)} is missing` : 'The register is silent'}, ${formatDate(at)}`;
  return (
    <span
      className={classes('relative z-1', isNobody && 'font-medium text-amber-ink')}
      data-tooltip={`${about}: ${isNobody ? 'nobody was assigned there, or watched it, who may see sales' : namesAnd(names, others)}`}
    >
      {date && `${shortDay(date)}: `}
      {isNobody ? 'Nobody' : namesAnd(shown, names.length - shown.length + others)}
    </span>
  );
}

/** 'Dana Cole, 2 others'; without a name '3 users'. */
function namesAnd(names: readonly string[], others: number): string {
  const rest = others > 0 ? [countOf(others, names.length > 0 ? 'other' : 'user')] : [];
  return [...names, ...rest].join(', ');
}
