import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

/** The last focused row of each list entry in the history of the tab. */
const leftRows = new Map<string, string>();

const mostFrames = 30;

/** Focuses the row that was opened when Back leads to its list again. */
export function useLeftRow(list: RefObject<HTMLElement | null>, isReady: boolean) {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });

  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const rememberRowOf = (target: EventTarget | null) => {
      const row = target instanceof Element && target.closest<HTMLElement>('[data-row]')?.dataset.row;
      if (row && box.contains(target as Element)) leftRows.set(entry, row);
    };
    // The search may still replace the entry after the row has the focus.
    rememberRowOf(document.activeElement);
    const remember = ({ target }: FocusEvent) => rememberRowOf(target);
    box.addEventListener('focusin', remember);
    return () => box.removeEventListener('focusin', remember);
  }, [list, entry]);

  useEffect(() => {
    const row = isReady && leftRows.get(entry);
    if (!row) return;
    let frame = 0;
    let framesLeft = mostFrames;
    // The row appears a few frames after the scroll position is restored.
    function focusRow() {
      const { activeElement } = document;
      if (activeElement !== document.body && activeElement?.id !== 'main') return;
      const main = list.current?.querySelector<HTMLElement>(`[data-row="${row}"] [data-row-main]`);
      if (main) main.focus({ preventScroll: true });
      else if (framesLeft > 0) {
        framesLeft -= 1;
        frame = requestAnimationFrame(focusRow);
      }
    }
    frame = requestAnimationFrame(focusRow);
    return () => cancelAnimationFrame(frame);
  }, [list, entry, isReady]);
}
