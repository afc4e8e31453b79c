import { type RefObject, useEffect, useRef } from 'react';
import { useKeys } from '../../lib/browser/keys.ts';

export interface LargeListKeysProps {
  list: RefObject<HTMLElement | null>;
  isFromEnd: boolean;
  turn: () => void;
}

/** End loads the last rows of a large list, and Home the first ones: its scroll bar covers only what is loaded. */
export function LargeListKeys({ list, isFromEnd, turn }: LargeListKeysProps) {
  const wasOnRow = useRef(false);

  const go = (isEnd: boolean) => (event: KeyboardEvent) => {
    // The browser scrolls there.
    if (isFromEnd === isEnd) return false;
    wasOnRow.current = event.target instanceof Element && event.target.closest('[data-row]') !== null;
    turn();
    return true;
  };
  useKeys({ end: go(true), home: go(false) });

  useEffect(() => {
    if (!wasOnRow.current) return;
    wasOnRow.current = false;
    // The rows there are drawn when the list has scrolled.
    const timer = setTimeout(() => {
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row] [data-row-main]') ?? [])];
      rows.at(isFromEnd ? -1 : 0)?.focus();
    }, 100);
    return () => clearTimeout(timer);
  }, [list, isFromEnd]);

  return null;
}
