import type { Permission } from '../../../contract/permissions.ts';
import type { ReachObstacle, ReachPerson, ReachQuery } from '../../../contract/reach.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { type Context, reader } from '../../kernel/context.ts';
import { invalid } from '../../kernel/errors.ts';
import { requireLocation } from '../locations/locations.service.ts';
import { allRoles } from '../roles/roles.service.ts';
import { addStore, takeStore } from '../users/one-store.service.ts';
import { linksOf, namesWithinReach } from '../users/users.service.ts';
import * as repository from './reach.repository.ts';

/**
 * Who can see a store and why, by name; `list=cannot_see` gives those whom something keeps from it although
 * they are assigned or hold a role that reaches every store.
 *
 * Names follow the scope rule: who reaches every store through a role alone is named to readers who reach
 * every store themselves or share another store with them. To everybody else they are a number (`unnamed`):
 * a manager may know that the head office looks in, not who works there.
 * @throws ApiError 404 for a store outside reach, 400 for a page that does not go on from an earlier one.
 */
export async function listLocationPeople(
  ctx: Authorized<'users.read'>,
  locationId: string,
  { list, q, limit, after }: ReachQuery,
) {
  const db = reader(ctx);
  const { id: location_id } = await requireLocation(ctx, locationId);
  const holders = await repository.listHolderIds(db, 'locations.all');
  const known = await namesWithinReach(ctx, holders);
  const linked = { location_id, holder_ids: [...known.keys()] };
  const unknown = holders.filter((id) => !known.has(id));
  const position = after === undefined ? undefined : await repository.findPosition(db, linked, after);
  if (after !== undefined && !position) throw notAPage();

  const filter = { ...linked, can_see: list === 'can_see', q };
  const rows = await repository.listPeople(db, filter, limit + 1, position);
  const page = rows.slice(0, limit);
  return {
    people: await explain(ctx, page),
    total: await repository.countPeople(db, filter),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
    ...(await repository.countBoth(db, linked)),
    unnamed: await repository.countSeeing(db, unknown),
    is_open_to_all: ctx.app.config.access_policy === 'open',
  };
}

/**
 * Assigns one person, by the rules of replacing all their stores; repeating it changes nothing.
 * @throws ApiError 404 for a store or a person outside reach, 403 for somebody whom the actor may not assign.
 */
export async function assignPerson(
  ctx: Authorized<'users.assign_locations'>,
  locationId: string,
  userId: string,
): Promise<void> {
  await addStore(ctx, userId, await requireLocation(ctx, locationId));
}

/**
 * Takes one person off the store. Somebody who is not assigned there is no error, whether they exist or not.
 * @throws ApiError 404 for a store outside reach, 403 for somebody whom the actor may not assign.
 */
export async function removePerson(
  ctx: Authorized<'users.assign_locations'>,
  locationId: string,
  userId: string,
): Promise<void> {
  await takeStore(ctx, userId, await requireLocation(ctx, locationId));
}

type Row = Awaited<ReturnType<typeof repository.listPeople>>[number];

async function explain(ctx: Context, rows: readonly Row[]): Promise<ReachPerson[]> {
  const { roles } = await linksOf(reader(ctx), { all: true }, rows);
  const permissions = new Map((await allRoles(ctx)).map((role) => [role.id, new Set(role.permissions)]));
  const givers = rows.flatMap((row) => row.granted_by ?? []);
  const names = await namesWithinReach(ctx, givers);

  return rows.map((row) => {
    const held = roles.of(row.id);
    const allow = (permission: Permission) =>
      held.filter((role) => permissions.get(role.id)?.has(permission));
    const { id, email, full_name, is_active, last_sign_in_at } = row;
    const at = row.assigned_at;
    return {
      ...{ id, email, full_name, is_active, last_sign_in_at, roles: held },
      assigned: at === null ? null : { at, by: giverOf(ctx, row, names) },
      all_stores_roles: allow('locations.all').map((role) => role.name),
      obstacles: obstaclesOf(row, allow('locations.read').length > 0),
    };
  });
}

/**
 * Only the machine itself gives without being a person. Whoever is gone is named as they were called then, to
 * readers who reach every store: to them alone it is sure that the giver was within reach.
 */
function giverOf(ctx: Context, { granted_by, granted_by_name }: Row, names: ReadonlyMap<string, string>) {
  if (granted_by === null) return 'the command line';
  return names.get(granted_by) ?? (scopeOf(ctx).all ? granted_by_name : null);
}

function obstaclesOf(row: Row, maySeeStores: boolean): ReachObstacle[] {
  const obstacles: ReachObstacle[] = [];
  if (!row.is_active) obstacles.push('deactivated');
  if (row.email_confirmed_at === null) obstacles.push('not_joined');
  if (row.email_confirmed_at !== null && row.lacks_factor === 1) obstacles.push('no_second_factor');
  if (!maySeeStores) obstacles.push('no_role');
  return obstacles;
}

function notAPage() {
  return invalid({ path: 'after', message: 'Must be the next of an earlier page' });
}
