import { type Insertable, type Selectable, sql } from 'kysely';
import type { App } from '../../../kernel/context.ts';
import type {
  AuthFlowsTable,
  AuthProviderLinksTable,
  AuthProvidersTable,
} from '../../../kernel/database/auth-schema.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import { forUpdate, isFound } from '../../../platform/database/query.ts';

export type Provider = Selectable<AuthProvidersTable>;
export type ProviderLink = Selectable<AuthProviderLinksTable>;
export type Flow = Selectable<AuthFlowsTable>;

const sealPurpose = 'company-sign-in';

export function sealed({ secrets }: Pick<App, 'secrets'>, value: unknown): string {
  return secrets.seal(JSON.stringify(value), sealPurpose);
}

export function opened<T>({ secrets }: Pick<App, 'secrets'>, text: string): T {
  return JSON.parse(secrets.open(text, sealPurpose)) as T;
}

/** A company has one provider. */
export const providerName = 'main';

export function findProvider(db: Queryable): Promise<Provider | undefined> {
  return db.selectFrom('auth_providers').selectAll().where('name', '=', providerName).executeTakeFirst();
}

export function lockProvider(tx: Transaction): Promise<Provider | undefined> {
  const query = tx.selectFrom('auth_providers').selectAll().where('name', '=', providerName);
  return forUpdate(tx, query).executeTakeFirst();
}

export async function saveProvider(tx: Transaction, { domains, ...provider }: Provider): Promise<void> {
  const row: Insertable<AuthProvidersTable> = { ...provider, domains: JSON.stringify(domains) };
  const { name: _, ...changed } = row;
  const insert = tx.insertInto('auth_providers').values(row);
  await insert.onConflict((conflict) => conflict.column('name').doUpdateSet(changed)).execute();
}

export function findLink(
  db: Queryable,
  { issuer, subject }: Pick<ProviderLink, 'issuer' | 'subject'>,
): Promise<ProviderLink | undefined> {
  const links = db.selectFrom('auth_provider_links').selectAll().where('issuer', '=', issuer);
  return links.where('subject', '=', subject).executeTakeFirst();
}

/** The oldest first. */
export function listLinks(db: Queryable, user_id: string): Promise<ProviderLink[]> {
  const links = db.selectFrom('auth_provider_links').selectAll().where('user_id', '=', user_id);
  return links.orderBy('created_at').orderBy('subject').execute();
}

export async function insertLink(tx: Transaction, link: ProviderLink): Promise<void> {
  await tx.insertInto('auth_provider_links').values(link).execute();
}

export function updateLink(
  tx: Transaction,
  link: Pick<ProviderLink, 'issuer' | 'subject'>,
  change: Partial<ProviderLink>,
): void {
  const { issuer, subject } = link;
  const update = tx.updateTable('auth_provider_links').set(change).where('issuer', '=', issuer);
  tx.later(update.where('subject', '=', subject).execute());
}

export async function deleteLink(
  tx: Transaction,
  { issuer, subject }: Pick<ProviderLink, 'issuer' | 'subject'>,
): Promise<void> {
  const links = tx.deleteFrom('auth_provider_links').where('issuer', '=', issuer);
  await links.where('subject', '=', subject).execute();
}

export async function deleteLinks(tx: Transaction, user_id: string): Promise<void> {
  await tx.deleteFrom('auth_provider_links').where('user_id', '=', user_id).execute();
}

export async function countLinkedUsers(db: Queryable, issuer: string): Promise<number> {
  const { users } = await db
    .selectFrom('auth_provider_links')
    .select((eb) => eb.fn.count<number>('user_id').distinct().as('users'))
    .where('issuer', '=', issuer)
    .executeTakeFirstOrThrow();
  return Number(users);
}

export async function insertFlow(tx: Transaction, flow: Flow): Promise<void> {
  await tx.insertInto('auth_flows').values(flow).execute();
}

/** For exactly one of several requests. */
export function takeFlow(tx: Transaction, state_hash: string): Promise<Flow | undefined> {
  const flow = tx
    .deleteFrom('auth_flows')
    .where('state_hash', '=', state_hash)
    .where('code_hash', 'is', null);
  return flow.returningAll().executeTakeFirst();
}

