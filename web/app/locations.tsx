import { PageTitle } from '../components/display/page-title.tsx';
import { NoAccess } from '../components/feedback/no-access.tsx';
import { locationViews } from '../features/locations/list/location-list.ts';
import { LocationsPage } from '../features/locations/locations-page.tsx';
import { ViewsButton } from '../features/views/views-button.tsx';
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
  return (
    <LocationsPage
      views={<ViewsButton list="locations" builtIn={locationViews} />}
      RunDialog={ListRunDialog}
    />
  );
}
