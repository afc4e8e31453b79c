import type { ReactNode } from 'react';
import type { Conflict, Followed } from '../../lib/form/follow-row.ts';
import type { Register } from '../../lib/form/form.ts';
import { Button } from '../button/button.tsx';

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
