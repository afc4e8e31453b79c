import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { AccessListName } from '../../../../contract/location-access.ts';
import type { Location } from '../../../../contract/locations.ts';
import { lazyDialog, lazyMenu } from '../../../components/loading/lazy-dialog.tsx';
import { PopupPlace } from '../../../components/overlay/popup-place.tsx';
import { usePageDialog, usePageUrl } from '../../../lib/url/page-url.ts';
import { accessMenu } from './access-menu-popup.ts';
import { accessListQuery } from './location-access.api.ts';
import { useWaitingReason } from './use-waiting-reason.ts';

const AccessMenu = lazyMenu(() => import('./access-menu.tsx'), 'AccessMenu');
const RemoveUserDialog = lazyDialog(() => import('./remove-user-dialog.tsx'), 'RemoveUserDialog');

export function AccessRemoval({ location }: { location: Location }) {
  const { dialog, id, openDialog, closeDialog } = usePageDialog('/guarded/locations/$id');
  const listed = [...useListed(location.id, 'can_see'), ...useListed(location.id, 'cannot_see')];
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

function useListed(locationId: string, list: AccessListName) {
  const { q = '' } = usePageUrl('/guarded/locations/$id').search;
  const chosen = useWaitingReason();
  const reason = list === 'cannot_see' ? chosen : undefined;
  const { data } = useInfiniteQuery(accessListQuery(locationId, list, q, reason));
  return data?.pages.flatMap((page) => page.users) ?? [];
}
