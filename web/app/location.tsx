import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '../components/loading/lazy-part.tsx';
import { recentAuditQuery } from '../features/audit/audit.api.ts';
import { EntriesAbout } from '../features/audit/entries-about.tsx';
import { LocationPage } from '../features/locations/page/location-page.tsx';
import { useAccess } from '../lib/account/access.ts';

const entriesShown = 20;

const LocationRegistersCard = lazyPart(
  async () =>
    (await import('../features/registers/connections/location-registers-card.tsx')).LocationRegistersCard,
);

export function Location() {
  const { id: location } = useParams({ from: '/guarded/locations/$id' });
  const { hasPermission } = useAccess();
  const mayRead = hasPermission('audit.read');
  // The sign-ins and invitations of its users are on their pages.
  const filters = { location, only: 'changes' } as const;
  // Requested together with the rest of the page.
  useQuery({ ...recentAuditQuery(filters, entriesShown), enabled: mayRead });
  return (
    <LocationPage
      registers={
        hasPermission('registers.read') && (
          <Suspense>
            <LocationRegistersCard location={location} />
          </Suspense>
        )
      }
      history={mayRead && <EntriesAbout key={location} filters={filters} count={entriesShown} />}
    />
  );
}
