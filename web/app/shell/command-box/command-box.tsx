import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { searchMaxLength } from '../../../../contract/fields/limits.ts';
import type { UserRow } from '../../../../contract/users.ts';
import { iconButtonClasses } from '../../../components/button/icon-button.tsx';
import { Spinner } from '../../../components/button/spinner.tsx';
import { IconSearch, IconX } from '../../../components/icons/icons.ts';
import { useRowPress } from '../../../components/table/hold/row-press.ts';
import { keepFocusInside } from '../../../lib/browser/modal-focus.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { type BoxGroup, BoxHints, BoxList, BoxState, didYouMean } from './box-parts.tsx';
import { type BoxResult, staysOpen } from './box-results.ts';
import { DeactivateUserDialog } from './deactivate-user-dialog.tsx';
import { readBoxText, resultOf } from './search-box.ts';
import { useCommandBox, useRemember } from './use-command-box.ts';

/** Finds locations, users, screens, settings, views and acts. Enter opens the first, Ctrl Enter a new tab. */
export function CommandBox({ onClose }: { onClose: () => void }) {
  const [deactivated, setDeactivated] = useState<UserRow | null>(null);
  if (deactivated) return <DeactivateUserDialog user={deactivated} onClose={onClose} />;
  return <Box onClose={onClose} onDeactivate={setDeactivated} />;
}

interface BoxProps {
  onClose: () => void;
  onDeactivate: (user: UserRow) => void;
}

/** What is typed, what it finds, and what the keys do. */
function useBox({ onClose, onDeactivate }: BoxProps) {
  const [text, setText] = useState('');
  /** The row whose acts are shown. */
  const [of, setOf] = useState<BoxResult | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const highlighted = useRef<BoxResult | undefined>(undefined);
  const remember = useRemember();
  const navigate = useNavigate();
  const box = useCommandBox(of ? '' : text, of?.of ?? null, onDeactivate);
  const links = useListLinks(of ? '' : text, box.may);
  const groups = of ? [actsGroup(of, box.actsOf(of.of ?? never(of)), text)] : groupsOf(box.answer, links);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0) - (of ? 0 : links.length);

  function open(result: BoxResult) {
    if (result.whyNot !== undefined) return;
    if (result.text !== undefined) return setText(result.text);
    if (result.of && result.kind !== 'act') remember(result.of);
    if (result.link) void navigate(result.link as unknown as Parameters<typeof navigate>[0]);
    if (result.run?.() !== staysOpen) onClose();
  }

  function showActs(result: BoxResult | undefined): boolean {
    if (!result?.of || result.kind === 'act') return false;
    setOf(result);
    setText('');
    return true;
  }

  function leaveActs() {
    setOf(null);
    setText('');
  }

  function openNewTab(): boolean {
    const href = list.current?.querySelector<HTMLAnchorElement>('a[data-highlighted]')?.href;
    if (!href) return false;
    const result = highlighted.current;
    if (result?.of && result.kind !== 'act') remember(result.of);
    window.open(href, '_blank', 'noopener');
    return true;
  }

  /** Whether the box takes the key. */
  function take({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
    if (key === 'Tab' && !shiftKey) return showActs(highlighted.current);
    if (key === 'Enter' && (ctrlKey || metaKey)) return openNewTab();
    if (key !== 'Backspace' || !of || text !== '') return false;
    leaveActs();
    return true;
  }

  function highlight(result: BoxResult | undefined) {
    highlighted.current = result;
  }

  return { text, setText, of, leaveActs, take, open, showActs, list, highlight, box, groups, count };
}

