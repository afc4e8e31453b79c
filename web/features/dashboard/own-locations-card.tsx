import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ownLocationsShown } from '../../../contract/dashboard.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { ownLocationsQuery } from './dashboard.api.ts';
import { OwnLocationRow } from './own-location-row.tsx';
import { DashboardCard } from './parts/dashboard-card.tsx';
import { SkeletonRows } from './parts/skeleton-rows.tsx';

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
