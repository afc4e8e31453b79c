import { bulkActs } from '../../../../contract/access/acts.ts';
import type { BulkAct } from '../../../../contract/runs.ts';
import { momentInWords } from '../../../platform/clock.ts';
import type { LinksRequest, LocationRequest, UserRequest } from '../line-request.pure.ts';

const plainActs = {
  activate: { verb: 'Activate', request: { fields: { is_active: true } } },
  deactivate: { verb: 'Deactivate', request: { fields: { is_active: false } } },
  invite: { verb: 'Invite', request: { fields: {}, invite: true } },
  reopen: { verb: 'Reopen', request: { fields: { closed_on: null } } },
} as const;

export function requestOf(act: BulkAct): UserRequest | LocationRequest {
  if (act.act === 'roles') return { fields: {}, roles: linksOf(act) };
  if (act.act === 'locations') return { fields: {}, locations: linksOf(act) };
  if (act.act === 'district') return { fields: { district_id: act.district_id } };
  if (act.act === 'close') return { fields: { closed_on: act.closed_on } };
  if (act.act === 'cover') {
    const { user_id, ends_at, reason } = act;
    return { fields: {}, cover: { user_id, ends_at, reason } };
  }
  return plainActs[act.act].request;
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

/** 'Add Manager to 40 users'. `names` are those of the act's roles, locations, district or user. */
export function titleOf(act: BulkAct, rows: number, names: ReadonlyMap<string, string>): string {
  const { about } = bulkActs[act.act];
  const subjects = `${rows.toLocaleString('en-US')} ${rows === 1 ? about.slice(0, -1) : about}`;
  if (act.act === 'roles' || act.act === 'locations') return titleOfLinks(act, subjects, names);
  if (act.act === 'district') {
    const { district_id } = act;
    return `Move ${subjects} ${district_id === null ? 'out of their districts' : `to ${names.get(district_id) ?? ''}`}`;
  }
  if (act.act === 'cover') {
    const until = momentInWords(`${act.ends_at}Z`, 'UTC');
    return `Let ${names.get(act.user_id) ?? ''} cover ${subjects} until ${until}`;
  }
  return `${act.act === 'close' ? 'Close' : plainActs[act.act].verb} ${subjects}`;
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
