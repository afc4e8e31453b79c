import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { Location } from '../../../../contract/locations.ts';
import { Button } from '../../../components/button/button.tsx';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { IconDots, IconPencil, IconPlus } from '../../../components/icons/icons.ts';
import { lazyDialog, lazyMenu } from '../../../components/loading/lazy-dialog.tsx';
import { PopupPlace } from '../../../components/overlay/popup-place.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { useKeys } from '../../../lib/browser/keys.ts';
import { createPopup } from '../../../lib/browser/popup.ts';
import { usePageDialog } from '../../../lib/url/page-url.ts';
import { locationActs, menuActsOf, useLocationActs } from '../../../parts/acts/location-acts.ts';

const LocationDialogs = lazyDialog(() => import('../location-dialogs.tsx'), 'LocationDialogs');
const LocationMenu = lazyMenu(() => import('../location-menus.tsx'), 'LocationMenu');

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
          <LocationDialogs
            dialog={dialog}
            id={location.id}
            location={location}
            onClose={closeDialog}
            onDeleted={() => void navigate({ to: '/locations' })}
          />
        )}
      </Suspense>
    </>
  );
}

export const locationMenu = createPopup<Location>('menu');

/** Opens the menu of the page; absent when it would be empty. */
export function LocationMenuButton({ location }: { location: Location }) {
  const { hasPermission } = useAccess();
  const acts = menuActsOf(useLocationActs().may(location));
  if (!hasPermission('users.read') && acts.size === 0) return null;
  return (
    <IconButton
      label={`Actions for ${location.name}`}
      tooltip="Actions"
      icon={<IconDots size={20} aria-hidden="true" />}
      {...locationMenu.buttonProps(location)}
    />
  );
}
