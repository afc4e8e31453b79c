import { Link } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { locationList } from '../../../contract/lists/list-filters.ts';
import type { Location } from '../../../contract/locations.ts';
import { ListActions } from '../../components/bulk/list-actions.tsx';
import { useListExport } from '../../components/bulk/use-list-export.ts';
import { Button, buttonClasses } from '../../components/button/button.tsx';
import { PageTitle } from '../../components/display/page-title.tsx';
import { useIgnoredNotice } from '../../components/filters/use-ignored-notice.ts';
import { IconPlus } from '../../components/icons/icons.ts';
import { lazyDialog, lazyMenu, lazyPart } from '../../components/loading/lazy-part.tsx';
import { PopupPlace } from '../../components/overlay/popup-place.tsx';
import { DataTableCard } from '../../components/table/data-table-card.tsx';
import { useSelection } from '../../components/table/use-selection.ts';
import { useAccess } from '../../lib/account/access.ts';
import { useKeys } from '../../lib/browser/keys.ts';
import type { ExportedList } from '../../lib/list/export-query.ts';
import { useListState } from '../../lib/list/list-origin.ts';
import { listQuery, useListUrl } from '../../lib/list/list-url.ts';
import { useSearchText } from '../../lib/list/use-search-text.ts';
import { useListSearch } from '../../lib/url/list-search.ts';
import type { RunDialogProps } from '../runs/runs.api.ts';
import { locationSorts, useLocationFilterWords } from './list/location-list.ts';
import { useLocations } from './locations.api.ts';
import {
  hideableColumns,
  locationColumns,
  locationMenu,
  StackedLocation,
  stackedLocationHeight,
} from './locations-table.tsx';

const LocationDialogs = lazyDialog(() => import('./location-dialogs.tsx'), 'LocationDialogs');
const LocationRowMenu = lazyMenu(() => import('./location-row-menu.tsx'), 'LocationRowMenu');

const LocationBulk = lazyPart(async () => (await import('./bulk/location-bulk.tsx')).LocationBulk, {
  afterIdle: true,
});

const FilterPopover = lazyMenu(() => import('./list/location-filter-popups.tsx'), 'LocationFilterPopover');
const FilterSheet = lazyDialog(() => import('./list/location-filter-popups.tsx'), 'LocationFilterSheet');
const hideable = hideableColumns.map(({ id }) => id);

export interface LocationsPageProps {
  /** Shown next to the title: the button of the views. */
  views: ReactNode;
  /** The dialog that shows, applies and undoes bulk acts. */
  RunDialog: ComponentType<RunDialogProps>;
}

const noun = ['location', 'locations'] as const;

async function saveLocations(list: ExportedList) {
  const { exportLocationList } = await import('./locations-export.api.ts');
  await exportLocationList(list);
}

export function LocationsPage({ views, RunDialog }: LocationsPageProps) {
  const { q, setQ, dialog, id, openDialog, closeDialog } = useListSearch();
  const [text, setText] = useSearchText(q, setQ);
  const listUrl = useListUrl(locationList, hideable);
  useIgnoredNotice(listUrl.ignored);
  const view = useLocations(text, { filters: listUrl.filters, sort: listUrl.sort });
  const words = useLocationFilterWords(listUrl.filters);
  const query = listQuery(text, listUrl.filters);
  const selection = useSelection(view, query, noun);
  const { run: save, isPending: isSaving } = useListExport(saveLocations);
  const exporting = {
    run: (columns: 'shown' | 'all') =>
      save({ text, ...listUrl, hidden: columns === 'all' ? [] : listUrl.hidden }),
    isPending: isSaving,
  };
  const { hasPermission, mayAct, mayImport } = useAccess();
  const allowed = {
    mayEdit: mayAct('editLocation'),
    mayDelete: mayAct('deleteLocation'),
  };
  const actions = {
    ...allowed,
    onEdit: (location: Location) => void openDialog('edit', location.id),
    onDelete: (location: Location) => void openDialog('delete', location.id),
    listState: useListState(),
    isCompact: listUrl.isCompact,
  };
  const mayAdd = mayAct('addLocation');
  useKeys({ c: mayAdd ? () => void openDialog('add') : undefined });
  const addButton = (
    <Button
      icon={<IconPlus size={18} aria-hidden="true" />}
      onClick={() => void openDialog('add')}
      disabled={!mayAdd}
      title={mayAdd ? undefined : 'Your roles do not allow you to open locations'}
    >
      Add Location
    </Button>
  );

  return (
    <div className="flex flex-1 flex-col sm:@container sm:min-h-110 print:block">
      <PageTitle
        title="Locations"
        subtitle="Manage your store locations"
        aside={views}
        actions={
          <ListActions
            about="locations"
            mayImport={mayImport('locations')}
            onExport={() => exporting.run('all')}
            maySelect={allowed.mayEdit}
          >
            {addButton}
          </ListActions>
        }
      />
      <DataTableCard
        label="Locations"
        view={view}
        text={text}
        onTextChange={setText}
        placeholder="Search locations..."
        loading="Loading locations..."
        noun={noun}
        empty={{
          title: 'No locations yet',
          text: 'Get started by adding your first store location.',
          action: mayAdd && addButton,
        }}
        elsewhere={
          hasPermission('users.read') && (
            <Link to="/users" search={{ q: text.trim() }} className={buttonClasses('link')}>
              Search in Users
            </Link>
          )
        }
        notFound={{ title: 'No locations found', text: 'Try adjusting your search criteria.' }}
        toolbar={{
          listUrl,
          ...words,
          sorts: locationSorts,
          columns: hideableColumns,
          exporting,
          FilterPopover,
          FilterSheet,
        }}
        onEdit={allowed.mayEdit ? (id) => void openDialog('edit', id) : undefined}
        columns={locationColumns(actions, allowed.mayEdit)}
        minWidth={640}
        stacked={(location) => <StackedLocation location={location} {...actions} />}
        stackedHeight={stackedLocationHeight}
        selecting={
          allowed.mayEdit
            ? {
                selection,
                nameOf: ({ name }) => name,
                bar: (
                  <LocationBulk
                    selection={selection}
                    matching={view.isExact && view.count}
                    query={query}
                    RunDialog={RunDialog}
                  />
                ),
              }
            : undefined
        }
      />
      <PopupPlace of={locationMenu}>{(popup) => <LocationRowMenu popup={popup} {...actions} />}</PopupPlace>
      <Suspense>{dialog && <LocationDialogs dialog={dialog} id={id} onClose={closeDialog} />}</Suspense>
    </div>
  );
}
