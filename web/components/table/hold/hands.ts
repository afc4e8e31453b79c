type Reason = 'opening' | 'pointer' | 'focus' | 'menu' | 'dialog' | 'selection' | 'touch' | 'drag';

const releaseMs = 400;
/** A list that scrolls on after the finger has left is still under way. */
const quietMs = 150;

const dialogs = '[role=dialog], [role=alertdialog]';

/**
 * Tells when a user is at the rows of a list: with the pointer, the focus, a finger, a menu, a dialog or a selection.
 * It says that they left when nothing of it is true for 400 ms. A list that opens under a still pointer is told so by the
 * browser some frames later, and Back gives a row the focus then, so it begins as if they were there.
 */
export function watchHands(card: HTMLElement, onHold: (isHeld: boolean) => void): () => void {
  const reasons = new Set<Reason>();
  const ending = new AbortController();
  let release: ReturnType<typeof setTimeout> | undefined;
  let quiet: ReturnType<typeof setTimeout> | undefined;

  function mark(reason: Reason, isOn: boolean) {
    if (reasons.has(reason) === isOn) return;
    if (isOn) reasons.add(reason);
    else reasons.delete(reason);
    clearTimeout(release);
    if (reasons.size > 0) onHold(true);
    else release = setTimeout(() => onHold(false), releaseMs);
  }
  function on<Kind extends keyof DocumentEventMap>(
    place: HTMLElement | Document,
    kind: Kind,
    listener: (event: DocumentEventMap[Kind]) => void,
  ) {
    const options = { capture: true, passive: true, signal: ending.signal };
    place.addEventListener(kind, listener as EventListener, options);
  }
  const settle = () => {
    clearTimeout(quiet);
    quiet = setTimeout(() => mark('touch', false), quietMs);
  };
  const lookAtFocus = () => mark('focus', isInRows(card, document.activeElement));
  const look = () => {
    mark('menu', card.querySelector('[data-rows] [data-popup-open]') !== null);
    mark('selection', card.querySelector('[data-selecting]') !== null);
    // A row that had the focus may be gone.
    lookAtFocus();
  };
  // The dialog is drawn after its container.
  const lookForDialog = () => setTimeout(() => mark('dialog', document.querySelector(dialogs) !== null));

  on(card, 'pointerover', ({ pointerType, target }) =>
    mark('pointer', pointerType !== 'touch' && isInRows(card, target)),
  );
  on(document, 'pointerover', ({ target }) => card.contains(target as Node) || mark('pointer', false));
  on(document.documentElement, 'pointerleave', ({ target }) => {
    if (target === document.documentElement) mark('pointer', false);
  });
  on(card, 'focusin', lookAtFocus);
  on(card, 'focusout', ({ relatedTarget }) => mark('focus', isInRows(card, relatedTarget)));
  on(card, 'pointerdown', ({ target }) => mark('drag', isInRows(card, target)));
  on(document, 'pointerup', () => mark('drag', false));
  on(document, 'pointercancel', () => mark('drag', false));
  on(card, 'touchstart', ({ target }) => {
    clearTimeout(quiet);
    mark('touch', isInRows(card, target));
  });
  on(document, 'touchend', settle);
  on(document, 'touchcancel', settle);
  on(document, 'scroll', () => reasons.has('touch') && quiet !== undefined && settle());
  const rows = new MutationObserver(look);
  rows.observe(card, {
    subtree: true,
    attributes: true,
    attributeFilter: ['data-popup-open', 'data-selecting'],
  });
  const body = new MutationObserver(lookForDialog);
  body.observe(document.body, { childList: true });
  mark('opening', true);
  lookForDialog();
  const frame = requestAnimationFrame(() => {
    // An event may have told of a pointer meanwhile.
    if (card.querySelector('[data-rows]:hover')) mark('pointer', true);
    look();
    mark('opening', false);
  });
  return () => {
    ending.abort();
    cancelAnimationFrame(frame);
    rows.disconnect();
    body.disconnect();
    clearTimeout(release);
    clearTimeout(quiet);
  };
}

function isInRows(card: HTMLElement, target: EventTarget | null): boolean {
  return target instanceof Element && card.contains(target) && target.closest('[data-rows]') !== null;
}
