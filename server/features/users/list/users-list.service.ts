import type { ListPosition, UserListQuery, UserSelectionQuery } from '../../../../contract/lists/list.ts';
import { definedOnly } from '../../../../contract/lists/list-filters.ts';
import type { FoundUser } from '../../../../contract/search.ts';
import { displayName, knowsSecondFactors, type UserRow } from '../../../../contract/users.ts';
import { type Authorized, type Scope, scopeOf } from '../../../kernel/access.ts';
import { type Context, reader } from '../../../kernel/context.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import type { InTiers } from '../../../kernel/database/search-tiers.ts';
import { findPosition, readListPage } from '../../../kernel/lists.ts';
import { runScopeOf } from '../../../kernel/run-subjects.ts';
import { ofPast } from '../../../kernel/scope.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { signInSql } from '../../auth/accounts/account-invitations.service.ts';
import { listDistrictLinks } from '../../districts/districts.facts.service.ts';
import { notFound } from '../guards.service.ts';
import { group, linksOf } from '../users.facts.service.ts';
import * as repository from '../users.repository.ts';
import type { UserListFilter } from './user-conditions.repository.ts';
import * as list from './users-list.repository.ts';

export type { FoundUserRow } from './users-list.repository.ts';

/** The ids of locations are by name and only in scope. `include=refs` adds what the ids name. */
export function listUsers(
  ctx: Authorized<'users.read'>,
  { limit, after, from, include, ids, ...selection }: UserListQuery,
) {
  const filter = { ...filterOfQuery(ctx, selection), ids };
  const links = include ? linksWithRefs : linkIds;
  return readListPage(ctx, list.reads, filter, { selection, from, after, limit }, async (rows) =>
    present(ctx, rows, await links(reader(ctx), scopeOf(ctx), rows)),
  );
}

type Rows = Awaited<ReturnType<typeof list.readRows>>;

function present(
  ctx: Authorized,
  rows: Rows,
  links: Awaited<ReturnType<typeof linksWithRefs | typeof linkIds>>,
) {
  const scope = scopeOf(ctx);
  const knowsFactors = mayKnowFactors(ctx);
  const users = rows.map((row): UserRow => {
    // Each column by name: spreading the row took a third of the time of a page of 1,000.
    return {
      id: row.id,
      email: row.email,
      full_name: row.full_name,
      phone: row.phone,
      employee_number: row.employee_number,
      is_active: row.is_active,
      created_at: row.created_at,
      updated_at: row.updated_at,
      invitation: row.invitation,
      last_sign_in_at: ofPast(scope, row.last_sign_in_at),
      has_second_factor: knowsFactors ? Boolean(row.has_second_factor) : null,
      role_ids: links.roleIds(row.id),
      location_ids: links.locations(row.id).map(({ id }) => id),
      district_ids: links.districtIds(row.id),
      states: [...new Set(links.locations(row.id).map(({ state }) => state))],
    };
  });
  return { users, ...(links.included && { included: links.included }) };
}

export function countUsers(ctx: Authorized<'users.read'>, query: UserSelectionQuery): Promise<number> {
  return list.countRows(reader(ctx), filterOfQuery(ctx, query));
}

/** Also of a user who does not match (any more). @throws ApiError 404 out of scope. */
export async function getUserPosition(
  ctx: Authorized<'users.read'>,
  id: string,
  query: UserSelectionQuery,
): Promise<ListPosition> {
  return (await findPosition(ctx, list.reads, filterOfQuery(ctx, query), query, id)) ?? notFound();
}

/** By name. */
export async function matchingUsers(
  ctx: Authorized<'users.read'>,
  query: UserSelectionQuery,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  const filter = await list.narrowed(reader(ctx), filterOfQuery(ctx, query));
  const rows = await list.listMatches(reader(ctx), filter, limit);
  return rows.map((row) => ({ id: row.id, name: displayName(row) }));
}

export function usersToSearch(ctx: Authorized<'users.read'>): InTiers {
  return list.inTiers(scopeOf(ctx));
}

/** The location is the first by name that the reader may see. */
export async function presentFoundUsers<Row extends list.FoundUserRow & { id: string }>(
  ctx: Authorized,
  rows: readonly Row[],
): Promise<(Row & Pick<FoundUser, 'kind' | 'name' | 'email' | 'is_active' | 'location'>)[]> {
  const { locations } = await linksOf(reader(ctx), scopeOf(ctx), rows);
  return rows.map((row) => ({
    ...row,
    kind: 'user' as const,
    name: displayName(row),
    is_active: Boolean(row.is_active),
    location: locations.of(row.id)[0]?.name ?? null,
  }));
}

/** @throws ApiError 400 for a filter or a sort by the last sign-in, for an actor who may not know it. */
export function filterOfQuery(ctx: Authorized, { q, sort, ...filters }: UserSelectionQuery): UserListFilter {
  if (sort?.field === 'last_sign_in') requirePastOfUsers(ctx, 'sort');
  if (filters.last_sign_in) requirePastOfUsers(ctx, 'last_sign_in');
  const now = ctx.app.now();
  return {
    ...{ q, filters: definedOnly(filters), scope: scopeOf(ctx), runs: runScopeOf(ctx) },
    ...{ now, signIn: signInSql(now.toISOString()), knowsFactors: mayKnowFactors(ctx) },
  };
}

/** @throws ApiError 400 for an actor who may not know when users last signed in. */
export function requirePastOfUsers(ctx: Authorized, path: string): void {
  if (!scopeOf(ctx).hidesPast) return;
  throw invalid({ path, message: 'Only users who may manage users see when others last signed in.' });
}

export function mayKnowFactors({ actor }: Context): boolean {
  return knowsSecondFactors((permission) => actor.permissions.has(permission));
}

async function linksWithRefs(db: Queryable, scope: Scope, users: readonly { id: string }[]) {
  const [{ roles, locations }, districtLinks] = await Promise.all([
    linksOf(db, scope, users),
    listDistrictLinks(
      db,
      scope,
      users.map((user) => user.id),
    ),
  ]);
  const districts = group(districtLinks);
  return {
    roleIds: (id: string) => roles.of(id).map((role) => role.id),
    locations: locations.of,
    districtIds: (id: string) => districts.of(id).map((district) => district.id),
    included: {
      ...{ roles: roles.distinct(), locations: locations.distinct(), districts: districts.distinct() },
    },
  };
}

async function linkIds(db: Queryable, scope: Scope, users: readonly { id: string }[]) {
  const ids = users.map((user) => user.id);
  const links = [
    repository.listRoleIds(db, ids),
    repository.listLocationIds(db, scope, ids),
    listDistrictLinks(db, scope, ids),
  ] as const;
  const [roleLinks, locationLinks, districtLinks] = await Promise.all(links);
  const districts = Map.groupBy(districtLinks, (link) => link.user_id);
  const roles = Map.groupBy(roleLinks, (link) => link.user_id);
  const locations = Map.groupBy(locationLinks, (link) => link.user_id);
  return {
    roleIds: (id: string) => (roles.get(id) ?? []).map((role) => role.id),
    locations: (id: string) => locations.get(id) ?? [],
    districtIds: (id: string) => (districts.get(id) ?? []).map((district) => district.id),
    included: null,
  };
}
