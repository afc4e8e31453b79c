import { sql } from 'kysely';
import type { AccountCall } from '../../../../contract/service-accounts.ts';
import { type Authorized, type Scope, scopeOf } from '../../../kernel/access.ts';
import { type Context, now, reader } from '../../../kernel/context.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { servicesInScope, withoutCovers } from '../../../kernel/scope.ts';
import { isOneOf } from '../../../platform/database/query.ts';
import * as repository from './service-accounts.repository.ts';
import type { Places } from './tokens.repository.ts';

export { countAccounts, insertAccount, updateAccount } from './service-accounts.repository.ts';

export type StoredAccount = repository.AccountRow & Places;

/** Those that the actor sees, by name. What they only cover does not count, because an account stays. */
export function accountsInScope(ctx: Authorized): Promise<StoredAccount[]> {
  return listAccounts(reader(ctx), servicesInScope(withoutCovers(scopeOf(ctx)), 'service.user_id'));
}

/** Undefined out of scope. */
export async function findAccount(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<StoredAccount | undefined> {
  const isIt = isOneOf(db, 'service.user_id', [id]);
  return (await listAccounts(db, [isIt, ...servicesInScope(withoutCovers(scope), 'service.user_id')]))[0];
}

/** Of those that the actor sees, the ones whose tokens see the location now. */
export async function accountsSeeing(ctx: Authorized, location_id: string) {
  const inScope = servicesInScope(withoutCovers(scopeOf(ctx)), 'service.user_id');
  return repository.listNames(reader(ctx), [...repository.isSeeing(location_id, now(ctx)), ...inScope]);
}

/** Of those that the actor sees, the ones that have the location among their places, whatever they may. */
export async function accountsAt(ctx: Authorized, location_id: string) {
  const inScope = servicesInScope(withoutCovers(scopeOf(ctx)), 'service.user_id');
  return repository.listNames(reader(ctx), [repository.hasLocation(location_id, sql`true`), ...inScope]);
}

async function listAccounts(db: Queryable, where: Parameters<typeof repository.listAccounts>[1]) {
  const rows = await repository.listAccounts(db, where);
  const placesOf = await repository.listAccountPlaces(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, ...placesOf(row.id) }));
}

/** With those that are not saved yet, newest first. */
export async function callsOf(ctx: Context, id: string): Promise<AccountCall[]> {
  return repository.latestCalls(ctx.app.tokenUse.callsOf(id), await repository.listCalls(reader(ctx), id));
}

/** For the audit log. */
export async function accountName(db: Queryable, id: string): Promise<string> {
  return (await findAccount(db, { all: true }, id))?.full_name ?? '';
}
