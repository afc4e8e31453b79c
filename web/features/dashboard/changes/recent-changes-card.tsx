import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { recentChangesShown } from '../../../../contract/dashboard.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { recentChangesQuery } from '../dashboard.api.ts';
import { DashboardCard } from '../parts/dashboard-card.tsx';
import { SkeletonRows } from '../parts/skeleton-rows.tsx';
import { ChangeRow } from './change-row.tsx';

export function RecentChangesCard({ className }: { className: string }) {
  return (
    <DashboardCard
      title="Recent changes"
      query={useQuery(recentChangesQuery)}
      aside={
        <Link
          to="/audit"
          className="flex items-center font-semibold text-petrol underline-offset-3 hover:underline max-md:min-h-11"
        >
          Open audit
        </Link>
      }
      className={classes('min-h-89', className)}
      skeleton={<SkeletonRows count={recentChangesShown} className="h-12.75" />}
    >
      {(entries) =>
        entries.length === 0 ? (
          <p className="px-5 py-3 text-ink-soft max-md:px-4">Nothing was changed in the last 90 days.</p>
        ) : (
          <ul>
            {entries.map((entry) => (
              <ChangeRow key={entry.id} entry={entry} />
            ))}
          </ul>
        )
      }
    </DashboardCard>
  );
}
