import { locationViews } from '../features/locations/list/location-list.ts';
import { LocationsPage } from '../features/locations/locations-page.tsx';
import { ViewsButton } from '../features/views/views-button.tsx';
import { ListRunDialog } from './runs/popups.ts';

/** The list of locations, with its views, which another feature provides. */
export function Locations() {
  return (
    <LocationsPage
      views={<ViewsButton list="locations" builtIn={locationViews} />}
      RunDialog={ListRunDialog}
    />
  );
}
