import { Suspense } from 'react';
import type { Location } from '../../../../contract/locations.ts';
import { lazyDialog, lazyMenu } from '../../../components/loading/lazy-dialog.tsx';
import { PopupPlace } from '../../../components/overlay/popup-place.tsx';
import { usePageDialog } from '../../../lib/url/page-url.ts';
import { accessMenu } from './access-row.tsx';
import { useAccessList } from './use-access-list.ts';

const AccessMenu = lazyMenu(() => import('./access-menu.tsx'), 'AccessMenu');
const RemoveUserDialog = lazyDialog(() => import('./remove-user-dialog.tsx'), 'RemoveUserDialog');

export function AccessRemoval({ location }: { location: Location }) {
  const { dialog, id, openDialog, closeDialog } = usePageDialog('/guarded/locations/$id');
  const canSee = useAccessList(location.id, 'can_see').users;
  const listed = [...canSee, ...useAccessList(location.id, 'cannot_see').users];
  const removed = dialog === 'remove' ? listed.find((user) => user.id === id && user.assigned) : undefined;
  return (
    <>
      <PopupPlace of={accessMenu}>
        {(popup) => <AccessMenu popup={popup} onRemove={(user) => openDialog('remove', user.id)} />}
      </PopupPlace>
      <Suspense>
        {removed && <RemoveUserDialog location={location} user={removed} onClose={closeDialog} />}
      </Suspense>
    </>
  );
}
