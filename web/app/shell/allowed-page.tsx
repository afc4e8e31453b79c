import { Outlet, useMatches } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Loading } from '../../components/feedback/loading.tsx';
import { lazyPage } from '../../components/loading/lazy-part.tsx';
import { useAccess } from '../../lib/account/access.ts';

const NoAccessPage = lazyPage(() => import('./no-access-page.tsx'), 'NoAccessPage');

/** The page of the route, or why its user may not read it. */
export function AllowedPage() {
  const route = useMatches({ select: (matches) => matches.at(-1)?.staticData });
  const { hasPermission } = useAccess();
  if (!route?.needs || hasPermission(route.needs)) return <Outlet />;
  return (
    <Suspense fallback={<Loading label="Loading..." />}>
      <NoAccessPage title={route.title ?? ''} needs={route.needs} />
    </Suspense>
  );
}
