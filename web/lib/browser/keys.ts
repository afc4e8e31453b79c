import { type RefObject, useEffect, useRef } from 'react';

/** Returns false when the key means nothing here: an older component, or the browser, may take it. */
type Act = (event: KeyboardEvent) => unknown;

/** By the name of the key in lower case: 'x', 'escape', 'shift arrowdown', 'ctrl k' (⌘ too), 'g d' (g, then d). */
type Acts = Readonly<Record<string, Act | undefined>>;

interface Keys {
  acts: Acts;
  isOfOverlay: boolean;
}

/** The keys of the mounted components, the newest last: those of a page take precedence over those of the shell. */
const registered: RefObject<Keys>[] = [];
/** 'g' begins the keys of two letters, such as 'g d'. */
const prefix = 'g';
const prefixMs = 1_500;
let prefixAt = Number.NEGATIVE_INFINITY;
let isOverlayOpen = false;

/** While a dialog or a menu is open, only the keys of an overlay count. In a field, keys type; see `isTyped`. */
export function useKeys(acts: Acts, { isOfOverlay = false, isOfShell = false } = {}) {
  const latest = useRef<Keys>({ acts, isOfOverlay });
  useEffect(() => {
    latest.current = { acts, isOfOverlay };
  });
  useEffect(() => {
    if (registered.length === 0) {
      document.addEventListener('keydown', look, { capture: true });
      document.addEventListener('keydown', onKeyDown);
    }
    // Effects of a page run before those of the shell around it.
    if (isOfShell) registered.unshift(latest);
    else registered.push(latest);
    return () => {
      registered.splice(registered.indexOf(latest), 1);
      if (registered.length > 0) return;
      document.removeEventListener('keydown', look, { capture: true });
      document.removeEventListener('keydown', onKeyDown);
    };
  }, [isOfShell]);
}

/** Before all other listeners, because a popup that one of them closes would be gone when the key arrives below. */
function look() {
  isOverlayOpen = document.querySelector(overlays) !== null;
}

function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || event.altKey) return;
  const pressed = nameOf(event);
  if (isTyped(event.target, pressed)) return;
  for (const { current } of registered.toReversed()) {
    const act = current.isOfOverlay === isOverlayOpen && current.acts[pressed];
    if (!act || act(event) === false) continue;
    event.preventDefault();
    return;
  }
}

function nameOf({ key, ctrlKey, metaKey, shiftKey, timeStamp }: KeyboardEvent): string {
  const name = key.toLowerCase();
  if (ctrlKey || metaKey) return shiftKey ? `ctrl shift ${name}` : `ctrl ${name}`;
  // Shift is part of a letter and a sign.
  if (shiftKey && key.length > 1) return `shift ${name}`;
  const isSecond = timeStamp - prefixAt < prefixMs;
  prefixAt = name === prefix && !isSecond ? timeStamp : Number.NEGATIVE_INFINITY;
  return isSecond ? `${prefix} ${name}` : name;
}

/** Whether the key belongs to the field that has the focus, or dismisses the toast that has it. */
function isTyped(target: EventTarget | null, pressed: string): boolean {
  if (!(target instanceof Element) || pressed.startsWith('ctrl ') || !target.closest(fields)) return false;
  if (!target.matches('input[type=search]')) return true;
  // From the search of a list to its first row, and out of an empty one.
  return pressed !== 'arrowdown' && !(pressed === 'escape' && target.matches(':placeholder-shown'));
}

const overlays = '[role=dialog], [role=alertdialog], [role=menu]';
const fields = 'input:not([data-row-select]), textarea, select, [contenteditable], [role=region]';
