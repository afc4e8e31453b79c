import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { allAttentionChecks, mayCheck, ownLocationsShown } from '../../../contract/dashboard.ts';
import { Card } from '../../components/display/card.tsx';
import { PageTitle } from '../../components/display/page-title.tsx';
import { NoAccess } from '../../components/feedback/no-access.tsx';
import { UnknownFilters } from '../../components/filters/unknown-filters.tsx';
import { lazyPart, phoneWidth } from '../../components/loading/lazy-part.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { useAuth } from '../../lib/account/auth-store.ts';
import { classes } from '../../lib/browser/classes.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { useAppConfig } from '../../lib/http/app-config.ts';
import { areIds, usePageUrl } from '../../lib/url/page-url.ts';
import { districtsQuery } from '../../parts/choose/district-choices.api.ts';
import { DistrictFilter } from '../../parts/choose/district-filter.tsx';
import { AttentionCard } from './attention-card.tsx';
import { RecentChangesCard } from './changes/recent-changes-card.tsx';
import { attentionQuery, dashboardQuery, ownLocationsQuery } from './dashboard.api.ts';
import { OwnLocationsCard } from './own-locations-card.tsx';
import type { OfDistricts } from './tile.tsx';
import { Tiles } from './tiles.tsx';

const Charts = lazyPart(async () => (await import('./charts/charts.tsx')).Charts);
const SetupCard = lazyPart(async () => (await import('./setup-card.tsx')).SetupCard);

export function DashboardPage() {
  const { product_name } = useAppConfig();
  const { mayDoNothing } = useAccess();
  const { search, ignored, change } = usePageUrl('/guarded/dashboard', { district: areIds });
  const { district } = search;
  const { data: districts = [] } = useQuery(districtsQuery);
  const isChooser = districts.length > 1 || district !== undefined;
  return (
    <>
      <PageTitle
        title="Dashboard"
        subtitle={`Welcome to ${product_name} store management`}
        actions={
          isChooser && (
            // As high as the line of the title on a phone, so that nothing moves when it comes.
            <div className="max-md:-my-1 max-md:w-[45vw]">
              <DistrictFilter isPlain value={district} onChange={(district) => change({ district })} />
            </div>
          )
        }
      />
      <UnknownFilters names={ignored} />
      {/* The figures of another district did not change: they are others. */}
      {mayDoNothing ? <NoAccess /> : <Cards key={district} district={district} />}
    </>
  );
}

/** Of districts it is what a user who has these sees, without the charts of the chain. */
function Cards({ district }: OfDistricts) {
  const { data } = useQuery(dashboardQuery(district));
  const { hasPermission } = useAccess();
  const seesAll = hasPermission('locations.all') && !district;
  const isPhone = useMediaQuery(phoneWidth);
  const { count, isPlacing } = useOwnCount(district);
  const own = <OwnLocationsCard count={count} district={district} className="min-[85rem]:col-span-7" />;
  return (
    <div className="flex flex-col gap-4 max-md:gap-3">
      <Tiles district={district} />
      {data?.setup ? (
        <Suspense fallback={<Card aria-hidden="true" className="min-h-105" />}>
          <SetupCard {...data.setup} />
        </Suspense>
      ) : seesAll || !hasPermission('locations.read') ? (
        <News district={district} />
      ) : isPhone ? (
        <News between={own} district={district} isPlacing={isPlacing} />
      ) : (
        <div className="grid grid-cols-1 items-start gap-4 max-md:gap-3 min-[85rem]:grid-cols-12">
          {own}
          <div className={classes('min-[85rem]:col-span-5', isPlacing && 'invisible')}>
            <News district={district} />
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

/** How many rows of locations come. Of districts nobody knows it before; what stands below waits for them. */
function useOwnCount(district: string | undefined) {
  const { profile } = useAuth();
  const { hasPermission } = useAccess();
  const enabled = district !== undefined && hasPermission('locations.read');
  const { isPending } = useQuery({ ...ownLocationsQuery(district), enabled });
  const count = district ? ownLocationsShown : (profile?.locations.length ?? 0);
  return { count, isPlacing: enabled && isPending };
}

interface NewsProps extends OfDistricts {
  between?: ReactNode;
  /** The height of `between` is not known yet. */
  isPlacing?: boolean;
}

/**
 * Needs attention next to Recent changes, or above it in a narrow column. A single one takes the whole row. `between`
 * them stands what a phone shows there.
 */
function News({ between, district, isPlacing = false }: NewsProps) {
  const { hasPermission } = useAccess();
  const checks = allAttentionChecks.filter((check) => mayCheck(check, hasPermission, Boolean(district)));
  const mayAct = checks.length > 0;
  const mayReadAudit = hasPermission('audit.read');
  const isWaiting = useQuery({ ...attentionQuery(district), enabled: mayAct }).isPending && mayAct;
  if (!mayAct && !mayReadAudit) return between;
  const half = mayAct && mayReadAudit;
  return (
    <div className="@container">
      {/* Beside each other they have the height of six changes, so that nothing below moves when these come. */}
      <div className="grid grid-cols-1 items-start gap-4 max-md:gap-3 @min-[42rem]:min-h-89 @min-[42rem]:grid-cols-12">
        {mayAct && (
          <AttentionCard
            possible={checks.length}
            district={district}
            className={half ? '@min-[42rem]:col-span-7' : '@min-[42rem]:col-span-12'}
          />
        )}
        {between && <div className={classes(isWaiting && 'invisible')}>{between}</div>}
        {mayReadAudit && (
          <RecentChangesCard
            district={district}
            className={classes(
              half ? '@min-[42rem]:col-span-5' : '@min-[42rem]:col-span-12',
              // Below a card whose height is not known yet.
              (isWaiting || isPlacing) && '@max-[42rem]:invisible',
            )}
          />
        )}
      </div>
    </div>
  );
}