function Box(props: BoxProps) {
  const { text, setText, of, leaveActs, take, open, showActs, list, highlight, box, groups, count } =
    useBox(props);
  const input = useRef<HTMLInputElement>(null);
  const [focusedBefore] = useState(() => document.activeElement);
  // A key changes what the element of a row shows.
  useRowPress();

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing || !take(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <Dialog.Root
      open
      onOpenChange={(next, { reason }) => {
        if (!next && of && reason === 'escape-key') leaveActs();
        else if (!next) props.onClose();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 bg-backdrop transition-opacity data-starting-style:opacity-0" />
        <Dialog.Popup
          ref={keepFocusInside}
          initialFocus={input}
          finalFocus={() => (focusedBefore instanceof HTMLElement ? focusedBefore : true)}
          // On a busy machine the popup itself gets the focus, and what is typed would be lost.
          onFocus={({ target, currentTarget }) => {
            if (target === currentTarget) input.current?.focus();
          }}
          aria-label="Search"
          className={popupClasses}
        >
          <Autocomplete.Root
            open
            inline
            mode="none"
            filter={null}
            items={groups}
            value={text}
            onValueChange={(next) => setText(next.slice(0, searchMaxLength))}
            itemToStringValue={({ name }: BoxResult) => name}
            autoHighlight="always"
            keepHighlight
            onItemHighlighted={highlight}
          >
            <div className="flex shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
              <span className="grid w-5 place-items-center text-ink-soft">
                {box.isSearching ? <Spinner /> : <IconSearch size={20} aria-hidden="true" />}
              </span>
              {of && (
                <span className="max-w-40 shrink-0 truncate rounded-badge bg-petrol-soft px-2 py-0.5 text-small font-medium">
                  {of.name}
                </span>
              )}
              <Autocomplete.Input
                ref={input}
                aria-label={of ? `Actions for ${of.name}` : placeholder}
                placeholder={of ? 'Choose what to do' : placeholder}
                enterKeyHint="go"
                // Base UI gives it the focus a frame later, and what is typed until then would be lost.
                autoFocus
                autoComplete="off"
                spellCheck={false}
                onKeyDown={onKeyDown}
                className="h-14 min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-ink-soft max-md:text-phone-input"
              />
              <Dialog.Close className={iconButtonClasses} aria-label="Close">
                <IconX size={20} aria-hidden="true" />
              </Dialog.Close>
            </div>
            <Autocomplete.Status className="sr-only">
              {box.isSearching ? 'Searching' : text && countOf(count, 'result')}
            </Autocomplete.Status>
            <BoxState box={box} count={count} text={text} of={of} />
            <BoxList ref={list} onOpen={open} onActs={showActs} />
          </Autocomplete.Root>
          <BoxHints isOfRow={of !== null} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

const placeholder = 'Search locations and users';

const popupClasses =
  'fixed inset-x-0 top-[10dvh] mx-auto flex max-h-[76dvh] w-full max-w-160 flex-col overflow-hidden rounded-dialog border border-line bg-surface shadow-popup outline-none transition data-starting-style:translate-y-2 data-starting-style:opacity-0 max-md:inset-0 max-md:h-dvh max-md:max-h-none max-md:max-w-none max-md:rounded-none max-md:border-0 md:[@media(height<40rem)]:top-4 md:[@media(height<40rem)]:max-h-[calc(100dvh-2rem)]';

function groupsOf(
  { results, didYouMean: typos }: ReturnType<typeof useCommandBox>['answer'],
  links: BoxResult[],
): BoxGroup[] {
  // One group, so that the first key changes rows instead of adding a group with new ones.
  const isExact = typos.length === 0;
  return [
    { value: 'Found', items: isExact ? [...results, ...links] : results },
    { value: didYouMean, items: typos },
    { value: 'Search a list', items: isExact ? [] : links },
  ].filter(({ items }) => items.length > 0);
}

function actsGroup(of: BoxResult, acts: readonly Parameters<typeof resultOf>[0][], text: string): BoxGroup {
  const typed = text.trim().toLowerCase();
  const shown = acts.filter(({ label }) =>
    label
      .toLowerCase()
      .split(' ')
      .some((word) => word.startsWith(typed)),
  );
  return {
    value: 'Found',
    items: shown.map((act) => ({ ...resultOf(act, of), name: act.label, detail: null })),
  };
}

/** The list page at hand comes first, so that Enter leads there when nothing is found. */
function useListLinks(typed: string, may: Record<'user' | 'location', boolean>): BoxResult[] {
  const { pathname } = useLocation();
  const { mode, text } = readBoxText(typed);
  if (text === '' || mode === 'acts') return [];
  const link = (kind: 'user' | 'location', to: '/users' | '/locations', label: string): BoxResult[] =>
    may[kind] && (mode === 'all' || mode === kind)
      ? [
          {
            key: to,
            kind: 'list',
            name: `Search ${label} for “${text}”`,
            detail: null,
            link: { to, search: { q: text } },
          },
        ]
      : [];
  const [users, locations] = [link('user', '/users', 'Users'), link('location', '/locations', 'Locations')];
  return pathname.startsWith('/locations') ? [...locations, ...users] : [...users, ...locations];
}

function never(of: BoxResult): never {
  throw new Error(`${of.key} has no row`);
}
