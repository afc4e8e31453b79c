import { useLocation, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, Suspense, useId, useRef, useState } from 'react';
import { SearchInput } from '../../../components/form/search-input.tsx';
import { lazyPart } from '../../../components/loading/lazy-part.tsx';
import { classes } from '../../../lib/browser/classes.ts';
import { useKeys } from '../../../lib/browser/keys.ts';

const SearchResults = lazyPart(async () => (await import('./search-results.tsx')).SearchResults, {
  closeOf: ({ onDone }) => onDone,
  afterIdle: true,
});

export interface TopSearchProps {
  className?: string;
  autoFocus?: boolean;
  /** Shows the results below the box, as in the sheet of a phone, instead of over the page. */
  isInSheet?: boolean;
  onDone?: () => void;
}

/** Enter opens the selected result, or the one whose number was typed; otherwise it searches the list page at hand. */
export function TopSearch({ className, autoFocus, isInSheet = false, onDone }: TopSearchProps) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [activeId, setActiveId] = useState<string>();
  const listId = useId();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const box = useRef<HTMLDivElement>(null);
  useKeys({ 'ctrl k': isInSheet ? undefined : () => box.current?.querySelector('input')?.focus() });
  const to = pathname.startsWith('/locations') ? '/locations' : '/users';
  const isShown = isOpen && text.trim() !== '';

  function done() {
    setText('');
    setOpen(false);
    setActiveId(undefined);
    onDone?.();
  }

  function search() {
    const q = text.trim();
    void navigate({ to, search: q ? { q } : {} });
    done();
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (!isShown || event.nativeEvent.isComposing) return;
    const options = [...document.querySelectorAll<HTMLElement>(`[id="${listId}"] [role="option"]`)];
    const index = options.findIndex(({ id }) => id === activeId);
    if (event.key === 'Enter') {
      // A location comes before a user with the same number.
      const opened = options[index] ?? options.find((option) => option.dataset.exact);
      if (!opened) return;
      event.preventDefault();
      opened.click();
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      // ArrowUp on the first result returns to the text.
      const next = options[event.key === 'ArrowDown' ? Math.min(index + 1, options.length - 1) : index - 1];
      setActiveId(next?.id);
      next?.scrollIntoView({ block: 'nearest' });
    }
  }

  return (
    // Blur events of the box and of the results inside bubble up to here.
    // biome-ignore lint/a11y/noStaticElementInteractions: no control of its own
    <div
      ref={box}
      className={classes('relative', className)}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (!isInSheet && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <SearchInput
        placeholder="Search locations and users"
        value={text}
        onValueChange={(next) => {
          setText(next);
          setActiveId(undefined);
          setOpen(true);
        }}
        onEnter={search}
        hotkey="silent"
        autoFocus={autoFocus}
        combobox={{
          'aria-expanded': isShown,
          'aria-controls': isShown ? listId : undefined,
          'aria-activedescendant': isShown ? activeId : undefined,
          onKeyDown,
        }}
      />
      {isShown && (
        <div
          className={
            isInSheet
              ? 'mt-3'
              : 'absolute inset-x-0 top-full mt-1.5 max-h-[70dvh] overflow-y-auto rounded-menu border border-line bg-surface p-1.5 shadow-popup'
          }
        >
          <Suspense>
            <SearchResults id={listId} text={text} activeId={activeId} onDone={done} />
          </Suspense>
        </div>
      )}
    </div>
  );
}
