import { useEffect } from 'react';

/** A dialog that closes returns the focus within this time. */
const settlingMs = 100;

/**
 * When the focused element is removed, the open dialog or the page gets the focus, so that the keyboard and a screen
 * reader stay at their place. A closed toast returns the focus to the element that had it.
 */
export function useFocusRecovery() {
  useEffect(() => {
    let last: Element | null = null;
    let isInToasts = false;
    let beforeToasts: HTMLElement | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isLost = () => document.activeElement === document.body && last !== null && !last.isConnected;

    function keep() {
      timer = undefined;
      if (!isLost()) return;
      const dialogs = document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alertdialog"]');
      const origin = isInToasts && beforeToasts?.isConnected ? beforeToasts : null;
      const left = [...dialogs].at(-1) ?? origin ?? document.querySelector('main');
      left?.focus({ preventScroll: true });
    }
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
      isInToasts = Boolean(last?.closest('[data-toasts]'));
      if (!isInToasts) beforeToasts = last instanceof HTMLElement ? last : null;
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
