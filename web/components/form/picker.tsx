import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { fold } from '../../../contract/lists/search-key.ts';
import { classes } from '../../lib/browser/classes.ts';
import { searchingSaidAfterMs, useIsSlow } from '../../lib/browser/use-is-slow.ts';

export interface PickerProps {
  children: ReactNode;
  /** The options do not answer what is typed yet. */
  searching?: boolean;
  /** Without a search box, which would take the focus itself. */
  autoFocus?: boolean;
  className?: string;
}

/**
 * The arrow keys move from the box through the options and back. Enter in the box takes the first option that was found,
 * as soon as the answer is there, and never submits the surrounding form. On an option it takes that one, or saves the form
 * in which Space takes it. Without a box, letters move to the option that begins with them.
 * In a dialog the whole picker scrolls into view on focus, and again when the keyboard of a phone covers it.
 */
export function Picker({ children, searching = false, autoFocus = false, className }: PickerProps) {
  const place = useRef<HTMLDivElement>(null);
  const isEnterWaiting = useRef(false);
  const typed = useRef({ text: '', at: 0 });
  const isSaid = useIsSlow(searching, searchingSaidAfterMs);
  useEffect(() => {
    const keepInView = () => {
      if (place.current?.contains(document.activeElement)) place.current.scrollIntoView({ block: 'nearest' });
    };
    window.addEventListener('resize', keepInView);
    return () => window.removeEventListener('resize', keepInView);
  }, []);
  useEffect(() => {
    if (autoFocus && !place.current?.querySelector(searchBox)) place.current?.focus();
  }, [autoFocus]);
  useEffect(() => {
    if (searching || !isEnterWaiting.current) return;
    isEnterWaiting.current = false;
    pickFirst(place.current);
  }, [searching]);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const { key, target, currentTarget } = event;
    // Enter may end the composition of a character.
    if (event.nativeEvent.isComposing) return;
    const box = currentTarget.querySelector<HTMLInputElement>(searchBox);
    const options = optionsIn(currentTarget);
    isEnterWaiting.current = false;
    if (key === 'ArrowDown' || key === 'ArrowUp') return moveFocus(event, box, options);
    const option = options.find((one) => one === target);
    if (key === 'Enter' && target === box) {
      event.preventDefault();
      if (searching) isEnterWaiting.current = true;
      else pickFirst(currentTarget);
    } else if (key === 'Enter' && option instanceof HTMLInputElement && !option.form) {
      event.preventDefault();
      option.click();
    } else if (box && isTyped(event) && option) {
      // After a click on an option the next search can be typed at once: the box gets this key.
      box.focus();
      box.select();
    } else if (!box && isTyped(event)) {
      const isNext = event.timeStamp - typed.current.at < togetherMs;
      typed.current = { text: fold(isNext ? typed.current.text + key : key), at: event.timeStamp };
      options.find((one) => textOf(one).startsWith(typed.current.text))?.focus();
    }
  }
  return (
    // Key events of the controls inside bubble up to here.
    // biome-ignore lint/a11y/noStaticElementInteractions: no control of its own
    <div
      ref={place}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onFocus={({ currentTarget, relatedTarget }) => {
        // Not when moving between options, where the list scrolls by itself.
        if (!currentTarget.contains(relatedTarget)) currentTarget.scrollIntoView({ block: 'nearest' });
      }}
      className={classes('outline-none', className)}
    >
      {children}
      <span role="status" className="sr-only">
        {isSaid && 'Searching…'}
      </span>
    </div>
  );
}

/** Letters within it belong to one word, as in a list of the browser. */
const togetherMs = 1000;

const searchBox = 'input[type="search"]';
const enabledOptions = 'input[type="checkbox"]:enabled:not([aria-disabled=true]), li > button:enabled';

function optionsIn(picker: HTMLElement): HTMLElement[] {
  return [...picker.querySelectorAll<HTMLElement>(enabledOptions)];
}

function textOf(option: HTMLElement): string {
  return fold((option.closest('label') ?? option).textContent.trim());
}

/** Without a text nothing was found, so nothing is meant. */
function pickFirst(picker: HTMLElement | null) {
  const box = picker?.querySelector<HTMLInputElement>(searchBox);
  if (!picker || !box?.value.trim()) return;
  optionsIn(picker)[0]?.click();
  // Selected, so that the next typed text replaces it.
  box.select();
}

/** A list with keys of its own has already moved the focus among its options. */
function moveFocus(event: KeyboardEvent, box: HTMLElement | null, options: readonly HTMLElement[]) {
  const stops = box ? [box, ...options] : options;
  const at = stops.indexOf(event.target as HTMLElement);
  const isDown = event.key === 'ArrowDown';
  if ((at < 0 && event.target !== event.currentTarget) || (!isDown && stops[at] === box)) return;
  const next = stops[at + (isDown ? 1 : -1)];
  if (event.defaultPrevented && stops[at] !== box && next !== box) return;
  event.preventDefault();
  next?.focus();
}

/** Space toggles an option, and no shortcut is a letter of a search. */
function isTyped({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
}
