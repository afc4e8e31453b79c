import type { View } from '../../../contract/views.ts';
import { useAccess } from '../../lib/account/access.ts';

/** Whether the signed-in user may share views: a shared one is for all locations, as a role is. */
export function useMayShare(): boolean {
  return useAccess().mayAct('shareViews');
}

/** Their own, or a shared one if they may share. */
export function useMayChange() {
  const mayShare = useMayShare();
  return (view: View) => (view.is_shared ? mayShare : view.is_own);
}
