import type { AskedLinks } from '../asked.pure.ts';

export interface LinkChange {
  added: string[];
  removed: string[];
  /** All of them after the change. */
  ids: string[];
}

/** The change of a user's roles or locations by a line. */
export function changeLinks(current: readonly string[], asked: AskedLinks | undefined): LinkChange {
  if (!asked || isOutsideMove(current, asked)) return { added: [], removed: [], ids: [...current] };
  const wanted =
    'replace' in asked
      ? new Set(asked.replace)
      : new Set([...current, ...asked.add].filter((id) => !asked.remove.includes(id)));
  const held = new Set(current);
  return {
    added: [...wanted].filter((id) => !held.has(id)),
    removed: current.filter((id) => !wanted.has(id)),
    ids: [...wanted],
  };
}

function isOutsideMove(current: readonly string[], asked: AskedLinks): boolean {
  return 'moves' in asked && !asked.remove.some((id) => current.includes(id));
}

export function isChange({ added, removed }: LinkChange): boolean {
  return added.length + removed.length > 0;
}

/** The opposite; undefined for no change. */
export function undoLinks(change: LinkChange): AskedLinks | undefined {
  return isChange(change) ? { add: change.removed, remove: change.added } : undefined;
}

/** The ids that a line names. */
export function idsIn(asked: AskedLinks | undefined): readonly string[] {
  if (!asked) return [];
  return 'replace' in asked ? asked.replace : [...asked.add, ...asked.remove];
}
