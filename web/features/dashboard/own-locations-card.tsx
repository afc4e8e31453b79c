import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type OwnLocation, type OwnToday, ownLocationsShown } from '../../../contract/dashboard.ts';
import { ClippedText } from '../../components/display/clipped-text.tsx';
import { Lamp } from '../../components/display/lamp.tsx';
import { classes } from '../../lib/browser/classes.ts';
import { formatAgo, formatDate, hourName } from '../../lib/format/format-date.ts';
import { formatDollars, unknownFigure } from '../../lib/format/format-money.ts';
import { changeOf, formatNumber } from '../../lib/format/format-number.ts';
import { ownLocationsQuery } from './dashboard.api.ts';
import { DashboardCard, SkeletonRows } from './dashboard-card.tsx';
import type { OfDistricts } from './tile.tsx';

interface Column {
  head: string;
  hint?: string;
  width: string;
  /** On a phone, where the other columns are lines of the name. */
  isOnPhone?: boolean;
  isText?: boolean;
  cell: (location: OwnLocation) => ReactNode;
}

const notJoined: Column = {
  head: 'Not joined',
  width: 'md:w-25',
  isOnPhone: true,
  cell: (location) => (
    <Figure value={location.waiting} isWarning to="/users" search={usersOf(location, 'not:joined')} />
  ),
};

/** Of readers who see no sales, and of chains without any. */
const ofUsers: readonly Column[] = [
  {
    head: 'Active users',
    width: 'md:w-28',
    isOnPhone: true,
    cell: (location) => <Figure value={location.users} to="/users" search={usersOf(location)} />,
  },
  notJoined,
  { head: 'Manager', width: 'md:w-2/5', isText: true, cell: ({ managers }) => managersOf(managers) },
];

const ofToday: readonly Column[] = [
  {
    head: 'Revenue today',
    width: 'md:w-30',
    isOnPhone: true,
    cell: ({ today }) => (
      <>
        <span className="font-sign text-subheading font-semibold group-data-old/card:text-ink-faint">
          {formatDollars(today?.revenue ?? null)}
        </span>
        <span className="block text-small text-ink-soft md:hidden">
          <Change today={today} />
        </span>
      </>
    ),
  },
  {
    head: 'Change',
    hint: 'Against the same day a week ago until the same hour',
    width: 'md:w-18',
    cell: ({ today }) => (
      <span className="text-ink-soft">{today?.change ? <Change today={today} /> : unknownFigure}</span>
    ),
  },
  { head: 'Register', width: 'md:w-30', isText: true, cell: ({ today }) => today && <Register {...today} /> },
  {
    head: 'Low stock',
    width: 'md:w-22',
    cell: ({ id, today }) => (
      <Figure value={today?.low_stock ?? null} to="/stock" search={{ location: id }} />
    ),
  },
  { ...notJoined, isOnPhone: false },
];

interface OwnLocationsCardProps extends OfDistricts {
  /** How many rows it is likely to have. */
  count: number;
  className: string;
}

