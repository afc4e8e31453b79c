import { type Permission, permissionAreas, type Requirement } from '../../../contract/access/permissions.ts';
import type { Area, ChangeList } from '../../../contract/changes.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import type { ChangedRow } from './changes.repository.ts';

/** Who may ask for a list. Some users hear of some rows only. */
export function requirementOf(list: ChangeList): Requirement {
  // Every screen shows the organization's name.
  return isOfArea(list) && list !== 'settings' ? `${list}.read` : 'signed_in';
}

function isOfArea(list: ChangeList): list is Area {
  return list in permissionAreas;
}

/** The changed rows of one list. */
export interface Changed {
  rows: Set<string>;
  /** The users whom a row concerns that nobody else hears of. */
  own: Set<string>;
}

export function byList(rows: readonly ChangedRow[]): Map<ChangeList, Changed> {
  const lists = new Map<ChangeList, Changed>();
  for (const { list, row_id, is_own } of rows) {
    const changed = lists.get(list) ?? { rows: new Set(), own: new Set() };
    lists.set(list, changed);
    (is_own ? changed.own : changed.rows).add(row_id);
  }
  return lists;
}

interface Facts {
  /** The change is about the reader's own user. */
  isOwn: boolean;
  /** It is not only about one user. */
  isShared: boolean;
  /** It is at a location of the reader, who may have all of them. */
  isHere: boolean;
  hasAll: boolean;
  has(permission: Permission): boolean;
}

/** Of an area without a rule its readers hear what is at their locations. */
const hearing: Record<Exclude<ChangeList, Area>, (facts: Facts) => boolean> &
  Partial<Record<Area, (facts: Facts) => boolean>> = {
  users: ({ has, isHere, isOwn }) => has('users.read') && (isHere || isOwn),
  roles: ({ has }) => has('roles.read'),
  views: ({ has, isOwn, isShared }) => isOwn || (isShared && (has('users.read') || has('locations.read'))),
  runs: ({ has, isOwn, hasAll }) => isOwn || (hasAll && has('audit.read')),
  sessions: ({ has, isHere, isOwn }) => isOwn || (has('users.sessions') && isHere),
  notifications: ({ isOwn }) => isOwn,
  settings: () => true,
};

/**
 * Whether a reader hears of changes in a list. `isConcerned`: one of them is at a location of the reader. Without this
 * rule the rate of events would tell that something happens elsewhere.
 */
export function hears(
  ctx: Authorized,
  list: ChangeList,
  { rows, own }: Changed,
  isConcerned: boolean,
): boolean {
  const { user_id, permissions } = ctx.actor;
  const { all } = scopeOf(ctx);
  const facts: Facts = {
    isOwn: user_id !== null && (own.has(user_id) || rows.has(user_id)),
    isShared: rows.size > 0,
    isHere: all || isConcerned,
    hasAll: all,
    has: (permission) => permissions.has(permission),
  };
  const rule = hearing[list];
  if (rule) return rule(facts);
  return isOfArea(list) && facts.has(`${list}.read`) && facts.isHere;
}
