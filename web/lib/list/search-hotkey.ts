import { type RefObject, useEffect } from 'react';

/** The visible search boxes, the newest last: the box of a page takes precedence over that of the top bar. */
const boxes: HTMLInputElement[] = [];

/** `/` focuses this box from anywhere outside a field and outside a dialog. */
export function useSearchHotkey(box: RefObject<HTMLInputElement | null>, isEnabled = true) {
  useEffect(() => {
    const input = box.current;
    if (!input || !isEnabled) return;
    if (boxes.length === 0) document.addEventListener('keydown', focusNewest);
    boxes.push(input);
    return () => {
      boxes.splice(boxes.indexOf(input), 1);
      if (boxes.length === 0) document.removeEventListener('keydown', focusNewest);
    };
  }, [box, isEnabled]);
}

function focusNewest(event: KeyboardEvent) {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest('input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog]'))
    return;
  event.preventDefault();
  const box = boxes.at(-1);
  box?.focus();
  box?.select();
}
