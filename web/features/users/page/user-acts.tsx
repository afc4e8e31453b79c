import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { displayName, type UserRow } from '../../../../contract/users.ts';
import { Button } from '../../../components/button/button.tsx';
import { IconMail, IconPencil } from '../../../components/icons/icons.ts';
import { lazyDialog, lazyMenu } from '../../../components/loading/lazy-dialog.tsx';
import { PopupPlace } from '../../../components/overlay/popup-place.tsx';
import { showToast } from '../../../components/toast/toasts.ts';
import { useKeys } from '../../../lib/browser/keys.ts';
import { reasonOf } from '../../../lib/network/request-failed.ts';
import { usePageDialog } from '../../../lib/url/page-url.ts';
import { type UserAct, useUserActs } from '../../../parts/acts/user-acts.ts';
import { useDoUserAct } from '../account/use-do-user-act.ts';
import { useInvite } from '../invitations/use-invite.ts';
import { rowMenu } from '../user-row-button.tsx';

const UserDialogs = lazyDialog(() => import('../user-dialogs.tsx'), 'UserDialogs');
const UserRowMenu = lazyMenu(() => import('../user-row-menu.tsx'), 'UserRowMenu');

export function UserActs({ user }: { user: UserRow }) {
  const { dialog, openDialog, closeDialog } = usePageDialog('/guarded/users/$userId');
  const { may } = useUserActs();
  const navigate = useNavigate();
  const { act, changingId } = useDoUserAct(openDialog);
  const acts = may(user);
  const isAllowed = (name: UserAct) => acts.has(name) && acts.get(name)?.whyNot === undefined;
  const edit = () => act('edit', user);
  useKeys({ e: isAllowed('edit') ? edit : undefined });

  return (
    <>
      {isAllowed('deactivate') && (
        <Button variant="ghost" loading={changingId !== undefined} onClick={() => act('deactivate', user)}>
          Deactivate
        </Button>
      )}
      {isAllowed('edit') && (
        <Button
          variant="secondary"
          title="Edit (E)"
          icon={<IconPencil size={18} aria-hidden="true" />}
          onClick={edit}
        >
          Edit
        </Button>
      )}
      {isAllowed('invite') && user.invitation === null && <InviteUser user={user} />}
      <PopupPlace of={rowMenu}>{(popup) => <UserRowMenu popup={popup} may={may} onAct={act} />}</PopupPlace>
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

function InviteUser({ user }: { user: UserRow }) {
  const send = useInvite(user, (error) =>
    showToast({
      about: user.id,
      tone: 'bad',
      stays: true,
      text: `Failed to invite ${displayName(user)}: ${reasonOf(error)}`,
    }),
  );
  return (
    <Button
      icon={<IconMail size={18} aria-hidden="true" />}
      loading={send.isPending}
      onClick={() => send.mutate(undefined)}
    >
      Invite
    </Button>
  );
}
