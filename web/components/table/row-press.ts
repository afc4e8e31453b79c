import { useEffect } from 'react';
import { showToast } from '../toast/toasts.ts';

const presses = ['click', 'auxclick', 'dblclick'] as const;

/**
 * A click acts on the row that was under the pointer when the button went down, or not at all; a double click needs the
 * same row twice. The rows of every list have their id in `data-row`. One that left its list says why in `data-left`,
 * and does nothing.
 */
export function useRowPress() {
  useEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    // This code may arrive while a button is down: then the row is not known.
    let hasSeenPress = false;
    let pressed: string | undefined;
    let clicked: string | undefined;
    const act = (event: MouseEvent) => {
      const row = rowOf(event.target);
      const id = row?.dataset.row;
      // Keys and scripts click without a pointer.
      const isByPointer = event.detail > 0 && hasSeenPress;
      const isSame = pressed === id && (event.detail < 2 || clicked === id);
      if (event.type === 'click') clicked = id;
      if (row?.dataset.left !== undefined) {
        refuse(event);
        showToast({ about: 'left row', tone: 'note', text: `${row.dataset.left}.` });
      } else if (id !== undefined && isByPointer && !isSame) refuse(event);
    };
    const press = ({ target }: Event) => {
      hasSeenPress = true;
      pressed = rowOf(target)?.dataset.row;
    };
    document.addEventListener('pointerdown', press, options);
    for (const kind of presses) document.addEventListener(kind, act, options);
    return () => listening.abort();
  }, []);
}

/** The row of a list that the target is in. */
export function rowOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
}

function refuse(event: Event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}
