import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { recentAuditQuery } from '../features/audit/audit.api.ts';
import { EntriesAbout } from '../features/audit/recent/entries-about.tsx';
import { RecentCard } from '../features/audit/recent/recent-card.tsx';
import { LocationPage } from '../features/locations/page/location-page.tsx';
import { useAccess } from '../lib/account/access.ts';

const entriesShown = 20;

/** The page of a location, with its history, which another feature provides. */
export function Location() {
  const { id: location } = useParams({ from: '/guarded/locations/$id' });
  const mayRead = useAccess().hasPermission('audit.read');
  // Requested together with the rest of the page.
  useQuery({ ...recentAuditQuery({ location }, entriesShown), enabled: mayRead });
  const about = { filters: { location }, count: entriesShown };
  return (
    <LocationPage
      history={mayRead && <EntriesAbout key={location} {...about} />}
      recent={mayRead && <RecentCard key={location} {...about} />}
    />
  );
}
