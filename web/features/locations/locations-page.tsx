import { Suspense } from 'react';
import { locationList } from '../../../contract/lists/list-filters.ts';
import type { Location } from '../../../contract/locations.ts';
import { ListPage } from '../../components/list-page/list-page.tsx';
import { useListRequest } from '../../components/list-page/use-list-page.ts';
import { lazyDialog, lazyMenu } from '../../components/loading/lazy-dialog.tsx';
import { lazyPart } from '../../components/loading/lazy-part.tsx';
import { PopupPlace } from '../../components/overlay/popup-place.tsx';
import { useAccess } from '../../lib/account/access.ts';
import type { ExportedList } from '../../lib/list/export-query.ts';
import { useListState } from '../../lib/list/list-origin.ts';
import { addLocationAct } from '../../parts/acts/location-acts.ts';
import { ViewsButton } from '../../parts/views/views-button.tsx';
import { locationSorts, locationViews, useLocationFilterWords } from './list/location-list.ts';
import { type ListedLocation, locationsSource } from './locations.api.ts';
import {
  hideableColumns,
  locationColumns,
  locationMenu,
  StackedLocation,
  stackedLocationHeight,
} from './locations-table.tsx';

const LocationDialogs = lazyDialog(() => import('./location-dialogs.tsx'), 'LocationDialogs');
const LocationRowMenu = lazyMenu(() => import('./location-menus.tsx'), 'LocationRowMenu');

const LocationBulk = lazyPart(async () => (await import('./bulk/location-bulk.tsx')).LocationBulk, {
  ahead: 'near button',
});

const FilterPopover = lazyMenu(() => import('./list/location-filter-popups.tsx'), 'LocationFilterPopover');
const FilterSheet = lazyDialog(() => import('./list/location-filter-popups.tsx'), 'LocationFilterSheet');

async function saveLocations(list: ExportedList & { seesUsers: boolean }) {
  const { exportLocationList } = await import('./locations-export.api.ts');
  await exportLocationList(list);
}

export function LocationsPage() {
  const request = useListRequest(locationList, hideableColumns);
  const { listUrl, dialog, id, openDialog, closeDialog } = request;
  const { hasPermission, mayAct, mayImport } = useAccess();
  const mayEdit = mayAct('editLocation');
  const actions = {
    mayEdit,
    mayDelete: mayAct('deleteLocation'),
    onEdit: (location: Location) => void openDialog('edit', location.id),
    onDelete: (location: Location) => void openDialog('delete', location.id),
    listState: useListState(),
    isCompact: listUrl.isCompact,
  };
  return (
    <ListPage<ListedLocation>
      request={request}
      source={locationsSource}
      noun={['location', 'locations']}
      save={(list) => saveLocations({ ...list, seesUsers: hasPermission('users.read') })}
      title="Locations"
      subtitle="Manage your store locations"
      views={<ViewsButton list="locations" builtIn={locationViews} unknown={request.listUrl.ignored} />}
      add={{
        label: addLocationAct.label,
        mayAdd: mayAct('addLocation'),
        whyNot: 'Your roles do not allow you to open locations',
        text: 'Get started by adding your first store location.',
      }}
      mayImport={mayImport('locations')}
      mayExport
      other={hasPermission('users.read') && { to: '/users', title: 'Users' }}
      deletion="location.deleted"
      placeholder="Search locations..."
      toolbar={{
        ...useLocationFilterWords(listUrl.filters),
        sorts: locationSorts,
        columns: hideableColumns,
        FilterPopover,
        FilterSheet,
      }}
      onEdit={mayEdit ? (id) => void openDialog('edit', id) : undefined}
      columns={locationColumns(actions, mayEdit)}
      minWidth={560}
      stacked={(location) => <StackedLocation location={location} {...actions} />}
      stackedHeight={stackedLocationHeight}
      bulk={
        (mayEdit || mayAct('assignLocations') || mayAct('manageDistricts')) && {
          nameOf: ({ name }) => name,
          bar: (list) => <LocationBulk {...list} />,
        }
      }
    >
      <PopupPlace of={locationMenu}>{(popup) => <LocationRowMenu popup={popup} {...actions} />}</PopupPlace>
      <Suspense>{dialog && <LocationDialogs dialog={dialog} id={id} onClose={closeDialog} />}</Suspense>
    </ListPage>
  );
}
