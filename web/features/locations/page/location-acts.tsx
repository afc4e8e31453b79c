import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Location } from '../../../../contract/locations.ts';
import { Button } from '../../../components/button/button.tsx';
import { IconPencil, IconPlus } from '../../../components/icons/icons.ts';
import { lazyDialog, lazyMenu } from '../../../components/loading/lazy-dialog.tsx';
import { PopupPlace } from '../../../components/overlay/popup-place.tsx';
import { useKeys } from '../../../lib/browser/keys.ts';
import { usePageDialog } from '../../../lib/url/page-url.ts';
import { locationActs, useLocationActs } from '../../../parts/acts/location-acts.ts';
import { locationMenu } from './location-menu-button.tsx';

const LocationPageDialogs = lazyDialog(() => import('./location-page-dialogs.tsx'), 'LocationPageDialogs');
const LocationMenu = lazyMenu(() => import('./location-menu.tsx'), 'LocationMenu');

export function LocationActs({ location }: { location: Location }) {
  const { dialog, openDialog, closeDialog } = usePageDialog('/guarded/locations/$id');
  const acts = useLocationActs().may(location);
  const navigate = useNavigate();
  const mayEdit = acts.has('edit');
  const mayAssign = acts.has('assign');
  const whyNotAssign = acts.get('assign')?.whyNot;
  const edit = () => openDialog(locationActs.edit.dialog, location.id);
  const assign = () => openDialog(locationActs.assign.dialog);
  const isOpen = whyNotAssign === undefined;
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
          data-tooltip={whyNotAssign ?? locationActs.assign.label}
          data-hotkey={isOpen ? 'A' : undefined}
          onClick={assign}
        >
          {locationActs.assign.label}
        </Button>
      )}
      <PopupPlace of={locationMenu}>
        {(popup) => (
          <LocationMenu popup={popup} onOpen={(act) => openDialog(locationActs[act].dialog, location.id)} />
        )}
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