export function findFlowByCode(db: Queryable, code_hash: string): Promise<Flow | undefined> {
  return db.selectFrom('auth_flows').selectAll().where('code_hash', '=', code_hash).executeTakeFirst();
}

/** True for exactly one of several requests with the same code. */
export function consumeCode(tx: Transaction, code_hash: string): Promise<boolean> {
  return isFound(tx.deleteFrom('auth_flows').where('code_hash', '=', code_hash).returning('state_hash'));
}

export async function deleteOldFlows(tx: Transaction, before: string): Promise<void> {
  await tx.deleteFrom('auth_flows').where('expires_at', '<=', before).execute();
}

/** Null while a password suffices: how it is called instead, and whether this user may use a password nevertheless. */
export async function findDemand(
  db: Queryable,
  user_id: string,
): Promise<{ label: string; may_bypass: boolean } | null> {
  const query = sql<{ label: string; may_bypass: boolean | number }>`
    select label, exists (${bypassers}  and a.id = ${user_id}) as may_bypass from auth_providers where state = 'required'`;
  const [row] = (await query.execute(db)).rows;
  return row ? { label: row.label, may_bypass: Boolean(row.may_bypass) } : null;
}

/** They can sign in with a password and a second factor, whatever the provider does. */
const bypassers = sql`
  select 1 from auth_users a join users u on u.id = a.id
  where u.is_active and a.email_confirmed_at is not null and a.password_hash is not null
    and exists (select 1 from auth_factors f where f.user_id = a.id and f.factor_type = 'totp' and f.status = 'verified')
    and exists (select 1 from user_roles ur join role_permissions rp on rp.role_id = ur.role_id
      where ur.user_id = a.id and rp.permission = 'sso.bypass')`;

export async function countBypassers(db: Queryable): Promise<number> {
  const query = sql<{ count: number }>`select count(*) as count from (${bypassers}) as holders`;
  return Number((await query.execute(db)).rows[0]?.count ?? 0);
}

/** Whoever removes a holder waits for whoever begins to require company sign-in, and the other way around. */
export async function lockState(tx: Transaction): Promise<Provider['state'] | undefined> {
  const query = tx.selectFrom('auth_providers').select('state').where('name', '=', providerName);
  return (await (tx.dialect === 'postgres' ? query.forShare() : query).executeTakeFirst())?.state;
}

export async function lockBypassers(tx: Transaction): Promise<void> {
  const query = tx.selectFrom('settings').select('key').where('key', '=', 'administrators_lock');
  await forUpdate(tx, query).executeTakeFirstOrThrow();
}

/** Of which there is at most one for each issuer and session. */
export function listUsersOfSession(db: Queryable, issuer: string, provider_sid: string) {
  return db
    .selectFrom('auth_sessions')
    .innerJoin('auth_provider_links', 'auth_provider_links.user_id', 'auth_sessions.user_id')
    .select('auth_sessions.user_id')
    .distinct()
    .where('auth_sessions.provider_sid', '=', provider_sid)
    .where('auth_provider_links.issuer', '=', issuer)
    .execute();
}

/** Those that the provider began; of all its sessions without a name. Returns how many were open. */
export async function endProviderSessions(
  tx: Transaction,
  user_id: string,
  provider_sid: string | undefined,
  ended_at: string,
): Promise<number> {
  const open = tx
    .updateTable('auth_sessions')
    .set({ ended_at, ended_reason: 'signed_out' })
    .where('user_id', '=', user_id)
    .where('ended_at', 'is', null);
  const query =
    provider_sid === undefined
      ? open.where('provider_sid', 'is not', null)
      : open.where('provider_sid', '=', provider_sid);
  return (await query.returning('id').execute()).length;
}

/** Whose holders hear of users without access. */
export async function listRolesThatGrant(db: Queryable): Promise<string[]> {
  const query = db
    .selectFrom('role_permissions')
    .select('role_id')
    .where('permission', '=', 'users.assign_roles');
  return (await query.execute()).map((row) => row.role_id);
}
