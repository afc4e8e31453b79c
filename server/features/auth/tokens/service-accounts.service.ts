import { sql } from 'kysely';
import type { AccountCall } from '../../../../contract/service-accounts.ts';
import { type Authorized, type Scope, scopeOf } from '../../../kernel/access.ts';
import { type Context, now, reader } from '../../../kernel/context.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { servicesInScope } from '../../../kernel/scope.ts';
import { isOneOf } from '../../../platform/database/query.ts';
import { type Places, withPlaces } from './places.repository.ts';
import * as repository from './service-accounts.repository.ts';

export { countAccounts, insertAccount, updateAccount } from './service-accounts.repository.ts';

export type StoredAccount = repository.AccountRow & Places;

/** Those that the actor sees, by name. */
export function accountsInScope(ctx: Authorized): Promise<StoredAccount[]> {
  return listAccounts(reader(ctx), servicesInScope(scopeOf(ctx), 'service.user_id'));
}

/** Undefined out of scope. */
export async function findAccount(
  db: Queryable,
  scope: Scope,
  id: string,
): Promise<StoredAccount | undefined> {
  const isIt = isOneOf(db, 'service.user_id', [id]);
  return (await listAccounts(db, [isIt, ...servicesInScope(scope, 'service.user_id')]))[0];
}

/** Of those that the actor sees, the ones whose tokens see the location now. */
export async function accountsSeeing(ctx: Authorized, location_id: string) {
  const inScope = servicesInScope(scopeOf(ctx), 'service.user_id');
  return repository.listNames(reader(ctx), [...repository.isSeeing(location_id, now(ctx)), ...inScope]);
}

/** Of those that the actor sees, the ones that have the location among their places, whatever they may. */
export async function accountsAt(ctx: Authorized, location_id: string) {
  const inScope = servicesInScope(scopeOf(ctx), 'service.user_id');
  return repository.listNames(reader(ctx), [repository.hasLocation(location_id, sql`true`), ...inScope]);
}

async function listAccounts(db: Queryable, where: Parameters<typeof repository.listAccounts>[1]) {
  return withPlaces(db, 'account', await repository.listAccounts(db, where));
}

/** With those that are not saved yet, newest first. */
export async function callsOf(ctx: Context, id: string): Promise<AccountCall[]> {
  return repository.latestCalls(ctx.app.tokenUse.callsOf(id), await repository.listCalls(reader(ctx), id));
}

/** For the audit log. */
export async function accountName(db: Queryable, id: string): Promise<string> {
  return (await findAccount(db, { all: true }, id))?.full_name ?? '';
}
