import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type OwnLocation, ownLocationsShown } from '../../../contract/dashboard.ts';
import { ClippedText } from '../../components/display/clipped-text.tsx';
import { classes } from '../../lib/browser/classes.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { ownLocationsQuery } from './dashboard.api.ts';
import { DashboardCard, SkeletonRows } from './dashboard-card.tsx';

const heads = ['Location', 'Active users', 'Not joined', 'Manager'];

export function OwnLocationsCard({ count }: { count: number }) {
  const query = useQuery(ownLocationsQuery);
  const total = query.data?.total ?? 0;
  return (
    <DashboardCard
      title="Your locations"
      query={query}
      aside={
        total > ownLocationsShown && (
          <Link to="/locations" className="font-semibold text-petrol underline-offset-3 hover:underline">
            All {formatNumber(total)} locations
          </Link>
        )
      }
      skeleton={
        <>
          <div className="h-9" />
          <SkeletonRows count={Math.min(count, ownLocationsShown)} className="h-12" />
        </>
      }
    >
      {({ locations }) =>
        locations.length === 0 ? (
          <p className="px-5 py-3 text-ink-soft max-md:px-4">
            No location is assigned to you yet. Ask your administrator.
          </p>
        ) : (
          <table aria-label="Your locations" className="w-full table-fixed">
            <thead>
              <tr className="h-9 border-b border-line bg-surface-raised text-left text-badge text-ink-soft">
                {heads.map((head) => (
                  <th
                    key={head}
                    scope="col"
                    className="px-3 font-semibold first:pl-5 last:pr-5 max-md:first:pl-4 md:last:w-2/5 md:nth-2:w-28 md:nth-3:w-28 max-md:nth-2:w-16 max-md:nth-3:w-22 max-md:last:hidden nth-2:text-right nth-3:text-right"
                  >
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {locations.map((location) => (
                <OwnLocationRow key={location.id} {...location} />
              ))}
            </tbody>
          </table>
        )
      }
    </DashboardCard>
  );
}

function OwnLocationRow({ id, name, city, state, users, waiting, managers }: OwnLocation) {
  const active = { location: id, status: 'active' };
  const managedBy = managers && <Managers names={managers} />;
  return (
    <tr className="relative h-12 border-b border-line last:border-b-0 hover:bg-row-hover">
      <td className="pr-3 pl-5 max-md:pl-4">
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
        <span className="block truncate text-small md:hidden">{managedBy}</span>
      </td>
      <Figure value={users} filters={active} />
      <Figure value={waiting} filters={{ ...active, invitation: 'not:joined' }} isWarning />
      <td className="truncate pr-5 pl-3 max-md:hidden">{managedBy}</td>
    </tr>
  );
}

interface FigureProps {
  value: number | null;
  filters: Record<string, string>;
  isWarning?: boolean;
}

function Figure({ value, filters, isWarning = false }: FigureProps) {
  return (
    <td className="px-3 text-right">
      {value === null || value === 0 ? (
        <span className="text-ink-faint">{value ?? '–'}</span>
      ) : (
        <Link
          to="/users"
          search={filters}
          className={classes(
            'relative z-1 rounded-badge px-1 py-2 font-sign text-subheading font-semibold underline-offset-3 group-data-old/card:text-ink-faint hover:underline',
            isWarning && 'text-amber-ink',
          )}
        >
          {formatNumber(value)}
        </Link>
      )}
    </td>
  );
}

function Managers({ names: [first, ...others] }: { names: string[] }) {
  if (first === undefined) return <span className="text-bad">No manager</span>;
  return (
    <span className="text-ink-soft">
      {first}
      {others.length > 0 && ` and ${others.length} more`}
    </span>
  );
}
