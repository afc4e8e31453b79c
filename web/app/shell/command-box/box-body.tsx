import { Dialog } from '@base-ui/react/dialog';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react';
import { searchMaxLength } from '../../../../contract/fields/limits.ts';
import type { UserRow } from '../../../../contract/users.ts';
import { iconButtonClasses } from '../../../components/button/icon-button.tsx';
import { Spinner } from '../../../components/button/spinner.tsx';
import { IconSearch, IconX } from '../../../components/icons/icons.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { actsGroup, groupsOf, useListLinks } from './box-groups.ts';
import { BoxHints, BoxList, BoxState, optionId } from './box-parts.tsx';
import { type BoxResult, hasActs, hrefOf, staysOpen } from './box-results.ts';
import { useCommandBox, useRemember } from './use-command-box.ts';

export interface BoxBodyProps {
  input: Ref<HTMLInputElement>;
  onClose: () => void;
  onDeactivate: (user: UserRow) => void;
}

interface BoxInput {
  text: string;
  /** The row whose acts are shown. */
  of: BoxResult | null;
  /** The row that an arrow key or the pointer highlights; without it, the first. */
  key?: string;
}

/** What is typed and what it finds. */
function useBox({ onClose, onDeactivate }: Omit<BoxBodyProps, 'input'>) {
  const [{ text, of, key }, setInput] = useState<BoxInput>({ text: '', of: null });
  const remember = useRemember();
  const navigate = useNavigate();
  const box = useCommandBox(of ? '' : text, of?.of ?? null, onDeactivate);
  const links = useListLinks(of ? '' : text, box.may);
  const groups = of ? [actsGroup(of, box.actsOf(of.of ?? never(of)), text)] : groupsOf(box.answer, links);
  const results = groups.flatMap(({ items }) => items);
  const count = results.length - (of ? 0 : links.length);
  const found = results.findIndex((result) => result.key === key);
  const place = found < 0 ? 0 : found;

  function setText(next: string) {
    setInput((before) => ({ text: next, of: before.of }));
  }

  function highlight(next: string) {
    setInput((before) => ({ ...before, key: next }));
  }

  function open(result: BoxResult) {
    if (result.whyNot !== undefined) return;
    if (result.text !== undefined) return setText(result.text);
    if (result.of && hasActs(result)) remember(result.of);
    if (result.link) void navigate(result.link as unknown as Parameters<typeof navigate>[0]);
    if (result.run?.() !== staysOpen) onClose();
  }

  function openNewTab(result: BoxResult) {
    if (!result.link || result.whyNot !== undefined) return;
    if (result.of && hasActs(result)) remember(result.of);
    window.open(hrefOf(result.link), '_blank', 'noopener');
  }

  function showActs(result: BoxResult) {
    setInput({ text: '', of: result });
  }

  function leaveActs() {
    setInput({ text: '', of: null });
  }

  const handlers = { onPoint: highlight, onOpen: open, onActs: showActs };
  return { text, setText, of, box, groups, results, count, place, openNewTab, leaveActs, handlers };
}

export function BoxBody({ input, ...props }: BoxBodyProps) {
  const { text, setText, of, box, groups, results, count, place, openNewTab, leaveActs, handlers } =
    useBox(props);
  const { onPoint, onOpen, onActs } = handlers;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const highlighted = results[place];

  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer is read from its first row on.
  useEffect(() => {
    // Chromium returns a promise, which an effect must not.
    list.current?.scrollTo({ top: 0 });
  }, [text, of]);

  /** From the last row on to the first one, and back. */
  function move(by: 1 | -1) {
    const next = (place + by + results.length) % results.length;
    if (results[next]) onPoint(results[next].key);
    document.getElementById(optionId(id, next))?.scrollIntoView({ block: 'nearest' });
  }

  /** What the key does; nothing when it is not the box's. */
  function actOf(event: KeyboardEvent): (() => void) | undefined {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
    if (!(shiftKey || altKey || ctrlKey || metaKey)) return actOfPlainKey(key);
    if (key === 'Enter' && highlighted && (ctrlKey || metaKey)) return () => openNewTab(highlighted);
  }

  function actOfPlainKey(key: string): (() => void) | undefined {
    if (of && (key === 'Escape' || (key === 'Backspace' && text === ''))) return leaveActs;
    if (!highlighted) return;
    if (key === 'ArrowDown') return () => move(1);
    if (key === 'ArrowUp') return () => move(-1);
    if (key === 'Enter') return () => onOpen(highlighted);
    if (key === 'Tab' && hasActs(highlighted)) return () => onActs(highlighted);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const act = event.nativeEvent.isComposing ? undefined : actOf(event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  return (
    <>
      <div className="flex shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <span className="grid w-5 place-items-center text-ink-soft">
          {box.isSearching ? <Spinner /> : <IconSearch size={20} aria-hidden="true" />}
        </span>
        {of && (
          <span className="max-w-40 shrink-0 truncate rounded-badge bg-petrol-soft px-2 py-0.5 text-small font-medium">
            {of.name}
          </span>
        )}
        <input
          ref={input}
          role="combobox"
          aria-label={of ? `Actions for ${of.name}` : placeholder}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={results.length > 0}
          aria-controls={id}
          aria-activedescendant={highlighted && optionId(id, place)}
          placeholder={of ? 'Choose what to do' : placeholder}
          value={text}
          onChange={({ target }) => setText(target.value.slice(0, searchMaxLength))}
          onKeyDown={onKeyDown}
          enterKeyHint="go"
          // Base UI gives it the focus a frame later, and what is typed until then would be lost.
          // biome-ignore lint/a11y/noAutofocus: as above
          autoFocus
          autoComplete="off"
          spellCheck={false}
          className="h-14 min-w-0 flex-1 bg-transparent text-body outline-none placeholder:text-ink-soft max-md:text-phone-input"
        />
        <Dialog.Close className={iconButtonClasses} aria-label="Close">
          <IconX size={20} aria-hidden="true" />
        </Dialog.Close>
      </div>
      <p role="status" className="sr-only">
        {box.isSearching ? 'Searching' : text && countOf(count, 'result')}
      </p>
      <BoxState box={box} count={count} text={text} of={of} />
      <BoxList ref={list} id={id} groups={groups} place={place} {...handlers} />
      <BoxHints isOfRow={of !== null} />
    </>
  );
}

const placeholder = 'Search locations and users';

function never(of: BoxResult): never {
  throw new Error(`${of.key} has no row`);
}
