import { Dialog } from '@base-ui/react/dialog';
import { useLocation, useNavigate } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { searchMaxLength } from '../../../../contract/fields/limits.ts';
import type { UserRow } from '../../../../contract/users.ts';
import { iconButtonClasses } from '../../../components/button/icon-button.tsx';
import { Spinner } from '../../../components/button/spinner.tsx';
import { IconSearch, IconX } from '../../../components/icons/icons.ts';
import { searchingSaidAfterMs, useIsSlow } from '../../../lib/browser/use-is-slow.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import { BoxHints, BoxList, BoxState, optionId } from './box-parts.tsx';
import { type BoxResult, type FoundResult, hasActs, hrefOf, staysOpen, type Typed } from './box-results.ts';
import { split } from './match-words.ts';
import { takeTypedAhead } from './open-box.ts';
import { actsGroup, type BoxGroup, groupsOf, groupsOfActs, listLinks, readBoxText } from './search-box.ts';
import { useCommandBox } from './use-command-box.ts';

export interface BoxBodyProps {
  input: Ref<HTMLInputElement>;
  onClose: () => void;
  onDeactivate: (user: UserRow) => void;
}

const nothingTyped: Typed = { text: '', of: null, act: null };

/** What is typed and what it finds. */
function useBox({ onClose, onDeactivate }: Omit<BoxBodyProps, 'input'>) {
  const [typed, setTyped] = useState(nothingTyped);
  const { text, of, act } = typed;
  const navigate = useNavigate();
  const box = useCommandBox(typed, onDeactivate);
  const { pathname } = useLocation();
  const groups = groupsOfBox();
  const results = groups.flatMap(({ items }) => items);
  const isNothing = !box.isSearching && !box.error && results.length === 0 && text !== '' && !of && !act;
  const adding = isNothing ? box.adding : [];

  function groupsOfBox(): BoxGroup[] {
    if (of) return [actsGroup(of, box.actsOf(of.of), text)];
    const { mode, text: searched } = readBoxText(text);
    if (mode === 'acts' && searched === '' && !act) return groupsOfActs(box.answer);
    const { answer, isSearching, may } = box;
    const links = act ? [] : listLinks(text, { found: answer.results, isSearching, may, pathname });
    return groupsOf(answer, links);
  }

  function setText(next: string) {
    setTyped((before) => ({ ...before, text: next }));
  }

  function open(result: BoxResult) {
    if (result.whyNot !== undefined) return;
    if (result.asks) return setTyped({ ...nothingTyped, act: result.asks });
    if (result.link) void navigate(result.link as unknown as Parameters<typeof navigate>[0]);
    if (result.run?.() !== staysOpen) onClose();
  }

  function openNewTab(result: BoxResult) {
    if (!result.link || result.whyNot !== undefined) return;
    window.open(hrefOf(result.link), '_blank', 'noopener');
  }

  return {
    ...{ typed, setText, box, open, openNewTab },
    count: results.filter(({ kind }) => kind !== 'list').length,
    groups: adding.length > 0 ? [{ name: 'Instead', items: adding }] : groups,
    results: adding.length > 0 ? adding : results,
    showActs: (of: FoundResult) => setTyped({ ...nothingTyped, of }),
    leave: () => setTyped(nothingTyped),
  };
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
  const { typed, setText, box, results, count, open, openNewTab, showActs, leave } = found;
  const { text, of, act } = typed;
  const { place, isChosen, move } = chosen;
  const highlighted = results[place];
  const [waiting, setWaiting] = useState<{ text: string; act: (first: BoxResult) => void } | null>(null);
  const openFirst = useEffectEvent(() => {
    setWaiting(null);
    if (waiting?.text === text && count > 0 && results[0]) waiting.act(results[0]);
  });
  // Enter was pressed before the answer came, and means its first row.
  useEffect(() => {
    if (waiting && !box.isSearching) openFirst();
  }, [waiting, box.isSearching]);
  const takeAhead = useEffectEvent(() => {
    const ahead = takeTypedAhead();
    if (ahead.text !== '') setText(ahead.text.slice(0, searchMaxLength));
    if (ahead.isEntered) setWaiting({ text: ahead.text, act: open });
  });
  // The field has the focus from now on. Before the next key, and before anything is painted.
  useLayoutEffect(() => takeAhead(), []);

  /** What the key does; nothing when it is not the box's. */
  function actOf(event: KeyboardEvent): (() => void) | undefined {
    const { key, shiftKey, altKey, ctrlKey, metaKey } = event;
    if (!(shiftKey || altKey || ctrlKey || metaKey)) return actOfPlainKey(key);
    if (key === 'Enter' && (ctrlKey || metaKey)) return actOfEnter(openNewTab);
  }

  function actOfPlainKey(key: string): (() => void) | undefined {
    if ((of || act) && (key === 'Escape' || (key === 'Backspace' && text === ''))) return leave;
    if (key === 'Enter') return actOfEnter(open);
    if (!highlighted) return;
    if (key === 'ArrowDown') return () => move(1);
    if (key === 'ArrowUp') return () => move(-1);
    if (key === 'Tab' && hasActs(highlighted)) return () => showActs(highlighted);
  }

  /** The first row is that of the answer, which Enter may be quicker than. */
  function actOfEnter(act: (result: BoxResult) => void): (() => void) | undefined {
    if (box.isSearching && !isChosen) return () => setWaiting({ text, act });
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
  const { text, of, act } = typed;
  const chosen = useHighlight(typed, results);
  const { id, list, place, highlight } = chosen;
  const onKeyDown = useBoxKeys(found, chosen);
  const isSaid = useIsSlow(box.isSearching, searchingSaidAfterMs);
  const words = split(readBoxText(text).text);
  const whichRow = act?.kind === 'user' ? 'Which user?' : 'Which location?';

  return (
    <>
      <div className="flex shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <span className="grid w-5 place-items-center text-ink-soft">
          {isSaid ? <Spinner /> : <IconSearch size={20} aria-hidden="true" />}
        </span>
        {(of ?? act) && (
          <span className="max-w-40 shrink-0 truncate rounded-badge bg-petrol-soft px-2 py-0.5 text-small font-medium">
            {of?.name ?? act?.label}
          </span>
        )}
        <input
          ref={input}
          role="combobox"
          aria-label={of ? `Actions for ${of.name}` : act ? `${act.label}: ${whichRow}` : label}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={results.length > 0}
          aria-controls={id}
          aria-activedescendant={results[place] && optionId(id, place)}
          placeholder={of ? 'Choose what to do' : act ? whichRow : label}
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
      <BoxState box={box} count={count} {...typed} />
      <BoxList
        ref={list}
        id={id}
        groups={groups}
        place={place}
        words={words}
        onPoint={highlight}
        onOpen={open}
        onActs={showActs}
      />
      <BoxHints isOfRow={of !== null || act !== null} />
    </>
  );
}

const label = 'Search locations and users';
