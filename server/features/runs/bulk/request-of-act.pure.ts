import type { BulkAct } from '../../../../contract/runs.ts';
import type { LinksRequest, LocationRequest, UserRequest } from '../line-request.pure.ts';

export function requestOf(act: BulkAct): UserRequest | LocationRequest {
  switch (act.act) {
    case 'activate':
      return { fields: { is_active: true } };
    case 'deactivate':
      return { fields: { is_active: false } };
    case 'invite':
      return { fields: {}, invite: true };
    case 'roles':
      return { fields: {}, roles: linksOf(act) };
    case 'locations':
      return { fields: {}, locations: linksOf(act) };
    case 'close':
      return { fields: { closed_on: act.closed_on } };
    case 'reopen':
      return { fields: { closed_on: null } };
  }
}

type Links = Extract<BulkAct, { add: string[] }>;

function linksOf(act: Links): LinksRequest {
  const { add, remove, replace } = act;
  if (replace) return { replace };
  return isMove(act) ? { add, remove, moves: true } : { add, remove };
}

/** Users who are at none of the locations to leave stay where they are. */
function isMove({ act, add, remove }: Links): boolean {
  return act === 'locations' && add.length > 0 && remove.length > 0;
}

/** 'Add Manager to 40 users'. `names` are those of the act's roles or locations. */
export function titleOf(act: BulkAct, rows: number, names: ReadonlyMap<string, string>): string {
  const users = `${rows.toLocaleString('en-US')} ${rows === 1 ? 'user' : 'users'}`;
  const locations = `${rows.toLocaleString('en-US')} ${rows === 1 ? 'location' : 'locations'}`;
  switch (act.act) {
    case 'activate':
      return `Activate ${users}`;
    case 'deactivate':
      return `Deactivate ${users}`;
    case 'invite':
      return `Invite ${users}`;
    case 'close':
      return `Close ${locations}`;
    case 'reopen':
      return `Reopen ${locations}`;
    case 'roles':
    case 'locations':
      return titleOfLinks(act, users, names);
  }
}

function titleOfLinks(act: Links, users: string, names: ReadonlyMap<string, string>): string {
  const named = (ids: readonly string[]) =>
    ids.length > 2 ? `${ids.length} ${act.act}` : ids.map((id) => names.get(id) ?? '').join(' and ');
  if (isMove(act)) return `Move ${users} from ${named(act.remove)} to ${named(act.add)}`;
  if (act.replace || (act.add.length > 0 && act.remove.length > 0))
    return `Change the ${act.act} of ${users}`;
  if (act.add.length > 0) return `Add ${named(act.add)} to ${users}`;
  return `Remove ${named(act.remove)} from ${users}`;
}
