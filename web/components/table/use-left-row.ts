import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

/** The row that had the focus last, for each entry of a list in the history of the tab. */
const leftRows = new Map<string, string>();

const mostFrames = 30;

/** Back leads to a list as it was left, so the row that was opened has the focus again. */
export function useLeftRow(list: RefObject<HTMLElement | null>, isReady: boolean) {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });

  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const rememberRowOf = (target: EventTarget | null) => {
      const row = target instanceof Element && target.closest<HTMLElement>('[data-row]')?.dataset.row;
      if (row && box.contains(target as Element)) leftRows.set(entry, row);
    };
    // The search that led to a row may change the entry when the row has the focus already.
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
    // The row comes into sight a few frames after the list is scrolled as before.
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
