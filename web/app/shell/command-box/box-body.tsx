import { Dialog } from '@base-ui/react/dialog';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, type Ref, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { searchMaxLength } from '../../../../contract/fields/limits.ts';
import type { UserRow } from '../../../../contract/users.ts';
import { iconButtonClasses } from '../../../components/button/icon-button.tsx';
import { Spinner } from '../../../components/button/spinner.tsx';
import { IconSearch, IconX } from '../../../components/icons/icons.ts';
import { searchingSaidAfterMs, useIsSlow } from '../../../lib/browser/use-is-slow.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { BoxHints, BoxList, BoxState, optionId } from './box-parts.tsx';
import { type BoxResult, type FoundResult, hasActs, hrefOf, staysOpen } from './box-results.ts';
import { actsGroup, groupsOf, listLinks } from './search-box.ts';
import { useCommandBox, useRemember } from './use-command-box.ts';

export interface BoxBodyProps {
  input: Ref<HTMLInputElement>;
  onClose: () => void;
  onDeactivate: (user: UserRow) => void;
}

/** Another object with each key. */
interface Typed {
  text: string;
  /** The row whose acts are shown. */
  of: FoundResult | null;
}

/** What is typed and what it finds. */
function useBox({ onClose, onDeactivate }: Omit<BoxBodyProps, 'input'>) {
  const [typed, setTyped] = useState<Typed>({ text: '', of: null });
  const { text, of } = typed;
  const remember = useRemember();
  const navigate = useNavigate();
  const box = useCommandBox(of ? '' : text, of?.of ?? null, onDeactivate);
  const links = listLinks(of ? '' : text, box.may, useLocation().pathname);
  const groups = of ? [actsGroup(of, box.actsOf(of.of), text)] : groupsOf(box.answer, links);
  const results = groups.flatMap(({ items }) => items);
  const count = results.length - links.length;

  function setText(next: string) {
    setTyped((before) => ({ text: next, of: before.of }));
  }

  function open(result: BoxResult) {
    if (result.whyNot !== undefined) return;
    if (result.text !== undefined) return setText(result.text);
    if (hasActs(result)) remember(result.of);
    if (result.link) void navigate(result.link as unknown as Parameters<typeof navigate>[0]);
    if (result.run?.() !== staysOpen) onClose();
  }

  function openNewTab(result: BoxResult) {
    if (!result.link || result.whyNot !== undefined) return;
    if (hasActs(result)) remember(result.of);
    window.open(hrefOf(result.link), '_blank', 'noopener');
  }

  function showActs(result: FoundResult) {
    setTyped({ text: '', of: result });
  }

  function leaveActs() {
    setTyped({ text: '', of: null });
  }

  return { typed, setText, box, groups, results, count, open, openNewTab, showActs, leaveActs };
}

/** The row that an arrow key or the pointer chooses, until the next key; else it is the first. */
function useHighlight(typed: Typed, results: readonly BoxResult[]) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState({ typed, key: '' });
  const found = chosen.typed === typed ? results.findIndex(({ key }) => key === chosen.key) : -1;
  const place = found < 0 ? 0 : found;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another answer is read from its first row on.
  useEffect(() => {
    // Chromium returns a promise, which an effect must not.
    list.current?.scrollTo({ top: 0 });
  }, [typed]);

  function highlight(key: string | undefined) {
    if (key !== undefined && key !== results[place]?.key) setChosen({ typed, key });
  }

  /** From the last row on to the first one, and back. */
  function move(by: 1 | -1) {
    const next = (place + by + results.length) % results.length;
    highlight(results[next]?.key);
    document.getElementById(optionId(id, next))?.scrollIntoView({ block: 'nearest' });
  }

  return { id, list, place, isChosen: found >= 0, highlight, move };
}

function useBoxKeys(found: ReturnType<typeof useBox>, chosen: ReturnType<typeof useHighlight>) {
  const { typed, box, results, open, openNewTab, showActs, leaveActs } = found;
  const { text, of } = typed;
  const { place, isChosen, move } = chosen;
  const highlighted = results[place];
  const [waiting, setWaiting] = useState<{ typed: Typed; act: (first: BoxResult) => void } | null>(null);
  const openFirst = useEffectEvent(() => {
    setWaiting(null);
    if (waiting?.typed === typed && results[0]) waiting.act(results[0]);
  });
  // Enter was pressed before the answer came, and means its first row.
  useEffect(() => {
    if (waiting && !box.isSearching) openFirst();
  }, [waiting, box.isSearching]);

  /** What the key does; nothing when it is not the box's. */
  function actOf(event: KeyboardEvent): (() => void) | undefined {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
    if (!(shiftKey || altKey || ctrlKey || metaKey)) return actOfPlainKey(key);
    if (key === 'Enter' && (ctrlKey || metaKey)) return actOfEnter(openNewTab);
  }

  function actOfPlainKey(key: string): (() => void) | undefined {
    if (of && (key === 'Escape' || (key === 'Backspace' && text === ''))) return leaveActs;
    if (key === 'Enter') return actOfEnter(open);
    if (!highlighted) return;
    if (key === 'ArrowDown') return () => move(1);
    if (key === 'ArrowUp') return () => move(-1);
    if (key === 'Tab' && hasActs(highlighted)) return () => showActs(highlighted);
  }

  /** The first row is that of the answer, which Enter may be quicker than. */
  function actOfEnter(act: (result: BoxResult) => void): (() => void) | undefined {
    if (box.isSearching && !isChosen) return () => setWaiting({ typed, act });
    return highlighted && (() => act(highlighted));
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const act = event.nativeEvent.isComposing ? undefined : actOf(event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  return onKeyDown;
}

export function BoxBody({ input, ...props }: BoxBodyProps) {
  return <BoxFields input={input} {...useBox(props)} />;
}

type BoxFieldsProps = Pick<BoxBodyProps, 'input'> & ReturnType<typeof useBox>;

/** A component of its own, so that an arrow key and the pointer do not search again. */
function BoxFields({ input, ...found }: BoxFieldsProps) {
  const { typed, setText, box, groups, results, count, open, showActs } = found;
  const { text, of } = typed;
  const chosen = useHighlight(typed, results);
  const { id, list, place, highlight } = chosen;
  const onKeyDown = useBoxKeys(found, chosen);
  const isSaid = useIsSlow(box.isSearching, searchingSaidAfterMs);

  return (
    <>
      <div className="flex shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <span className="grid w-5 place-items-center text-ink-soft">
          {isSaid ? <Spinner /> : <IconSearch size={20} aria-hidden="true" />}
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
          aria-activedescendant={results[place] && optionId(id, place)}
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
        {box.isSearching ? isSaid && 'Searching' : text && countOf(count, 'result')}
      </p>
      <BoxState box={box} count={count} text={text} of={of} />
      <BoxList
        ref={list}
        id={id}
        groups={groups}
        place={place}
        onPoint={highlight}
        onOpen={open}
        onActs={showActs}
      />
      <BoxHints isOfRow={of !== null} />
    </>
  );
}

const placeholder = 'Search locations and users';
