import { PageTitle } from '../components/display/page-title.tsx';
import { NoAccess } from '../components/feedback/no-access.tsx';
import { LocationsPage } from '../features/locations/locations-page.tsx';
import { useAccess } from '../lib/account/access.ts';
import { ListRunDialog } from './runs/popups.ts';

export function Locations() {
  const { mayDoNothing } = useAccess();
  if (mayDoNothing)
    return (
      <>
        <PageTitle title="Locations" />
        <NoAccess />
      </>
    );
  return <LocationsPage RunDialog={ListRunDialog} />;
}
