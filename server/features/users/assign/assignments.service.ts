import { lostByLocations, lostByRoles } from '../../../../contract/access/own-access.ts';
import { adminRole } from '../../../../contract/access/permissions.ts';
import type { CoverEnd } from '../../../../contract/covers.ts';
import type { Role } from '../../../../contract/roles.ts';
import { removeLocationsFailure, removeRolesFailure } from '../../../../contract/users.ts';
import { type Authorized, scopeOf } from '../../../kernel/access.ts';
import { audit, auditUser, userSubject } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import { type Context, type InTransaction, now, reader } from '../../../kernel/context.ts';
import { updateStamp } from '../../../kernel/edit.ts';
import { refuseFor } from '../../../kernel/rules.ts';
import { followDistricts } from '../../../kernel/scope.ts';
import { refuseStale } from '../../../kernel/stale.ts';
import { inOrder } from '../../../platform/background/background.ts';
import { isForeignKeyViolation } from '../../../platform/database/query.ts';
import { ApiError, invalid, withFailure } from '../../../platform/http/errors.ts';
import { guardBypass } from '../../auth/identities/guard-bypass.service.ts';
import { replaceCovers } from '../../covers/covers.service.ts';
import {
  type HeldDistrict,
  listDistrictsOf,
  lockHeldDistrictsOr,
} from '../../districts/districts.facts.service.ts';
import { whyNotGiveDistrict, whyUnknownDistrict } from '../../districts/districts.rules.ts';
import { readAssignable, refsOf } from '../../locations/locations.facts.service.ts';
import { refuseClosed } from '../../locations/locations.service.ts';
import { mayManageRoles, whyNotGrant, whyUnknownRole } from '../../roles/roles.rules.ts';
import { lockHeldOr } from '../../roles/roles.service.ts';
import {
  ensureAnotherAdmin,
  findAssignable,
  findManageable,
  notFound,
  refuseOwnLoss,
} from '../guards.service.ts';
import * as repository from '../users.repository.ts';
import { findUser, grantStamp, requireOwnLocations } from '../users.service.ts';

/** @throws ApiError 404 out of scope. */
export async function getUserLocations(ctx: Authorized<'users.read'>, id: string) {
  const user = (await findUser(ctx, id)) ?? notFound();
  const db = reader(ctx);
  const scope = scopeOf(ctx);
  const [assigned, districts] = await Promise.all([
    repository.listAssignedIds(db, scope, [id]),
    listDistrictsOf(db, scope, id),
  ]);
  const locations = await readAssignable(ctx, idsOf(assigned));
  return {
    locations: [...locations.values()].map(({ is_lasting: _, ...location }) => location),
    districts: districts.map(({ is_whole, ...district }) => ({ ...district, is_mine: is_whole })),
    updated_at: user.updated_at,
  };
}

/** @throws ApiError 404 out of scope. */
export async function getUserRoles(ctx: Authorized<'users.read'>, id: string) {
  const user = (await findUser(ctx, id)) ?? notFound();
  return { roles: user.roles, updated_at: user.updated_at };
}

interface Chosen {
  location_ids: readonly string[];
  /** Without it, districts stay. */
  district_ids?: readonly string[] | undefined;
  /** All that are on in scope. Without it, covers stay. */
  covers?: readonly CoverEnd[] | undefined;
}

/**
 * Replaces assignments. Locations and districts out of scope are neither shown nor changed, so that two managers can share a
 * user. @throws ApiError 404, 412; 400 for a location or district out of scope; 403 for a district that the actor does not have
 * whole; 409 for the actor's own last location.
 */
