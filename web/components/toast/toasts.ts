import type { Toast } from '@base-ui/react/toast';
import { onAccountChange } from '../../lib/account/auth-store.ts';
import { createStore } from '../../lib/store.ts';

export interface ToastAction {
  label: string;
  /** The toast stays until the action is done. The action reports its own outcome and does not throw. */
  run: () => unknown;
}

export interface ToastOptions {
  /** What happened, with the name: 'Nora New added'. */
  text: string;
  tone?: 'good' | 'note' | 'bad';
  action?: ToastAction | undefined;
  /** The text behind the button 'Details'. */
  details?: string;
  /** A toast replaces the earlier one about the same id, and ends when the page of the id is opened. */
  about?: string;
  /** It stays until it is dismissed. */
  stays?: boolean;
}

type ToastManager = ReturnType<typeof Toast.createToastManager<ToastOptions>>;

const shownMs = 8000;

let manager: ToastManager | null = null;
export const waitingToasts = createStore<readonly ToastOptions[]>([]);
const latest = new Map<string, { id: string; toast: ToastOptions }>();

/** Says how an action ended, without moving the page. Shown for 8 seconds, and longer while hovered or focused. */
export function showToast(toast: ToastOptions) {
  if (!manager) return waitingToasts.set([...waitingToasts.get(), toast]);
  const { about, text, stays } = toast;
  const earlier = about && latest.get(about);
  if (earlier) manager.close(earlier.id);
  const id = manager.add({ title: text, timeout: stays ? 0 : shownMs, data: toast });
  if (about) latest.set(about, { id, toast });
}

/** The actions that lead to what a toast is about. The others, such as Undo, offer what its page may not. */
const leading = ['Open', 'Show'];

/** Ends the toasts about the user, location or run whose page was opened, because the page says the same. */
export function endToastsOf(path: string) {
  const isOver = ({ about, action }: ToastOptions) =>
    about !== undefined && path.split('/').includes(about) && (!action || leading.includes(action.label));
  waitingToasts.set(waitingToasts.get().filter((toast) => !isOver(toast)));
  for (const { id, toast } of latest.values()) if (isOver(toast)) manager?.close(id);
}

export function receiveToasts(by: ToastManager) {
  manager = by;
  const waiting = waitingToasts.get();
  waitingToasts.set([]);
  for (const toast of waiting) showToast(toast);
  return () => {
    manager = null;
  };
}

export function dropToasts() {
  waitingToasts.set([]);
  manager?.close();
}
onAccountChange(dropToasts);
