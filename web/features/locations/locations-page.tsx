import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Location } from '../../../contract/locations.ts';
import { Button, buttonClasses } from '../../components/button/button.tsx';
import { PageTitle } from '../../components/display/page-title.tsx';
import { IconPlus } from '../../components/icons/icons.ts';
import { lazyPart } from '../../components/loading/lazy-part.tsx';
import { DataTableCard } from '../../components/table/data-table-card.tsx';
import { useAccess } from '../../lib/account/access.ts';
import { useListSearch } from '../../lib/list/list-search.ts';
import { useSearchText } from '../../lib/list/use-search-text.ts';
import { useLocations } from './locations.api.ts';
import { locationColumns, StackedLocation } from './locations-table.tsx';

const LocationDialogs = lazyPart(async () => (await import('./location-dialogs.tsx')).LocationDialogs, {
  closeOf: ({ onClose }) => onClose,
  afterIdle: true,
});

export function LocationsPage() {
  const { q, setQ, dialog, id, openDialog, closeDialog } = useListSearch();
  const [text, setText] = useSearchText(q, setQ);
  const view = useLocations(text);
  const { hasPermission } = useAccess();
  const rights = { mayEdit: hasPermission('locations.update'), mayDelete: hasPermission('locations.delete') };
  const actions = {
    ...rights,
    onEdit: (location: Location) => void openDialog('edit', location.id),
    onDelete: (location: Location) => void openDialog('delete', location.id),
  };
  const mayAdd = hasPermission('locations.create');
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
    <div className="flex flex-1 flex-col lg:min-h-110 print:block">
      <PageTitle title="Locations" subtitle="Manage your store locations" actions={addButton} />
      <DataTableCard
        label="Locations"
        view={view}
        text={text}
        onTextChange={setText}
        placeholder="Search locations..."
        loading="Loading locations..."
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
        columns={locationColumns(actions)}
        minWidth={760}
        stacked={(location) => <StackedLocation location={location} {...actions} />}
        stackedHeight={112}
      />
      <Suspense>{dialog && <LocationDialogs dialog={dialog} id={id} onClose={closeDialog} />}</Suspense>
    </div>
  );
}
