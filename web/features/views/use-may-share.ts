import { useAccess } from '../../lib/account/access.ts';

/** Whether the signed-in user may share views: a shared one is for all locations, as a role is. */
export function useMayShare(): boolean {
  return useAccess().mayAct('shareViews');
}
