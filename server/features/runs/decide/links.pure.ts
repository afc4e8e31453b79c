import type { LinksRequest } from '../line-request.pure.ts';

export interface LinkChange {
  added: string[];
  removed: string[];
  /** After the change. */
  ids: string[];
}

export function changeLinks(current: readonly string[], request: LinksRequest | undefined): LinkChange {
  if (!request || isOutsideMove(current, request)) return { added: [], removed: [], ids: [...current] };
  const wanted =
    'replace' in request
      ? new Set(request.replace)
      : new Set([...current, ...request.add].filter((id) => !request.remove.includes(id)));
  const held = new Set(current);
  return {
    added: [...wanted].filter((id) => !held.has(id)),
    removed: current.filter((id) => !wanted.has(id)),
    ids: [...wanted],
  };
}

function isOutsideMove(current: readonly string[], request: LinksRequest): boolean {
  return 'moves' in request && !request.remove.some((id) => current.includes(id));
}

export function isChange({ added, removed }: LinkChange): boolean {
  return added.length + removed.length > 0;
}

/** Undefined for no change. */
export function undoLinks(change: LinkChange): LinksRequest | undefined {
  return isChange(change) ? { add: change.removed, remove: change.added } : undefined;
}

export function idsIn(request: LinksRequest | undefined): readonly string[] {
  if (!request) return [];
  return 'replace' in request ? request.replace : [...request.add, ...request.remove];
}
