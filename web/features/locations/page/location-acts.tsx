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
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts';
import { usePageDialog } from '../../../lib/url/page-url.ts';
import { locationActs, menuActsOf, useLocationActs } from '../../../parts/acts/location-acts.ts';

const LocationDialogs = lazyDialog(() => import('../location-dialogs.tsx'), 'LocationDialogs');
const LocationMenu = lazyMenu(() => import('../location-menus.tsx'), 'LocationMenu');

/** On a phone they stand where there is space: Edit in the bar, and Assign Users above the list. */
export function LocationActs({ location }: { location: Location }) {
  const { dialog, openDialog, closeDialog } = usePageDialog('/guarded/locations/$id');
  const acts = useLocationActs().may(location);
  const navigate = useNavigate();
  const isPhone = useMediaQuery('(width < 48rem)');
  const isAssignable = acts.has('assign') && acts.get('assign')?.whyNot === undefined;
  useKeys({
    e: acts.has('edit') ? () => openDialog(locationActs.edit.dialog, location.id) : undefined,
    a: isAssignable ? () => openDialog(locationActs.assign.dialog) : undefined,
  });
  return (
    <>
      {!isPhone && <EditButton location={location} />}
      {!isPhone && <AssignButton location={location} />}
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

function EditButton({ location }: { location: Location }) {
  const { openDialog } = usePageDialog('/guarded/locations/$id');
  const isPhone = useMediaQuery('(width < 48rem)');
  if (!useLocationActs().may(location).has('edit')) return null;
  const edit = () => openDialog(locationActs.edit.dialog, location.id);
  if (isPhone)
    return <IconButton label="Edit" icon={<IconPencil size={20} aria-hidden="true" />} onClick={edit} />;
  return (
    <Button
      variant="secondary"
      data-tooltip="Edit"
      data-hotkey="E"
      icon={<IconPencil size={18} aria-hidden="true" />}
      onClick={edit}
    >
      Edit
    </Button>
  );
}

export function AssignButton({ location }: { location: Location }) {
  const { openDialog } = usePageDialog('/guarded/locations/$id');
  const allowed = useLocationActs().may(location).get('assign');
  const isPhone = useMediaQuery('(width < 48rem)');
  if (!allowed) return null;
  return (
    <Button
      aria-label={locationActs.assign.label}
      icon={<IconPlus size={18} aria-hidden="true" />}
      disabled={allowed.whyNot !== undefined}
      data-tooltip={allowed.whyNot ?? locationActs.assign.label}
      data-hotkey={allowed.whyNot === undefined ? 'A' : undefined}
      onClick={() => openDialog(locationActs.assign.dialog)}
    >
      {isPhone ? 'Assign' : locationActs.assign.label}
    </Button>
  );
}

export const locationMenu = createPopup<Location>('menu');

/** Opens the menu of the page; absent when it would be empty. */
function MenuButton({ location }: { location: Location }) {
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

/** With Edit on a phone. */
export function LocationMenuButtons({ location }: { location: Location }) {
  return (
    <>
      {useMediaQuery('(width < 48rem)') && <EditButton location={location} />}
      <MenuButton location={location} />
    </>
  );
}
