import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { allAttentionChecks, mayCheck } from '../../../contract/dashboard.ts';
import { Card } from '../../components/display/card.tsx';
import { PageTitle } from '../../components/display/page-title.tsx';
import { NoAccess } from '../../components/feedback/no-access.tsx';
import { lazyPart } from '../../components/loading/lazy-part.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { useAuth } from '../../lib/account/auth-store.ts';
import { useMediaQuery } from '../../lib/browser/use-media-query.ts';
import { useAppConfig } from '../../lib/http/app-config.ts';
import { AttentionCard } from './attention-card.tsx';
import { RecentChangesCard } from './changes/recent-changes-card.tsx';
import { dashboardQuery } from './dashboard.api.ts';
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
  const isPhone = useMediaQuery('(width < 48rem)');
  const tiles = <Tiles key="tiles" />;
  if (data?.setup) {
    return (
      <Rows>
        {tiles}
        <Suspense key="setup" fallback={<Card aria-hidden="true" className="min-h-105" />}>
          <SetupCard {...data.setup} />
        </Suspense>
      </Rows>
    );
  }
  // On a phone, Needs attention comes before the figures.
  const rows = isPhone ? [<News key="news" />, tiles] : [tiles, <News key="news" />];
  return (
    <Rows>
      {rows}
      <Figures key="figures" />
    </Rows>
  );
}

function Rows({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-4 max-md:gap-3">{children}</div>;
}

/** Needs attention next to Recent changes. A single one takes the whole row. */
function News() {
  const { hasPermission } = useAccess();
  const checks = allAttentionChecks.filter((check) => mayCheck(check, hasPermission));
  const mayAct = checks.length > 0;
  const mayReadAudit = hasPermission('audit.read');
  if (!mayAct && !mayReadAudit) return null;
  return (
    <div className="grid grid-cols-1 gap-4 max-md:gap-3 lg:grid-cols-12">
      {mayAct && (
        <AttentionCard
          possible={checks.length}
          className={mayReadAudit ? 'lg:col-span-7' : 'lg:col-span-12'}
        />
      )}
      {mayReadAudit && <RecentChangesCard className={mayAct ? 'lg:col-span-5' : 'lg:col-span-12'} />}
    </div>
  );
}

function Figures() {
  const { profile } = useAuth();
  const { hasPermission } = useAccess();
  if (hasPermission('locations.all')) {
    return (
      <Suspense fallback={<Card aria-hidden="true" className="h-56" />}>
        <Charts />
      </Suspense>
    );
  }
  return hasPermission('locations.read') && <OwnLocationsCard count={profile?.locations.length ?? 0} />;
}
