import { type RefObject, useEffect, useRef } from 'react';

type Acts = Readonly<Record<string, (() => void) | undefined>>;

/** The keys of the mounted components, the newest last: those of a page take precedence over those of the shell. */
const registered: RefObject<Acts>[] = [];
/** 'g' begins the keys of two letters, such as 'g d'. */
const prefix = 'g';
const prefixMs = 1_500;
let prefixAt = Number.NEGATIVE_INFINITY;
let isOverlayOpen = false;

/**
 * Single keys that act like buttons: pressed outside of a field, a dialog and a menu. `g d` is g, then d. Escape also
 * counts in an empty search, but not when it closes something.
 */
export function useKeys(acts: Acts) {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    if (registered.length === 0) {
      document.addEventListener('keydown', look, { capture: true });
      document.addEventListener('keydown', onKeyDown);
    }
    registered.push(latest);
    return () => {
      registered.splice(registered.indexOf(latest), 1);
      if (registered.length > 0) return;
      document.removeEventListener('keydown', look, { capture: true });
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}

/** Before all other listeners, because a popup that one of them closes would be gone when the key arrives below. */
function look() {
  isOverlayOpen = document.querySelector(overlays) !== null;
}

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || isOverlayOpen) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.target instanceof Element ? event.target : null;
  const isEmptySearch = target?.matches('input[type=search]:placeholder-shown') ?? false;
  if (target?.closest(elsewhere) && !(event.key === 'Escape' && isEmptySearch)) return;
  const key = event.key.toLowerCase();
  const isSecond = event.timeStamp - prefixAt < prefixMs;
  prefixAt = key === prefix && !isSecond ? event.timeStamp : Number.NEGATIVE_INFINITY;
  const pressed = isSecond ? `${prefix} ${key}` : key;
  const act = registered.findLast(({ current }) => current[pressed])?.current[pressed];
  if (!act) return;
  event.preventDefault();
  act();
}

const overlays = '[role=dialog], [role=alertdialog], [role=menu]';
// Escape dismisses a toast that has the focus.
const elsewhere = `input, textarea, select, [contenteditable], [role=region], ${overlays}`;
