import { emailKey } from '../../../contract/fields/email-key.ts';
import type { InvitationState } from '../../../contract/fields/invitation-state.ts';
import { numberKey } from '../../../contract/lists/search-key.ts';
import { displayName } from '../../../contract/users.ts';
import { type Authorized, type Scope, scopeOf } from '../../kernel/access.ts';
import { now, reader } from '../../kernel/context.ts';
import type { Queryable } from '../../kernel/database/database.ts';
import type { UsersTable } from '../../kernel/database/schema.ts';
import { holdersByNumber } from '../../kernel/rules.ts';
import { withoutCovers } from '../../kernel/scope.ts';
import { readTogether } from '../../platform/background/background.ts';
import { signInFacts } from '../auth/accounts/account-invitations.service.ts';
import { listAccounts } from '../auth/accounts/user-accounts.service.ts';
import { readHeldDistricts } from '../districts/districts.facts.service.ts';
import * as repository from './users.repository.ts';
import type { UserAccess } from './users.rules.ts';

// For rules: whoever is authorized for an act reads what decides about it.

const factColumns = [
  ...(['id', 'email', 'full_name', 'phone', 'employee_number', 'is_active'] as const),
  ...(['updated_at', 'updated_by', 'updated_by_name'] as const),
];

export interface UserFacts extends Pick<UsersTable, (typeof factColumns)[number]> {
  name: string;
  role_ids: string[];
  /** Assigned, in the actor's scope. */
  location_ids: string[];
  /** Through districts only, at locations that the actor has without covers. */
  through_count: number;
  /** In scope or not. */
  location_count: number;
  /** In the actor's scope. */
  district_ids: string[];
  invitation: InvitationState | null;
  last_sign_in_at: string | null;
}

/** Only users in scope, in few statements. */
export async function readUserFacts(
  ctx: Authorized,
  among: readonly string[],
): Promise<Map<string, UserFacts>> {
  const db = reader(ctx);
  const scope = scopeOf(ctx);
  const ids = [...new Set(among)];
  const [rows, roleLinks, locationLinks, counts, districtsOf, signIns] = await readTogether(ctx, [
    () => repository.listByIds(db, scope, ids, factColumns),
    () => repository.listRoleIds(db, ids),
    () => repository.listReasons(db, scope, ids),
    () => repository.countLocationLinks(db, ids),
    () => readHeldDistricts(ctx, ids),
    () => signInFacts(db, ids, now(ctx)),
  ]);
  const roles = Map.groupBy(roleLinks, (link) => link.user_id);
  const locations = Map.groupBy(locationLinks, (link) => link.user_id);
  const facts = rows.map((row): UserFacts => {
    const links = locations.get(row.id) ?? [];
    const assigned = links.filter((link) => link.is_assigned);
    return {
      ...row,
      ...signIns(row.id),
      name: displayName(row),
      role_ids: (roles.get(row.id) ?? []).map((link) => link.id),
      location_ids: assigned.map((link) => link.id),
      through_count: links.filter((link) => link.is_lasting && !link.is_assigned).length,
      location_count: counts(row.id),
      district_ids: districtsOf(row.id),
    };
  });
  return new Map(facts.map((user) => [user.id, user]));
}

/** The ids of the locations in scope that each is assigned to, by name. */
export async function readAssigned(ctx: Authorized, ids: readonly string[]) {
  const links = await repository.listAssignedIds(reader(ctx), scopeOf(ctx), ids);
  const byUser = Map.groupBy(links, (link) => link.user_id);
  return (id: string) => (byUser.get(id) ?? []).map((link) => link.id);
}

export async function readUserAccess(ctx: Authorized, id: string): Promise<UserAccess> {
  const db = reader(ctx);
  const scope = withoutCovers(scopeOf(ctx));
  const held = repository.listPermissionsOf(db, id);
  if (scope.all) return { permissions: await held, own: 0, all: 0 };
  const links = [
    repository.listLocationIds(db, scope, [id]),
    repository.countLocationLinks(db, [id]),
  ] as const;
  const [permissions, own, all] = await Promise.all([held, ...links]);
  return { permissions, own: own.length, all: all(id) };
}

export async function readEmailHolders(db: Queryable, emails: readonly string[]) {
  const keys = emails.map(emailKey);
  const profiles = new Map((await repository.listByEmailKeys(db, keys)).map(({ key, id }) => [key, id]));
  const accounts = await listAccounts(db, keys);
  return (email: string) => ({
    profile: profiles.get(emailKey(email)),
    account: accounts.get(emailKey(email)),
  });
}

export async function readNumberHolders(ctx: Authorized, numbers: readonly (string | null | undefined)[]) {
  const keys = numbers.flatMap((number) => numberKey(number ?? null) ?? []);
  const holders = await repository.listEmployeeNumberHolders(reader(ctx), keys);
  const ids = holders.map((holder) => holder.id);
  const rows = await repository.listNames(reader(ctx), scopeOf(ctx), ids);
  return holdersByNumber(holders, new Map(rows.map((row) => [row.id, displayName(row)])));
}

export async function readWorkingAdmins(db: Queryable): Promise<Set<string>> {
  return new Set(await repository.listWorkingAdmins(db));
}

export async function linksOf(db: Queryable, scope: Scope, users: readonly { id: string }[]) {
  const ids = users.map((user) => user.id);
  if (ids.length === 0) return { roles: group<never>([]), locations: group<never>([]) };
  const links = [repository.listRoleLinks(db, ids), repository.listLocationLinks(db, scope, ids)] as const;
  const [roles, locations] = await Promise.all(links);
  return { roles: group(roles), locations: group(locations) };
}

export function group<T extends { user_id: string; id: string }>(links: readonly T[]) {
  const byUser = new Map<string, Omit<T, 'user_id'>[]>();
  const byId = new Map<string, Omit<T, 'user_id'>>();
  for (const link of links) {
    // Few roles and locations have many users, so each is copied once.
    let ref = byId.get(link.id);
    if (!ref) {
      const { user_id: _, ...copy } = link;
      ref = copy;
      byId.set(link.id, ref);
    }
    const list = byUser.get(link.user_id);
    if (list) list.push(ref);
    else byUser.set(link.user_id, [ref]);
  }
  return { of: (id: string) => byUser.get(id) ?? [], distinct: () => [...byId.values()] };
}
