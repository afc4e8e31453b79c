import { onAccountChange } from '../../../lib/account/auth-store.ts';
import { createStore } from '../../../lib/store.ts';

/** Whether the command box is open: the top bar, the bottom bar of a phone and Ctrl K open it. */
export const isBoxOpen = createStore(false);

/** Whether the list of keyboard shortcuts is open: the key "?" and the command box open it. */
export const isHelpOpen = createStore(false);

onAccountChange(() => {
  isBoxOpen.set(false);
  isHelpOpen.set(false);
});

/** What was typed before the field of the box had the focus: its code may still be on its way. */
let ahead = { text: '', isEntered: false };

isBoxOpen.subscribe(() => {
  ahead = { text: '', isEntered: false };
  if (isBoxOpen.get()) document.addEventListener('keydown', keep, { capture: true });
  else document.removeEventListener('keydown', keep, { capture: true });
});

/** Once, as soon as the field has the focus. */
export function takeTypedAhead(): typeof ahead {
  document.removeEventListener('keydown', keep, { capture: true });
  const taken = ahead;
  ahead = { text: '', isEntered: false };
  return taken;
}

function keep(event: KeyboardEvent) {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  // The code did not come, and a card says so.
  if (target instanceof Element && target.closest('[role=alertdialog]')) return;
  if (ctrlKey || metaKey || altKey || event.isComposing) return;
  const isLetter = [...key].length === 1;
  if (!isLetter && !ownKeys.includes(key)) return;
  event.preventDefault();
  event.stopPropagation();
  if (key === 'Escape') isBoxOpen.set(false);
  else if (ahead.isEntered) return;
  else if (key === 'Enter') ahead.isEntered = ahead.text !== '';
  else if (key === 'Backspace') ahead.text = [...ahead.text].slice(0, -1).join('');
  else if (isLetter) ahead.text += key;
}

const ownKeys = ['Escape', 'Tab', 'Enter', 'Backspace'];
