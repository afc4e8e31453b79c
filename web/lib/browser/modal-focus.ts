/** The open modal popups, the topmost last. */
const popups: HTMLElement[] = [];
const controls = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, [tabindex]';

/**
 * Base UI returns the focus a frame after it has left, and a second Tab within that frame would go on into the page
 * behind. So the page cannot get the focus at all, and Tab wraps around within the same key press.
 */
export function keepFocusInside(popup: HTMLElement | null) {
  if (!popup) return undefined;
  popups.push(popup);
  if (popups.length === 1) lockPage(true);
  return () => {
    popups.splice(popups.indexOf(popup), 1);
    if (popups.length === 0) lockPage(false);
  };
}

function lockPage(isLocked: boolean) {
  document.getElementById('root')?.toggleAttribute('inert', isLocked);
  if (isLocked) document.addEventListener('keydown', turnAround, true);
  else document.removeEventListener('keydown', turnAround, true);
}

function turnAround(event: KeyboardEvent) {
  const popup = popups.at(-1);
  if (event.key !== 'Tab' || !popup) return;
  const stops = [...popup.querySelectorAll<HTMLElement>(controls)].filter(isStop);
  const current = document.activeElement;
  const ahead = event.shiftKey ? Node.DOCUMENT_POSITION_PRECEDING : Node.DOCUMENT_POSITION_FOLLOWING;
  const isInside = current !== null && popup.contains(current);
  if (isInside && stops.some((stop) => current.compareDocumentPosition(stop) & ahead)) return;
  event.preventDefault();
  (stops.at(event.shiftKey ? -1 : 0) ?? popup).focus();
}

function isStop(control: HTMLElement) {
  return control.tabIndex >= 0 && control.checkVisibility();
}
