import { useEffect, useRef } from 'react';
import { searchMaxLength } from '../../../contract/fields/limits.ts';
import { classes } from '../../lib/browser/classes.ts';
import { useKeys } from '../../lib/browser/keys.ts';
import { searchingSaidAfterMs, useIsSlow } from '../../lib/browser/use-is-slow.ts';
import { Spinner } from '../button/spinner.tsx';
import { IconSearch, IconX } from '../icons/icons.ts';

export interface SearchInputProps {
  /** The specification's placeholder; also the accessible name. */
  placeholder: string;
  value: string;
  onValueChange: (value: string) => void;
  onEnter?: (() => void) | undefined;
  /** Called when Backspace is pressed in the empty box. */
  onBackspace?: (() => void) | undefined;
  /** A search on the server is running. */
  searching?: boolean | undefined;
  /** `/` focuses this box, and a hint shows the key; 'silent' hides the hint. */
  hotkey?: boolean | 'silent' | undefined;
  autoFocus?: boolean | undefined;
  className?: string | undefined;
}

export function SearchInput({
  placeholder,
  value,
  onValueChange,
  onEnter,
  onBackspace,
  searching = false,
  hotkey = false,
  autoFocus = false,
  className,
}: SearchInputProps) {
  const box = useRef<HTMLInputElement>(null);
  const isSaid = useIsSlow(searching, searchingSaidAfterMs);
  const search = () => {
    box.current?.focus();
    box.current?.select();
  };
  useKeys({ '/': hotkey === false ? undefined : search });
  useEffect(() => {
    if (autoFocus) box.current?.focus();
  }, [autoFocus]);

  function clear() {
    onValueChange('');
    box.current?.focus();
  }

  return (
    <div className={classes('relative print:hidden', className)}>
      <span className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-ink-soft">
        {isSaid ? <Spinner /> : <IconSearch size={18} aria-hidden="true" />}
      </span>
      <input
        ref={box}
        type="search"
        enterKeyHint="search"
        maxLength={searchMaxLength}
        autoComplete="off"
        spellCheck={false}
        aria-label={placeholder}
        aria-keyshortcuts={hotkey ? '/' : undefined}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnter?.();
          // A held key only clears the text.
          if (event.key === 'Backspace' && !value && !event.repeat) onBackspace?.();
          if (event.key !== 'Escape' || !value) return;
          // The next press closes the surrounding dialog.
          event.stopPropagation();
          clear();
        }}
        className="peer h-10 w-full rounded-control border border-line-strong bg-surface pr-10 pl-10 text-body text-ellipsis focus-visible:outline-offset-0 max-md:h-11 max-md:text-phone-input"
      />
      {value ? (
        <button
          type="button"
          aria-label="Clear search"
          onClick={clear}
          className="absolute inset-y-0 right-0 grid w-10 place-items-center rounded-control text-ink-soft hover:text-ink active:bg-line max-md:w-11"
        >
          <IconX size={16} aria-hidden="true" />
        </button>
      ) : (
        hotkey === true && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-2.5 my-auto grid size-5 place-items-center rounded-badge border border-line text-badge text-ink-faint peer-focus:hidden max-md:hidden"
          >
            /
          </span>
        )
      )}
    </div>
  );
}
