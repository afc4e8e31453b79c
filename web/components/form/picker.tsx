import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';

export interface PickerProps {
  children: ReactNode;
  /** More options may match: the server is still searching. */
  searching?: boolean;
  /** The text is exactly the name of one option, so Enter picks that one, whatever else matches. */
  onPickExact?: (() => void) | undefined;
  className?: string;
}

/**
 * The arrow keys move from the box through the options and back. Enter in the box never submits the surrounding form.
 * In a dialog the whole picker scrolls into view on focus, and again when the keyboard of a phone covers it.
 */
export function Picker({ children, searching = false, onPickExact, className }: PickerProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const keepInView = () => {
      if (place.current?.contains(document.activeElement)) place.current.scrollIntoView({ block: 'nearest' });
    };
    window.addEventListener('resize', keepInView);
    return () => window.removeEventListener('resize', keepInView);
  }, []);

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    const { key, target, currentTarget } = event;
    // Enter may end the composition of a character.
    if (event.nativeEvent.isComposing) return;
    if (!(target instanceof HTMLInputElement || target instanceof HTMLButtonElement)) return;
    const box = currentTarget.querySelector<HTMLInputElement>('input[type="search"]');
    const options = [...currentTarget.querySelectorAll<HTMLElement>(enabledOptions)];
    const index = options.indexOf(target);
    const isBox = target === box;
    if (isBox && key === 'Enter') {
      event.preventDefault();
      const pick = onPickExact ?? (options.length === 1 && !searching ? () => options[0]?.click() : null);
      if (!pick) return;
      pick();
      // Selected, so that the next typed text replaces it.
      box.select();
    } else if (isBox && key === 'ArrowDown') {
      event.preventDefault();
      options[0]?.focus();
    } else if (index === 0 && key === 'ArrowUp' && box) {
      event.preventDefault();
      box.focus();
    } else if (index >= 0 && box && isTyped(event)) {
      // After a click on an option the next search can be typed at once: the box gets this key.
      box.focus();
      box.select();
    } else if (index >= 0 && ['ArrowDown', 'ArrowUp'].includes(key) && !event.defaultPrevented) {
      event.preventDefault();
      options[index + (key === 'ArrowDown' ? 1 : -1)]?.focus();
    }
  }
  return (
    // Key events of the controls inside bubble up to here.
    // biome-ignore lint/a11y/noStaticElementInteractions: no control of its own
    <div
      ref={place}
      onKeyDown={onKeyDown}
      onFocus={({ currentTarget, relatedTarget }) => {
        // Not when moving between options, where the list scrolls by itself.
        if (!currentTarget.contains(relatedTarget)) currentTarget.scrollIntoView({ block: 'nearest' });
      }}
      className={className}
    >
      {children}
    </div>
  );
}

/** Space toggles an option, and no shortcut is a letter of a search. */
function isTyped({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;
}

const enabledOptions = 'input[type="checkbox"]:enabled:not([aria-disabled=true]), li > button:enabled';