export async function replaceUserLocations(
  ctx: Authorized<'users.assign_locations'>,
  id: string,
  { location_ids, district_ids, covers }: Chosen,
  ifMatch: string | null,
) {
  try {
    return await change(
      ctx,
      {
        user: id,
        read: (ctx) =>
          inOrder([
            findAssignable(ctx, id),
            lockHeldDistrictsOr(ctx, district_ids ?? [], id),
            requireOwnLocations(ctx, location_ids),
            repository.listReasons(ctx.tx, scopeOf(ctx), [id]),
            repository.listLocationsOfDistricts(ctx.tx, district_ids ?? [], id),
          ]),
      },
      async (ctx, [row, found, chosen, seen, there]) => {
        const { tx } = ctx;
        const locations = refsOf(chosen);
        const assigned = seen.filter((location) => location.is_assigned);
        const { added, removed } = difference(assigned, chosen);
        const districts = changedDistricts(found, district_ids);
        const moved = [...districts.added, ...districts.removed];
        if (district_ids) {
          refuseFor(whyUnknownDistrict(district_ids, found), 'validation_failed', {
            ...{ path: 'district_ids', denial: true },
          });
        }
        const result = { locations, districts: refsOfDistricts(districts.after) };
        if (added.length + removed.length + moved.length === 0) {
          if (covers) await replaceCovers(ctx, row, covers);
          return { ...result, updated_at: row.updated_at };
        }
        await refuseStale(ctx, row, ifMatch);
        refuseFor(whyNotGiveDistrict(moved), 'forbidden');
        refuseClosed(added);
        const idsIn = (among: readonly { id: string }[]) => {
          const ids = new Set(idsOf(among));
          return idsOf(there.filter(({ district_id }) => ids.has(district_id)));
        };
        const remaining = chosen.length + idsIn(districts.after).length;
        refuseOwnLoss(ctx, id, lostByLocations(seen, remaining));
        tx.later(
          withFailure(removeLocationsFailure, () =>
            repository.deleteLinks(tx, 'location', id, idsOf(removed)),
          ),
        );
        tx.later(repository.deleteLinks(tx, 'district', id, idsOf(districts.removed)));
        repository.insertLinks(tx, 'location', grantStamp(ctx, id), idsOf(added));
        repository.insertLinks(tx, 'district', grantStamp(ctx, id), idsOf(districts.added));
        if (found.length > 0) followDistricts(tx, { of: 'user_id', ids: [id], at: now(ctx) });
        const updated_at = touch(ctx, row);
        if (added.length + removed.length > 0) {
          audit(ctx, {
            action: 'user.locations_replaced',
            subject: userSubject(row),
            locations_added: idsOf(added),
            locations_removed: idsOf(removed),
            unchanged_at: new Set([
              ...idsIn(districts.before).filter((id) => added.some((one) => one.id === id)),
              ...idsIn(districts.after).filter((id) => removed.some((one) => one.id === id)),
            ]),
          });
        }
        // An entry for each, because its readers are those of its locations.
        const unchanged_at = new Set(idsOf([...assigned, ...chosen]));
        for (const [did, some] of [
          ['removed', districts.removed],
          ['added', districts.added],
        ] as const) {
          for (const district of some) {
            audit(ctx, {
              action: 'user.locations_replaced',
              subject: userSubject(row),
              details: { [did]: { districts: [district.name] } },
              [`locations_${did}`]: idsIn([district]),
              unchanged_at,
            });
          }
        }
        if (covers) await replaceCovers(ctx, row, covers);
        return { ...result, updated_at };
      },
    );
  } catch (error) {
    // It was deleted between the check and the insert.
    if (isForeignKeyViolation(error)) {
      const message = 'One of the locations or districts was just deleted';
      throw invalid({ path: 'location_ids', message });
    }
    throw error;
  }
}

/** Without `chosen` none. Those that the actor does not see stay. */
function changedDistricts(found: readonly HeldDistrict[], chosen: readonly string[] | undefined) {
  const before = found.filter((district) => district.is_held);
  if (!chosen) return { before, after: before, added: [], removed: [] };
  const isChosen = ({ id, is_seen }: HeldDistrict) => !is_seen || chosen.includes(id);
  const added = found.filter((district) => !district.is_held && district.is_seen && isChosen(district));
  const removed = before.filter((district) => !isChosen(district));
  const after = found.filter((one) => added.includes(one) || (one.is_held && !removed.includes(one)));
  return { before, after, added, removed };
}

