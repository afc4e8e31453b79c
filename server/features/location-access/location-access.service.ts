import type { Permission } from '../../../contract/access/permissions.ts';
import {
  type AccessListQuery,
  type AccessListUser,
  type Blocker,
  waitingReasons,
} from '../../../contract/location-access.ts';
import { displayName } from '../../../contract/users.ts';
import { type Authorized, holds, scopeOf } from '../../kernel/access.ts';
import { type Context, now, reader } from '../../kernel/context.ts';
import { grantorNames, heldBy, throughOf } from '../../kernel/grantors.ts';
import { readPage } from '../../kernel/paging.ts';
import { ofPast } from '../../kernel/scope.ts';
import { invalid } from '../../platform/http/errors.ts';
import { invitationStateSql, signInFacts } from '../auth/accounts/account-invitations.service.ts';
import { accountsSeeing } from '../auth/tokens/service-accounts.service.ts';
import { requireLocation } from '../locations/locations.service.ts';
import { allRoles } from '../roles/roles.service.ts';
import { linksOf } from '../users/users.facts.service.ts';
import { namesInScope } from '../users/users.service.ts';
import * as repository from './location-access.repository.ts';

/**
 * By name. Users who see the location only through access to all locations are named to readers who have such access or
 * share another location with them; others are counted (`hidden_count`): a manager may know that the head office can
 * see the location, not who works there. @throws ApiError 404 for a location out of scope; 400 for an unknown `after`,
 * and a `reason` of users who can see it.
 */
export async function listLocationUsers(
  ctx: Authorized<'users.read'>,
  locationId: string,
  { list, reason, q, limit, after }: AccessListQuery,
) {
  const db = reader(ctx);
  const { id: location_id } = await requireLocation(ctx, locationId);
  const holders = await repository.listHolderIds(db, 'locations.all');
  const known = await namesInScope(ctx, holders);
  const linked = { location_id, holder_ids: [...known.keys()], scope: scopeOf(ctx), at: now(ctx) };
  const unknown = holders.filter((id) => !known.has(id));
  const position = after === undefined ? undefined : await repository.findPosition(db, linked, after);
  if (after !== undefined && !position) {
    throw invalid({ path: 'after', message: 'Must be the next of an earlier page' });
  }
  if (reason && list === 'can_see') throw invalid({ path: 'reason', message: 'Only with list=cannot_see' });

  const invitationState = invitationStateSql(now(ctx));
  const filter = { ...linked, can_see: list === 'can_see', reason, invitationState, q };
  const { rows, last } = await readPage(limit, (limit) => repository.listAccess(db, filter, limit, position));
  const counts = await repository.countByReason(db, linked, invitationState);
  const joining = counts.get('joining') ?? 0;
  const waiting = waitingReasons.flatMap((reason) => {
    const users = counts.get(reason);
    return users ? [{ reason, users }] : [];
  });
  const isWhole = list === 'cannot_see' && !after && !q && !reason;
  return {
    users: await explain(ctx, rows),
    total: await repository.countUsers(db, filter),
    next: last?.id ?? null,
    can_see: (counts.get('can_see') ?? 0) + joining,
    joining,
    cannot_see: waiting.reduce((sum, { users }) => sum + users, 0),
    waiting,
    to_invite: isWhole ? await toInvite(ctx, linked) : [],
    managers: await presentManagers(ctx, location_id),
    hidden_count: await repository.countSeeing(db, unknown),
    services: await servicesAt(ctx, location_id),
    is_open_to_all: ctx.app.config.access_policy === 'open',
  };
}

async function servicesAt(ctx: Authorized, location_id: string) {
  if (!holds(ctx.actor, 'tokens.manage')) return null;
  return accountsSeeing(ctx, location_id);
}

/** More of one location are counted. */
const managersExported = 20;

/** Active ones who are assigned to these locations in scope, with their phones, by the location. */
export async function nameManagers(
  ctx: Authorized<'users.read'>,
  locationIds: readonly string[],
): Promise<(locationId: string) => string[]> {
  const rows = await repository.listManagers(reader(ctx), locationIds, managersExported);
  const byLocation = Map.groupBy(rows, (row) => row.location_id);
  return (id) =>
    (byLocation.get(id) ?? []).map((row) => [displayName(row), row.phone].filter(Boolean).join(', '));
}

async function presentManagers(ctx: Context, locationId: string) {
  const state = invitationStateSql(now(ctx));
  const { first, ...about } = await repository.findManagers(reader(ctx), locationId, state);
  return {
    ...about,
    first: first.map((row) => {
      const { id, phone, invitation } = row;
      return { id, name: displayName(row), phone, invitation };
    }),
  };
}

async function toInvite(ctx: Context, linked: repository.Linked) {
  const { permissions } = ctx.actor;
  if (!permissions.has('users.invite')) return [];
  const rows = await repository.listToInvite(reader(ctx), linked, {
    permissions: [...permissions],
    invitationState: invitationStateSql(now(ctx)),
  });
  return rows.map((row) => ({ id: row.id, name: displayName(row) }));
}

type Row = Awaited<ReturnType<typeof repository.listAccess>>[number];

function lentOf({ lent_by, lent_by_name }: Row) {
  return { granted_by: lent_by, granted_by_name: lent_by_name };
}

async function explain(ctx: Authorized, rows: readonly Row[]): Promise<AccessListUser[]> {
  const { roles } = await linksOf(reader(ctx), { all: true }, rows);
  const permissions = new Map((await allRoles(ctx)).map((role) => [role.id, new Set(role.permissions)]));
  const facts = await signInFacts(
    reader(ctx),
    rows.map((row) => row.id),
    now(ctx),
  );
  const grantorOf = await grantorNames(ctx, [...rows, ...rows.map(heldBy), ...rows.map(lentOf)]);
  const scope = scopeOf(ctx);

  return rows.map((row) => {
    const held = roles.of(row.id);
    const allow = (permission: Permission) =>
      held.filter((role) => permissions.get(role.id)?.has(permission));
    const { id, email, full_name, phone, is_active } = row;
    const last_sign_in_at = ofPast(scope, row.last_sign_in_at);
    const { covered_at, cover_ends_at: ends_at, time_zone } = row;
    const { assigned_at, is_assigned } = row;
    return {
      ...{ id, email, full_name, phone, is_active, last_sign_in_at, roles: held },
      invitation: facts(id).invitation,
      assigned: is_assigned && assigned_at !== null ? { at: assigned_at, by: grantorOf(row) } : null,
      through: throughOf(row, grantorOf),
      cover:
        covered_at && ends_at && time_zone
          ? { at: covered_at, by: grantorOf(lentOf(row)), ends_at, time_zone }
          : null,
      all_locations_roles: allow('locations.all').map((role) => role.name),
      blockers: blockersOf(row, allow('locations.read').length > 0),
    };
  });
}

function blockersOf(row: Row, maySeeLocations: boolean): Blocker[] {
  const blockers: Blocker[] = [];
  if (!row.is_active) blockers.push('deactivated');
  if (row.email_confirmed_at === null) blockers.push('not_joined');
  if (row.email_confirmed_at !== null && row.lacks_factor) blockers.push('no_second_factor');
  if (!maySeeLocations) blockers.push('no_role');
  return blockers;
}
