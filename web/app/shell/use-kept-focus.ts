import { useEffect } from 'react';

/** A dialog that closes gives the focus back within this time. */
const settlingMs = 100;

/**
 * What has the focus may go: a row that is deleted, a button that did its work, the link of a menu. Then what is left
 * takes it, the open dialog or the page, so that the keyboard does not start again at the top of the window, and
 * a screen reader stays where it was.
 */
export function useKeptFocus() {
  useEffect(() => {
    let last: Element | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isLost = () => document.activeElement === document.body && last !== null && !last.isConnected;

    function keep() {
      timer = undefined;
      if (!isLost()) return;
      const dialogs = document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alertdialog"]');
      const left = [...dialogs].at(-1) ?? document.querySelector('main');
      left?.focus({ preventScroll: true });
    }
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
    };
    const observer = new MutationObserver(() => {
      if (!timer && isLost()) timer = setTimeout(keep, settlingMs);
    });
    document.addEventListener('focusin', remember);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      observer.disconnect();
      clearTimeout(timer);
    };
  }, []);
}
