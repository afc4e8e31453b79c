import { useRef, useState } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import type { Conflict, Followed } from '../../lib/form/follow-row.ts';
import type { Register } from '../../lib/form/form.ts';
import { formatAgo } from '../../lib/format/format-date.ts';
import { countOf } from '../../lib/format/format-number.ts';
import { Button } from '../button/button.tsx';

export interface ChangedNoteProps<Name extends string> {
  followed: Followed<Name>;
  /** The name of the user who changed it, where the reader may see it. */
  by: string | undefined;
  /** Of a field whose name does not say it: 'ZIP code'. */
  labels: Partial<Record<Name, string>>;
}

/** 'Maria Alvarez changed the phone just now [See]', in the row that the dialog keeps free below its title. */
export function ChangedNote<Name extends string>({ followed, by, labels }: ChangedNoteProps<Name>) {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const { changed, at, conflicts } = followed;
  const labelOf = (name: Name) => labels[name] ?? name.replaceAll('_', ' ');
  const both = changed.filter(({ name }) => conflicts[name]);
  const named = (both.length > 0 ? both : changed).map(({ name }) => labelOf(name));
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <>
      <div className="flex min-h-9 items-center gap-2 text-small leading-4 text-ink-soft">
        <p
          role="status"
          className={classes(
            'min-w-0 flex-1 wrap-anywhere',
            both.length > 0 && 'font-semibold text-amber-ink',
          )}
        >
          {describe(by ?? 'Another user', named, both.length > 0 ? ', too' : ` ${formatAgo(at)}`)}
        </p>
        <Button
          ref={opener}
          variant="link"
          className="min-w-11 shrink-0 justify-center"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {both.length > 0 ? 'Choose' : 'See'}
        </Button>
      </div>
      {isOpen && (
        <ul className="absolute inset-x-6 top-full mt-1 flex max-h-[60dvh] flex-col gap-3 overflow-y-auto rounded-control border border-line-strong bg-surface p-3 text-small text-ink shadow-popup max-md:inset-x-4">
          {changed.map(({ name, before, after }) => (
            <li key={name} className="wrap-anywhere">
              <span className="first-letter:uppercase inline-block font-semibold">{labelOf(name)}</span>:{' '}
              {before} → {after}
              {conflicts[name] && <ConflictChoice {...conflicts[name]} onChosen={close} />}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** In the two lines of a phone, whatever the name of the user and the fields. */
const longest = 78;

function describe(who: string, named: readonly string[], when: string): string {
  const fields = countOf(named.length, 'field');
  const list = named.length > 2 ? fields : named.map((label) => `the ${label}`).join(' and ');
  const text = `${who} changed ${list}${when}`;
  return text.length > longest ? `${who} changed ${fields}` : text;
}

/** `register` for a form whose row others change: a field that followed is marked, and one that both changed has an edge. */
export function followedRegister<Values>(
  register: Register<Values>,
  followed: Followed<Extract<keyof Values, string>> | null,
) {
  return (name: Extract<keyof Values, string>) => ({
    ...register(name),
    ...(followed?.marked.has(name) && { 'data-marked': true, className: 'data-marked:animate-mark' }),
    ...(followed?.conflicts[name] && {
      'aria-description': 'Another user changed it, too',
      className: 'border-(--amber-mark)!',
    }),
  });
}

function ConflictChoice({ theirs, keepMine, takeTheirs, onChosen }: Conflict & { onChosen: () => void }) {
  const choose = (act: () => void) => () => {
    act();
    onChosen();
  };
  return (
    <span className="mt-1.5 flex flex-wrap items-center gap-2">
      <span className="min-w-0 grow basis-full">Theirs: {theirs}</span>
      <Button variant="secondary" className="grow" onClick={choose(keepMine)}>
        Keep mine
      </Button>
      <Button variant="secondary" className="grow" onClick={choose(takeTheirs)}>
        Take theirs
      </Button>
    </span>
  );
}
