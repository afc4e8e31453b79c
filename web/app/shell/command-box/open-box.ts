import { onAccountChange } from '../../../lib/account/auth-store.ts';
import { createStore } from '../../../lib/store.ts';

/** Whether the command box is open: the top bar, the bottom bar of a phone and Ctrl K open it. */
export const isBoxOpen = createStore(false);

onAccountChange(() => isBoxOpen.set(false));
