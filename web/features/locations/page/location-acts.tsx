import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Location } from '../../../../contract/locations.ts';
import { Button } from '../../../components/button/button.tsx';
import { IconPencil, IconPlus } from '../../../components/icons/icons.ts';
import { lazyDialog, lazyMenu } from '../../../components/loading/lazy-part.tsx';
import { PopupPlace } from '../../../components/overlay/popup-place.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { useKeys } from '../../../lib/browser/keys.ts';
import { usePageSearch } from '../../../lib/url/page-search.ts';
import { locationMenu } from './location-menu-button.tsx';

const LocationPageDialogs = lazyDialog(() => import('./location-page-dialogs.tsx'), 'LocationPageDialogs');
const LocationMenu = lazyMenu(() => import('./location-menu.tsx'), 'LocationMenu');

export function LocationActs({ location }: { location: Location }) {
  const { dialog, openDialog, closeDialog } = usePageSearch();
  const { mayAct } = useAccess();
  const navigate = useNavigate();
  const mayEdit = mayAct('editLocation');
  const mayAssign = mayAct('assignLocations');
  const edit = () => openDialog('edit', location.id);
  const assign = () => openDialog('assign');
  const isOpen = !location.closed_on;
  useKeys({ e: mayEdit ? edit : undefined, a: mayAssign && isOpen ? assign : undefined });
  return (
    <>
      {mayEdit && (
        <Button
          variant="secondary"
          data-tooltip="Edit"
          data-hotkey="E"
          icon={<IconPencil size={18} aria-hidden="true" />}
          onClick={edit}
        >
          Edit
        </Button>
      )}
      {mayAssign && (
        <Button
          icon={<IconPlus size={18} aria-hidden="true" />}
          disabled={!isOpen}
          data-tooltip={isOpen ? 'Assign Users' : 'Nobody new can be assigned to a closed location'}
          data-hotkey={isOpen ? 'A' : undefined}
          onClick={assign}
        >
          Assign Users
        </Button>
      )}
      <PopupPlace of={locationMenu}>
        {(popup) => <LocationMenu popup={popup} onOpen={(name) => openDialog(name, location.id)} />}
      </PopupPlace>
      <Suspense>
        {dialog && (
          <LocationPageDialogs
            dialog={dialog}
            location={location}
            onClose={closeDialog}
            onDeleted={() => void navigate({ to: '/locations' })}
          />
        )}
      </Suspense>
    </>
  );
}
