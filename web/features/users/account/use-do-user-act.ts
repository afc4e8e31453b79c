import { useMutation } from '@tanstack/react-query';
import type { UserRow } from '../../../../contract/users.ts';
import { showToast } from '../../../components/toast/toasts.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { type UserAct, userActs } from '../../../parts/acts/user-acts.ts';

function loadSwitch() {
  return import('./switch-active.ts');
}

/**
 * Does an act to a user: opens its dialog, or switches the user off or on at once. A question comes before only for oneself,
 * and where covers would end.
 */
export function useDoUserAct(openDialog: (dialog: string, id: string) => unknown) {
  const { isSelf } = useAccess();
  const toggle = useMutation({
    mutationFn: async ({ user, isActive }: { user: UserRow; isActive: boolean }, { client }) => {
      const { switchActive, endsCovers } = await loadSwitch();
      if (!isActive && (await endsCovers(user.id, client)))
        return void openDialog(userActs.deactivate.dialog, user.id);
      await switchActive(user, isActive, client);
    },
    onError: () => showToast({ tone: 'bad', text: 'The change did not load. Try again.' }),
  });
  return {
    /** The user who is switched. */
    changingId: toggle.isPending ? toggle.variables.user.id : undefined,
    act(name: UserAct, user: UserRow) {
      if (name === 'activate' || (name === 'deactivate' && !isSelf(user.id)))
        toggle.mutate({ user, isActive: name === 'activate' });
      else openDialog(userActs[name].dialog, user.id);
    },
  };
}
