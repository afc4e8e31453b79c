import type { OwnAccess, UserAccess } from '../../../contract/user-access.ts';
import { type Authorized, holds, scopeOf } from '../../kernel/access.ts';
import { type Context, now, reader } from '../../kernel/context.ts';
import { type Grantor, grantorNames, heldBy, throughOf } from '../../kernel/grantors.ts';
import { ofPast } from '../../kernel/scope.ts';
import { findDeactivation } from '../audit/audit.service.ts';
import { lastUseOf, tokensOf } from '../auth/tokens/api-tokens.service.ts';
import { listOwnCovers } from '../covers/covers.service.ts';
import { allRoles } from '../roles/roles.service.ts';
import { notFound } from '../users/guards.service.ts';
import { namesInScope } from '../users/users.service.ts';
import * as repository from './user-access.repository.ts';

/** Locations in the reader's scope, with who granted each and when. @throws ApiError 404 out of scope. */
export async function getUserAccess(ctx: Authorized<'users.read'>, id: string): Promise<UserAccess> {
  const db = reader(ctx);
  const arrival = (await repository.findArrival(db, id)) ?? notFound();
  const roles = await repository.listRoleGrants(db, [id]);
  const scope = scopeOf(ctx);
  const locations = await repository.listLocationGrants(db, scope, [id]);
  const gone = arrival.is_active ? null : await findDeactivation(ctx, id);
  const added = { granted_by: arrival.created_by, granted_by_name: null };
  const grants = [...roles, ...locations, ...locations.map(heldBy), added, ...(gone ? [gone] : [])];
  const nameOf = await grantorNames(ctx, grants);
  const tokens = holds(ctx.actor, 'tokens.manage') ? await presentTokens(ctx, id) : null;
  // Last, so that nothing is told that was written after they left the scope (decision 92).
  if (!(await namesInScope(ctx, [id])).has(id)) notFound();

  return {
    roles: roles.map((role) => withGrant(role, nameOf)),
    locations: locations.map((location) => withReasons(location, nameOf)),
    added_by: arrival.created_by && nameOf(added),
    joined_at: arrival.password_hash === null ? null : arrival.email_confirmed_at,
    last_sign_in_at: ofPast(scope, arrival.last_sign_in_at),
    updated_at: arrival.updated_at,
    deactivation: gone && {
      at: gone.at,
      by: nameOf(gone),
      ended: mayKnowWhatEnded(ctx) ? gone.ended : null,
    },
    tokens,
  };
}

async function presentTokens(ctx: Authorized, id: string): Promise<UserAccess['tokens']> {
  return (await tokensOf(reader(ctx), id)).map((token) => {
    const { id, name, hint, expires_at } = token;
    return { id, name, hint, expires_at, last_used_at: ofPast(scopeOf(ctx), lastUseOf(ctx, token)) };
  });
}

/** A user always sees all of their own locations, and what their own roles allow. */
export async function getOwnAccess(ctx: Authorized<'signed_in'>): Promise<OwnAccess> {
  const db = reader(ctx);
  const id = ctx.actor.user_id ?? notFound();
  const [roles, locations, allowed] = await Promise.all([
    repository.listRoleGrants(db, [id]),
    repository.listLocationGrants(db, { all: true }, [id]),
    repository.listRolePermissions(db, id),
  ]);
  const nameOf = await grantorNames(ctx, [...roles, ...locations, ...locations.map(heldBy)]);
  return {
    roles: roles.map((role) => ({
      ...withGrant(role, nameOf),
      permissions: allowed.filter(({ role_id }) => role_id === role.id).map(({ permission }) => permission),
    })),
    locations: locations.map((location) => withReasons(location, nameOf)),
    covers: await listOwnCovers(ctx),
  };
}

export interface AccessReason {
  /** Null for all locations. */
  location: { name: string; number: string | null } | null;
  why: string;
  granted: { at: string; by: string | null };
  until: string | null;
}

/** What users have access to in the reader's scope, a reason each, with the roles of each. */
export async function readReasons(ctx: Authorized<'users.read'>, userIds: readonly string[]) {
  const db = reader(ctx);
  const scope = scopeOf(ctx);
  const roles = await repository.listRoleGrants(db, userIds);
  const locations = await repository.listLocationGrants(db, scope, userIds);
  const covers = await repository.listCovers(db, scope, userIds, now(ctx));
  const seeAll = (await allRoles(ctx)).filter((role) => role.permissions.includes('locations.all'));
  const all = new Set(seeAll.map((role) => role.id));
  const nameOf = await grantorNames(ctx, [...roles, ...locations, ...locations.map(heldBy), ...covers]);
  const rows: (AccessReason & { user_id: string })[] = [];
  for (const { user_id, id, name, at, ...grant } of roles) {
    const granted = { at, by: nameOf(grant) };
    if (all.has(id)) rows.push({ user_id, location: null, why: `Role ${name}`, granted, until: null });
  }
  for (const row of locations) {
    const { assigned, through } = withReasons(row, nameOf);
    const { user_id } = row;
    const location = { name: row.name, number: row.number };
    if (assigned) rows.push({ user_id, location, why: 'Assigned', granted: assigned, until: null });
    if (through)
      rows.push({
        user_id,
        location,
        why: `Through ${through.district.name}`,
        granted: through,
        until: null,
      });
  }
  for (const { user_id, name, number, at, ends_at, ...grant } of covers) {
    const granted = { at, by: nameOf(grant) };
    rows.push({ user_id, location: { name, number }, why: 'Cover', granted, until: ends_at });
  }
  const [reasons, held] = [Map.groupBy(rows, (row) => row.user_id), Map.groupBy(roles, (row) => row.user_id)];
  return (id: string) => ({ reasons: reasons.get(id) ?? [], roles: held.get(id) ?? [] });
}

type Located = Awaited<ReturnType<typeof repository.listLocationGrants>>[number];

function withReasons(row: Located, nameOf: (grant: Grantor) => string | null) {
  const { id, name, city, state, at, is_assigned } = row;
  return {
    ...{ id, name, city, state },
    assigned: is_assigned ? { at, by: nameOf(row) } : null,
    through: throughOf(row, nameOf),
  };
}

function withGrant<Row extends Grantor & { at: string; user_id: string }>(
  { at, granted_by, granted_by_name, user_id: _, ...ref }: Row,
  nameOf: (grant: Grantor) => string | null,
) {
  return { ...ref, granted: { at, by: nameOf({ granted_by, granted_by_name }) } };
}

/** Actors who may deactivate saw the same summary then, and readers of the audit log can read it there. */
function mayKnowWhatEnded({ actor }: Context): boolean {
  return actor.permissions.has('users.deactivate') || actor.permissions.has('audit.read');
}
