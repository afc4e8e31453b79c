import { emailKey } from '../../../contract/fields/email-key.ts';
import type { InvitationState } from '../../../contract/fields/invitation-state.ts';
import { numberKey } from '../../../contract/lists/search-key.ts';
import { displayName } from '../../../contract/users.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { now, reader } from '../../kernel/context.ts';
import type { Queryable } from '../../kernel/database/database.ts';
import { holdersByNumber } from '../../kernel/rules.ts';
import { readTogether } from '../../platform/background/background.ts';
import { signInFacts } from '../auth/accounts/account-invitations.service.ts';
import { listAccounts } from '../auth/accounts/user-accounts.service.ts';
import * as repository from './users.repository.ts';
import type { UserAccess } from './users.rules.ts';

// For rules: whoever is authorized for an act reads what decides about it.

export interface UserFacts {
  id: string;
  name: string;
  email: string;
  full_name: string | null;
  phone: string | null;
  employee_number: string | null;
  is_active: boolean;
  updated_at: string;
  updated_by: string | null;
  updated_by_name: string;
  role_ids: string[];
  /** In the actor's scope. */
  location_ids: string[];
  /** In scope or not. */
  location_count: number;
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
  const [rows, roleLinks, locationLinks, counts, signIns] = await readTogether(ctx, [
    () => repository.listStamped(db, scope, ids),
    () => repository.listRoleIds(db, ids),
    () => repository.listLocationIds(db, scope, ids),
    () => repository.countLocationLinks(db, ids),
    () => signInFacts(db, ids, now(ctx)),
  ]);
  const roles = Map.groupBy(roleLinks, (link) => link.user_id);
  const locations = Map.groupBy(locationLinks, (link) => link.user_id);
  const facts = rows.map((row): UserFacts => {
    return {
      ...row,
      ...signIns(row.id),
      name: displayName(row),
      role_ids: (roles.get(row.id) ?? []).map((link) => link.id),
      location_ids: (locations.get(row.id) ?? []).map((link) => link.id),
      location_count: counts(row.id),
    };
  });
  return new Map(facts.map((user) => [user.id, user]));
}

export async function readUserAccess(ctx: Authorized, id: string): Promise<UserAccess> {
  const db = reader(ctx);
  const scope = scopeOf(ctx);
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
  const rows = await repository.listNames(
    reader(ctx),
    scopeOf(ctx),
    holders.map((holder) => holder.id),
  );
  const names = new Map(rows.map((row) => [row.id, displayName(row)]));
  return holdersByNumber(holders, names);
}

export async function readWorkingAdmins(db: Queryable): Promise<Set<string>> {
  return new Set(await repository.listWorkingAdmins(db));
}
