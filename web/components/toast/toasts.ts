import { Toast } from '@base-ui/react/toast';

export interface ToastAction {
  /** 'Undo' */
  label: string;
  /** The toast stays until it is done. It says itself how it ended and does not throw. */
  run: () => unknown;
}

export interface ToastOptions {
  /** What happened, with the name: 'Nora New added'. */
  text: string;
  tone?: 'good' | 'bad';
  action?: ToastAction | undefined;
  /** What the button 'Details' shows. */
  details?: string;
  /** The toast replaces an earlier one about the same thing. */
  about?: string;
  /** It stays until it is dismissed. */
  stays?: boolean;
}

const shownMs = 8000;

export const toastManager = Toast.createToastManager<ToastOptions>();
const latest = new Map<string, string>();

/** Says how an act ended, without moving the page. Shown for 8 seconds, and longer while hovered or focused. */
export function showToast(toast: ToastOptions) {
  const { about, text, stays } = toast;
  const earlier = about && latest.get(about);
  if (earlier) toastManager.close(earlier);
  const id = toastManager.add({ title: text, timeout: stays ? 0 : shownMs, data: toast });
  if (about) latest.set(about, id);
}

/** For the moment when another user signs in. */
export function dropToasts() {
  toastManager.close();
}
