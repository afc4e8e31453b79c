import {
  type ChangeList,
  changedMaxRows,
  changeLists,
  changesStoredDays,
} from '../../../contract/changes.ts';
import type { Location } from '../../../contract/locations.ts';
import type { UserRow } from '../../../contract/users.ts';
import { type Authorized, holds, requirePermission, scopeOf } from '../../kernel/access.ts';
import {
  decodeCursor,
  encodeCursor,
  type Position,
  readPosition,
  seesEveryRow,
} from '../../kernel/changes/cursor.ts';
import { type App, type Context, reader } from '../../kernel/context.ts';
import { listLocations } from '../locations/locations-list.service.ts';
import { listUsers } from '../users/list/users-list.service.ts';
import * as repository from './changes.repository.ts';
import { byList, hears, requirementOf } from './changes.rules.ts';
import { isRowList, nameNotified } from './deliver.service.ts';

interface Rows<Row> {
  rows: Row[];
  removed: string[];
}

interface Changes {
  cursor: string;
  users?: Rows<UserRow>;
  locations?: Rows<Location>;
  changed: ChangeList[];
  reset: ChangeList[];
  scope_changed: boolean;
}

/** More rows than this are not read: every list is reset. */
const maxRows = changeLists.length * changedMaxRows;

/** @throws ApiError 403 for a list that the actor may not read. */
export async function listChanges(
  ctx: Authorized<'signed_in'>,
  {
    since,
    lists,
    polling,
  }: { since: string; lists?: readonly ChangeList[] | undefined; polling?: 'yes' | undefined },
): Promise<Changes> {
  if (polling) ctx.app.meters.polls.count += 1;
  for (const list of lists ?? []) requirePermission(ctx, requirementOf(list));
  const requested = new Set(lists ?? changeLists.filter((list) => holds(ctx.actor, requirementOf(list))));
  // Before the rows: see `listPage`.
  const position = await readPosition(ctx);
  const cursor = encodeCursor(ctx, position);
  const known = decodeCursor(ctx, since);
  const scope_changed = known?.scope !== position.scope;
  const nothing = { cursor, changed: [], reset: [], scope_changed };
  const everything = { ...nothing, reset: [...requested] };
  if (!known || scope_changed || !(await isComplete(ctx, known, position))) return everything;
  const range = { after: known.seq, until: position.seq };
  if (range.after === range.until) return nothing;
  const rows = await repository.listChanged(reader(ctx), range, maxRows + 1);
  if (rows.length > maxRows) return everything;
  const concerned = await concernedLists(ctx, range);
  const all = byList(rows);
  await nameNotified(reader(ctx), range, all, new Map([[ctx.actor.user_id ?? '', ctx]]));
  const heard = [...all].filter(
    ([list, changed]) => requested.has(list) && hears(ctx, list, changed, concerned.has(list)),
  );
  const answer: Changes = { ...nothing, changed: [], reset: [] };
  for (const [list, changed] of heard) {
    const ids = [...changed.rows];
    if (!isRowList(list)) answer.changed.push(list);
    else if (!seesEveryRow(ctx) || ids.length > changedMaxRows) answer.reset.push(list);
    else if (list === 'users') answer.users = await readUsers(ctx, ids);
    else answer.locations = await readLocations(ctx, ids);
  }
  return answer;
}

/** Whether the log says all that happened since. */
async function isComplete(ctx: Context, known: Position, now: Position): Promise<boolean> {
  if (known.epoch !== now.epoch || known.seq > now.seq) return false;
  if (known.seq === now.seq) return true;
  const oldest = await repository.findOldest(reader(ctx));
  return oldest !== null && known.seq >= oldest - 1;
}

async function concernedLists(ctx: Authorized, range: repository.Range): Promise<Set<ChangeList>> {
  const scope = scopeOf(ctx);
  if (scope.all) return new Set();
  const concerned = await repository.listConcerned(reader(ctx), range, {
    ids: [scope.user_id],
    at: scope.at,
  });
  return new Set(concerned.map(({ list }) => list));
}

async function readUsers(ctx: Context, ids: string[]): Promise<Rows<UserRow>> {
  const { users } = await listUsers(requirePermission(ctx, 'users.read'), { limit: changedMaxRows, ids });
  return { rows: users, removed: without(ids, users) };
}

async function readLocations(ctx: Context, ids: string[]): Promise<Rows<Location>> {
  const allowed = requirePermission(ctx, 'locations.read');
  const { locations } = await listLocations(allowed, { limit: changedMaxRows, ids });
  return { rows: locations, removed: without(ids, locations) };
}

function without(ids: readonly string[], rows: readonly { id: string }[]): string[] {
  const found = new Set(rows.map((row) => row.id));
  return ids.filter((id) => !found.has(id));
}

export async function purgeChanges({ database, now }: App): Promise<void> {
  const before = new Date(now().getTime() - changesStoredDays * 86_400_000).toISOString();
  await database.write((tx) => repository.deleteOldChanges(tx, before));
}
