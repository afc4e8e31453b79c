import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { UserRow } from '../../../../contract/users.ts';
import { Button } from '../../../components/button/button.tsx';
import { IconPencil } from '../../../components/icons/icons.ts';
import { lazyDialog, lazyMenu } from '../../../components/loading/lazy-dialog.tsx';
import { PopupPlace } from '../../../components/overlay/popup-place.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { useKeys } from '../../../lib/browser/keys.ts';
import { usePageDialog } from '../../../lib/url/page-url.ts';
import { switchActive } from '../account/switch-active.ts';
import { dialogOfAct, type UserAct, useUserActs } from '../use-user-acts.ts';
import { rowMenu } from '../user-row-button.tsx';
import { InviteUser } from './invite-user.tsx';

const UserDialogs = lazyDialog(() => import('../user-dialogs.tsx'), 'UserDialogs');
const UserRowMenu = lazyMenu(() => import('../user-row-menu.tsx'), 'UserRowMenu');

export function UserActs({ user }: { user: UserRow }) {
  const { dialog, openDialog, closeDialog } = usePageDialog('/guarded/users/$userId');
  const { may } = useUserActs();
  const { isSelf } = useAccess();
  const navigate = useNavigate();
  const toggle = useMutation({
    mutationFn: (isActive: boolean, { client }) => switchActive(user, isActive, client),
  });
  const acts = may(user);
  const isAllowed = (act: UserAct) => acts.has(act) && acts.get(act)?.whyNot === undefined;
  const open = (name: string) => openDialog(name, user.id);
  useKeys({ e: isAllowed('edit') ? () => open('edit') : undefined });

  function setActive(isActive: boolean) {
    if (!isActive && isSelf(user.id)) open('deactivate');
    else toggle.mutate(isActive);
  }

  return (
    <>
      {isAllowed('setActive') && user.is_active && (
        <Button
          variant="ghost"
          className="max-md:order-last"
          loading={toggle.isPending}
          onClick={() => setActive(false)}
        >
          Deactivate
        </Button>
      )}
      {isAllowed('edit') && (
        <Button
          variant="secondary"
          title="Edit (E)"
          icon={<IconPencil size={18} aria-hidden="true" />}
          onClick={() => open('edit')}
        >
          Edit
        </Button>
      )}
      {isAllowed('invite') && user.invitation === null && <InviteUser user={user} />}
      <PopupPlace of={rowMenu}>
        {(popup) => (
          <UserRowMenu
            popup={popup}
            may={may}
            onAct={(act) => (act === 'setActive' ? setActive(!user.is_active) : open(dialogOfAct[act]))}
          />
        )}
      </PopupPlace>
      <Suspense>
        {dialog && (
          <UserDialogs
            dialog={dialog}
            id={user.id}
            onClose={closeDialog}
            onDeleted={() => void navigate({ to: '/users' })}
          />
        )}
      </Suspense>
    </>
  );
}