function refsOfDistricts(districts: readonly HeldDistrict[]) {
  return districts.flatMap(({ id, name, is_seen }) => (is_seen ? { id, name } : []));
}

/** @throws ApiError 404, 403, 412; 409 for the last administrator's role and a loss of own permissions. */
export async function replaceUserRoles(
  ctx: Authorized<'users.assign_roles'>,
  id: string,
  roleIds: readonly string[],
  ifMatch: string | null,
) {
  try {
    return await change(
      ctx,
      { user: id, read: (ctx) => inOrder([findManageable(ctx, id), lockHeldOr(ctx, roleIds, id)]) },
      async (ctx, [row, found]) => {
        const { tx } = ctx;
        const current = found.filter(({ isHeld }) => isHeld).map(({ role }) => role);
        const chosen = found.map(({ role }) => role).filter(({ id }) => roleIds.includes(id));
        refuseFor(whyUnknownRole(roleIds, new Set(idsOf(chosen))), 'validation_failed', { path: 'role_ids' });
        const { added, removed } = difference(current, chosen);
        if (added.length + removed.length > 0) await refuseStale(ctx, row, ifMatch);
        refuseFor(whyNotGrant([...added, ...removed], ctx.actor), 'forbidden');
        if (id === ctx.actor.user_id) ensureOwnSecondFactor(ctx, current, chosen);
        const result = chosen.map(({ id, name, description, color }) => ({ id, name, description, color }));
        if (added.length + removed.length === 0) return { roles: result, updated_at: row.updated_at };
        refuseOwnLoss(ctx, id, lostByRoles(removed, chosen));
        if (removed.some((role) => role.name === adminRole)) await ensureAnotherAdmin(ctx, id);
        tx.later(
          withFailure(removeRolesFailure, () => repository.deleteLinks(tx, 'role', id, idsOf(removed))),
        );
        repository.insertLinks(tx, 'role', grantStamp(ctx, id), idsOf(added));
        if (removed.length > 0) guardBypass(ctx);
        const updated_at = touch(ctx, row);
        auditUser(ctx, row, 'user.roles_replaced', {
          added: { roles: namesOf(added) },
          removed: { roles: namesOf(removed) },
        });
        return { roles: result, updated_at };
      },
    );
  } catch (error) {
    if (isForeignKeyViolation(error))
      throw invalid({ path: 'role_ids', message: 'One of the roles was just deleted' });
    throw error;
  }
}

/** Refuses to revoke one's own duty to have a second factor. @throws ApiError 403 */
function ensureOwnSecondFactor(ctx: Context, current: readonly Role[], chosen: readonly Role[]): void {
  const requiresFactor = (roles: readonly Role[]) => roles.some((role) => role.requires_second_factor);
  if (!requiresFactor(current) || requiresFactor(chosen) || mayManageRoles(ctx)) return;
  throw new ApiError(
    'forbidden',
    'This role requires you to have a second factor. Only somebody who manages roles can revoke it.',
  );
}

function difference<Held extends { id: string }, Chosen extends { id: string }>(
  current: readonly Held[],
  chosen: readonly Chosen[],
) {
  const before = new Set(idsOf(current));
  const after = new Set(idsOf(chosen));
  return {
    added: chosen.filter((ref) => !before.has(ref.id)),
    removed: current.filter((ref) => !after.has(ref.id)),
  };
}

/** Makes an edit in a dialog that was opened before stale. */
export function touch(ctx: InTransaction, row: { id: string; updated_at: string }): string {
  const stamp = updateStamp(ctx, row);
  repository.updateUser(ctx.tx, row.id, stamp);
  return stamp.updated_at;
}

const idsOf = (refs: readonly { id: string }[]) => refs.map((ref) => ref.id);
const namesOf = (refs: readonly { name: string }[]) => refs.map((ref) => ref.name);
