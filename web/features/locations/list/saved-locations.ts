import { type LocationFilterField, locationList } from '../../../../contract/lists/list-filters.ts';
import { locationKey } from '../../../../contract/lists/search-key.ts';
import type { Location } from '../../../../contract/locations.ts';
import type { SavedList } from '../../../components/table/use-saved-toast.ts';
import { locationValues } from '../locations.api.ts';

export const savedLocations: SavedList<Location, LocationFilterField> = {
  to: '/locations',
  list: locationList,
  searched: (location) => ({ key: locationKey(location), state: location.state }),
  valuesOf: locationValues,
};
