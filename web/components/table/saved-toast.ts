import { showToast, type ToastOptions } from '../toast/toasts.ts';
import { markRow } from './marked-row.ts';

/** Says what was saved and marks its row, which stays in its place or stands on top of its list. */
export function showSaved({ id }: { id: string }, toast: ToastOptions) {
  markRow(id);
  showToast(toast);
}
