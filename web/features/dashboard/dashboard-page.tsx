import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { allAttentionChecks, mayCheck } from '../../../contract/dashboard.ts';
import { Card } from '../../components/display/card.tsx';
import { PageTitle } from '../../components/display/page-title.tsx';
import { NoAccess } from '../../components/feedback/no-access.tsx';
import { lazyPart, phoneWidth } from '../../components/loading/lazy-part.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { useAuth } from '../../lib/account/auth-store.ts';
import { classes } from '../../lib/browser/classes.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { useAppConfig } from '../../lib/http/app-config.ts';
import { AttentionCard } from './attention-card.tsx';
import { RecentChangesCard } from './changes/recent-changes-card.tsx';
import { attentionQuery, dashboardQuery } from './dashboard.api.ts';
import { OwnLocationsCard } from './own-locations-card.tsx';
import { Tiles } from './tiles.tsx';

const Charts = lazyPart(async () => (await import('./charts/charts.tsx')).Charts);
const SetupCard = lazyPart(async () => (await import('./setup-card.tsx')).SetupCard);

export function DashboardPage() {
  const { product_name } = useAppConfig();
  const { mayDoNothing } = useAccess();
  return (
    <>
      <PageTitle title="Dashboard" subtitle={`Welcome to ${product_name} store management`} />
      {mayDoNothing ? <NoAccess /> : <Cards />}
    </>
  );
}

function Cards() {
  const { data } = useQuery(dashboardQuery);
  const { profile } = useAuth();
  const { hasPermission } = useAccess();
  const seesAll = hasPermission('locations.all');
  const isPhone = useMediaQuery(phoneWidth);
  const own = <OwnLocationsCard count={profile?.locations.length ?? 0} className="min-[85rem]:col-span-7" />;
  return (
    <div className="flex flex-col gap-4 max-md:gap-3">
      <Tiles />
      {data?.setup ? (
        <Suspense fallback={<Card aria-hidden="true" className="min-h-105" />}>
          <SetupCard {...data.setup} />
        </Suspense>
      ) : seesAll || !hasPermission('locations.read') ? (
        <News />
      ) : isPhone ? (
        <News between={own} />
      ) : (
        <div className="grid grid-cols-1 items-start gap-4 max-md:gap-3 min-[85rem]:grid-cols-12">
          {own}
          <div className="min-[85rem]:col-span-5">
            <News />
          </div>
        </div>
      )}
      {seesAll && !data?.setup && (
        <Suspense fallback={<Card aria-hidden="true" className="h-56" />}>
          <Charts />
        </Suspense>
      )}
    </div>
  );
}

/**
 * Needs attention next to Recent changes, or above it in a narrow column. A single one takes the whole row. `between`
 * them stands what a phone shows there.
 */
function News({ between }: { between?: ReactNode }) {
  const { hasPermission } = useAccess();
  const checks = allAttentionChecks.filter((check) => mayCheck(check, hasPermission));
  const mayAct = checks.length > 0;
  const mayReadAudit = hasPermission('audit.read');
  const isWaiting = useQuery({ ...attentionQuery, enabled: mayAct }).isPending && mayAct;
  if (!mayAct && !mayReadAudit) return between;
  const half = mayAct && mayReadAudit;
  return (
    <div className="@container">
      {/* Beside each other they have the height of six changes, so that nothing below moves when these come. */}
      <div className="grid grid-cols-1 items-start gap-4 max-md:gap-3 @min-[42rem]:min-h-89 @min-[42rem]:grid-cols-12">
        {mayAct && (
          <AttentionCard
            possible={checks.length}
            className={half ? '@min-[42rem]:col-span-7' : '@min-[42rem]:col-span-12'}
          />
        )}
        {between && <div className={classes(isWaiting && 'invisible')}>{between}</div>}
        {mayReadAudit && (
          <RecentChangesCard
            className={classes(
              half ? '@min-[42rem]:col-span-5' : '@min-[42rem]:col-span-12',
              // Below a card whose height is not known yet.
              isWaiting && '@max-[42rem]:invisible',
            )}
          />
        )}
      </div>
    </div>
  );
}
