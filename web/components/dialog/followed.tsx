import { type ReactNode, useState } from 'react';
import type { Conflict, Followed } from '../../lib/form/follow-row.ts';
import type { Register } from '../../lib/form/form.ts';
import { formatAgo } from '../../lib/format/format-date.ts';
import { Button } from '../button/button.tsx';

export interface ChangedNoteProps<Name extends string> {
  followed: Followed<Name>;
  /** The name of the user who changed it, where the reader may see it. */
  by: string | undefined;
  /** Of a field whose name does not say it: 'ZIP code'. */
  labels: Partial<Record<Name, string>>;
}

/** 'Maria Alvarez changed the phone just now · See', in the space below the title, so that no field moves. */
export function ChangedNote<Name extends string>({ followed, by, labels }: ChangedNoteProps<Name>) {
  const [isOpen, setOpen] = useState(false);
  const { changed, at } = followed;
  const labelOf = (name: Name) => labels[name] ?? name.replaceAll('_', ' ');
  const names = changed.map(({ name }) => `the ${labelOf(name)}`);
  const what = names.length > 2 ? `${names.length} fields` : names.join(' and ');
  return (
    <div className="absolute inset-x-6 top-13.5 z-2 text-small leading-4 text-ink-soft max-md:inset-x-4 max-md:top-11.5">
      <p role="status" className="flex min-w-0 items-baseline gap-1">
        <span className="truncate">
          {by ?? 'Another user'} changed {what} {formatAgo(at)}
        </span>
        ·
        <Button variant="link" className="shrink-0" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          See
        </Button>
      </p>
      {isOpen && (
        <ul className="absolute inset-x-0 top-full mt-1 flex flex-col gap-1 rounded-control border border-line-strong bg-surface p-3 text-ink shadow-popup">
          {changed.map(({ name, before, after }) => (
            <li key={name} className="wrap-anywhere">
              <span className="first-letter:uppercase inline-block font-semibold">{labelOf(name)}</span>:{' '}
              {before} → {after}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** `register` for a form whose row others change: a field that followed is marked, and a conflict offers both values. */
export function followedRegister<Values>(
  register: Register<Values>,
  followed: Followed<Extract<keyof Values, string>> | null,
) {
  return (name: Extract<keyof Values, string>) => {
    const conflict = followed?.conflicts[name];
    return {
      ...register(name),
      ...(followed?.marked.has(name) && { 'data-marked': true, className: 'data-marked:animate-mark' }),
      ...(conflict && { hint: <ConflictChoice {...conflict} /> }),
    };
  };
}

function ConflictChoice({ theirs, keepMine, takeTheirs }: Conflict): ReactNode {
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 text-ink">
      <span className="min-w-0 wrap-anywhere">Theirs: {theirs}</span>
      <Button variant="link" onClick={keepMine}>
        Keep mine
      </Button>
      <Button variant="link" onClick={takeTheirs}>
        Take theirs
      </Button>
    </span>
  );
}