export function OwnLocationsCard({ count, district, className }: OwnLocationsCardProps) {
  const query = useQuery(ownLocationsQuery(district));
  const title = district ? 'Locations' : 'Your locations';
  const total = query.data?.total ?? 0;
  const hasSales = query.data?.locations.some(({ today }) => today !== null) ?? false;
  const columns = hasSales ? ofToday : ofUsers;
  return (
    <DashboardCard
      title={title}
      query={query}
      className={className}
      aside={
        total > ownLocationsShown && (
          <Link
            to="/locations"
            search={district ? { district } : {}}
            className="font-semibold text-petrol underline-offset-3 hover:underline"
          >
            All {formatNumber(total)} locations
          </Link>
        )
      }
      skeleton={
        <>
          <div className="h-9" />
          <SkeletonRows count={Math.min(count, ownLocationsShown)} className="h-14 max-md:h-18" />
        </>
      }
    >
      {({ locations }) =>
        locations.length === 0 ? (
          <p className="px-5 py-3 text-ink-soft max-md:px-4">
            {district
              ? 'No open location of yours is in it.'
              : 'No location is assigned to you yet. Ask your administrator.'}
          </p>
        ) : (
          <table aria-label={title} className="w-full table-fixed">
            <thead>
              <tr className="h-9 border-b border-line bg-surface-raised text-left text-badge text-ink-soft">
                <th scope="col" className="pr-3 pl-5 font-semibold max-md:pl-4">
                  Location
                </th>
                {columns.map(({ head, hint, ...column }) => (
                  <th
                    key={head}
                    scope="col"
                    data-tooltip={hint}
                    className={classes('font-semibold', lookOf(column))}
                  >
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {locations.map((location) => (
                <tr
                  key={location.id}
                  className="relative h-14 border-b border-line last:border-b-0 hover:bg-row-hover max-md:h-18"
                >
                  <td className="py-1.5 pr-3 pl-5 max-md:pl-4">
                    <Name {...location} />
                  </td>
                  {columns.map((column) => (
                    <td key={column.head} className={lookOf(column)}>
                      {column.cell(location)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        )
      }
    </DashboardCard>
  );
}

function lookOf({ width, isOnPhone, isText }: Pick<Column, 'width' | 'isOnPhone' | 'isText'>) {
  return classes(
    'px-3 last:pr-5 max-md:last:pr-4',
    width,
    isText ? 'text-left' : 'text-right',
    isOnPhone ? 'max-md:w-24' : 'max-md:hidden',
  );
}

function Name({ id, name, city, state, today, waiting, managers }: OwnLocation) {
  const lines = [
    today?.low_stock && `${formatNumber(today.low_stock)} low`,
    waiting && `${formatNumber(waiting)} not joined`,
  ];
  return (
    <>
      <Link
        to="/locations/$id"
        params={{ id }}
        className="block font-semibold -outline-offset-2 after:absolute after:inset-0 hover:text-petrol"
      >
        <ClippedText>{name}</ClippedText>
      </Link>
      <span className="block truncate text-small text-ink-soft max-md:hidden">
        {city}, {state}
      </span>
      <span className="block truncate text-small md:hidden">
        {today ? <Register {...today} /> : managersOf(managers)}
      </span>
      {today && (
        <span className="block truncate text-small text-ink-soft md:hidden">
          {lines.filter(Boolean).join(' · ')}
        </span>
      )}
    </>
  );
}

/** Never colored: fuel that gets cheaper makes no location worse. */
function Change({ today }: { today: OwnToday | null }) {
  if (!today?.change) return null;
  const { until, now, base } = today.change;
  return (
    <span
      className="relative whitespace-nowrap"
      data-tooltip={`Until ${hourName(until)}, against the same hours a week ago`}
    >
      {changeOf(now, base)}
    </span>
  );
}

function Register({ has_register, has_reported, is_silent, last_file_at }: OwnToday) {
  const isOn = has_reported && !is_silent;
  const word = is_silent ? 'Silent' : has_reported ? 'Reported' : 'Not yet today';
  return (
    <span className={classes('block truncate', is_silent ? 'text-amber-ink' : !isOn && 'text-ink-soft')}>
      <span className="inline-flex items-center gap-1.5">
        <Lamp isOn={isOn} />
        {has_register ? word : 'No register'}
      </span>
      {last_file_at && (
        <time
          dateTime={last_file_at}
          data-tooltip={formatDate(last_file_at)}
          className="relative text-small text-ink-soft max-md:before:content-[',_'] md:block md:pl-3.5"
        >
          {formatAgo(last_file_at)}
        </time>
      )}
    </span>
  );
}

function usersOf({ id }: OwnLocation, invitation?: string) {
  return { location: id, status: 'active', ...(invitation && { invitation }) };
}

interface FigureProps {
  value: number | null;
  to: '/users' | '/stock';
  search: Record<string, string>;
  isWarning?: boolean;
}

function Figure({ value, to, search, isWarning = false }: FigureProps) {
  if (!value) return <span className="text-ink-faint">{value ?? unknownFigure}</span>;
  return (
    <Link
      to={to}
      search={search}
      className={classes(
        'relative z-1 rounded-badge px-1 py-2 font-sign text-subheading font-semibold underline-offset-3 group-data-old/card:text-ink-faint hover:underline',
        isWarning && 'text-amber-ink',
      )}
    >
      {formatNumber(value)}
    </Link>
  );
}

function managersOf(names: string[] | null) {
  if (names === null) return null;
  const [first, ...others] = names;
  if (first === undefined) return <span className="text-bad">No manager</span>;
  return (
    <span className="block truncate text-ink-soft">
      {first}
      {others.length > 0 && ` and ${others.length} more`}
    </span>
  );
}
