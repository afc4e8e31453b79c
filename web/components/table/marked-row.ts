import { createStore, useStore } from '../../lib/store.ts';
import { showToast, type ToastOptions } from '../toast/toasts.ts';

const marked = createStore<ReadonlySet<string>>(new Set());
/** A little longer than the animation. */
const markMs = 1_300;

/** Marks the row that was just added or changed, until its animation has ended. */
export function markRow(id: string) {
  marked.set(new Set([id]));
}

/** Says what was saved and marks its row, which stays in its place or stands on top of its list. */
export function showSaved({ id }: { id: string }, toast: ToastOptions) {
  markRow(id);
  showToast(toast);
}

/** Marks rows that others changed, besides the marked ones. Those that are not on the screen are not marked later. */
export function markRows(ids: readonly string[]) {
  if (ids.length === 0) return;
  marked.set(new Set([...marked.get(), ...ids]));
  setTimeout(() => unmark(ids), markMs);
}

function unmark(ids: readonly string[]) {
  const gone = new Set(ids);
  marked.set(new Set([...marked.get()].filter((id) => !gone.has(id))));
}

let ended: string[] = [];

/** Many end in one frame, and are drawn once. */
function endMark(id: string) {
  ended.push(id);
  if (ended.length > 1) return;
  setTimeout(() => {
    unmark(ended);
    ended = [];
  });
}

export function useMark(id: string | undefined) {
  const isMarked = useStore(marked, (ids) => id !== undefined && ids.has(id));
  return isMarked && id !== undefined ? { 'data-marked': true, onAnimationEnd: () => endMark(id) } : {};
}
