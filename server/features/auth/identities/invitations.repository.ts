import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { InvitationState } from '../../../../contract/fields/invitation-state.ts';
import { noValue } from '../../../../contract/lists/list-filters.ts';
import type { AuthInvitationsTable } from '../../../kernel/database/auth-schema.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import { isFound, listOf, readOften } from '../../../platform/database/query.ts';
import type { MailOutboxTable } from '../../../platform/email/outbox.repository.ts';

export type InvitationRow = Selectable<AuthInvitationsTable>;

/** The older link stops working. */
export async function replaceInvitation(tx: Transaction, row: InvitationRow): Promise<void> {
  const { user_id: _, ...rest } = row;
  await tx
    .insertInto('auth_invitations')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(rest))
    .execute();
}

export function findInvited(db: Queryable, token_hash: string) {
  return db
    .selectFrom('auth_invitations')
    .innerJoin('users', 'users.id', 'auth_invitations.user_id')
    .select(['users.id', 'users.email', 'users.email_key', 'users.full_name'])
    .select(['auth_invitations.sent_by', 'auth_invitations.expires_at'])
    .where('token_hash', '=', token_hash)
    .executeTakeFirst();
}

export function findByMail(db: Queryable, mail_id: string) {
  return db
    .selectFrom('auth_invitations')
    .innerJoin('users', 'users.id', 'auth_invitations.user_id')
    .select(['users.id', 'users.email', 'users.full_name', 'auth_invitations.sent_by'])
    .where('mail_id', '=', mail_id)
    .executeTakeFirst();
}

/** Waiting ones that expire between both times, each once. */
export function listExpiring(
  db: Queryable,
  { from, to, after }: { from: string; to: string; after: string | undefined },
  limit: number,
) {
  return db
    .selectFrom('auth_invitations')
    .innerJoin('users', 'users.id', 'auth_invitations.user_id')
    .select(['users.id', 'users.email', 'users.full_name'])
    .select(['auth_invitations.sent_by', 'auth_invitations.sent_at', 'auth_invitations.expires_at'])
    .where('auth_invitations.expires_at', '>', from)
    .where('auth_invitations.expires_at', '<=', to)
    .where('auth_invitations.reminded_at', 'is', null)
    .$if(after !== undefined, (query) => query.where('auth_invitations.user_id', '>', after ?? ''))
    .orderBy('auth_invitations.user_id')
    .limit(limit)
    .execute();
}

/** False when it was marked before, or is another one by now. */
export function markReminded(
  tx: Transaction,
  { id, expires_at }: { id: string; expires_at: string },
  reminded_at: string,
): Promise<boolean> {
  const marked = tx.updateTable('auth_invitations').set({ reminded_at }).where('user_id', '=', id);
  const same = marked.where('reminded_at', 'is', null).where('expires_at', '=', expires_at);
  return isFound(same.returning('user_id'));
}

/** True for exactly one of several requests with the same link. */
export function consumeInvitation(tx: Transaction, token_hash: string, now: string): Promise<boolean> {
  const query = tx.deleteFrom('auth_invitations').where('token_hash', '=', token_hash);
  return isFound(query.where('expires_at', '>', now).returning('user_id'));
}

export function deleteInvitation(tx: Transaction, user_id: string): Promise<InvitationRow | undefined> {
  return tx.deleteFrom('auth_invitations').where('user_id', '=', user_id).returningAll().executeTakeFirst();
}

export function deleteInvitationsSentBy(tx: Transaction, sent_by: string): Promise<InvitationRow[]> {
  return tx.deleteFrom('auth_invitations').where('sent_by', '=', sent_by).returningAll().execute();
}

export async function listSignInFacts(db: Queryable, ids: readonly string[], at: string) {
  const { columns, joins } = signInSql(at);
  const query = sql<SignInColumns & { user_id: string }>`
    select users.id as user_id, ${columns}
    from ${listOf(db, ids)} join users on users.id = list.value ${joins}`;
  return readOften(db, query);
}

export async function findInvitation(db: Queryable, id: string, at: string) {
  const query = sql<InvitationColumns>`
    select ${invitationStateSql(at)} as invitation, auth_invitations.sent_at, auth_invitations.expires_at,
      auth_invitations.sent_by, auth_invitations.mail_id,
      mail_outbox.state as mail_state, mail_outbox.last_error as mail_error
    from users ${accountJoins} where users.id = ${id}`;
  return (await query.execute(db)).rows[0];
}

const accountJoins = sql`left join auth_users on auth_users.id = users.id
  left join auth_invitations on auth_invitations.user_id = users.id
  left join mail_outbox on mail_outbox.id = auth_invitations.mail_id`;

/** Parts of a statement that reads users: `columns` of `joins`, and the condition `isInvitation` on them. */
export function signInSql(at: string) {
  const invitation = invitationStateSql(at);
  const columns = sql<SignInColumns>`${invitation} as invitation, auth_users.last_sign_in_at,
    exists (select 1 from auth_factors
      where auth_factors.user_id = users.id and auth_factors.status = 'verified') as has_second_factor`;
  return {
    columns,
    joins: accountJoins,
    isInvitation: (states: readonly string[], isLookup: boolean) => isOne(states, invitation, isLookup),
  };
}

/** Never null. With `isLookup` it looks at each user, and does not start from the invitations. */
function isOne(states: readonly string[], invitation: RawBuilder<InvitationState | null>, isLookup: boolean) {
  // Then no invitation needs to be read.
  if (states.join() === 'joined') return hasJoined;
  if (states.join() === noValue) return wasNotInvited;
  const condition = sql<boolean>`coalesce(${invitation}, ${noValue}) in (${sql.join(states)})`;
  const isSent = states.every((state) => state !== 'joined' && state !== noValue);
  if (isLookup || !isSent) return condition;
  // Few users besides those with one of the states, so that not all need to be looked at.
  const used = sql`union all select id from auth_users
    where email_confirmed_at is not null and password_hash is null`;
  return sql<boolean>`(users.id in (select user_id from auth_invitations ${states.includes('joining') ? used : sql``}) and ${condition})`;
}

/** As the state, which it need not compute for every user. */
const wasNotInvited = sql<boolean>`(
  not exists (select 1 from auth_users as confirmed
    where confirmed.id = users.id and confirmed.email_confirmed_at is not null)
  and not exists (select 1 from auth_invitations as sent where sent.user_id = users.id))`;

const hasJoined = sql<boolean>`(auth_users.email_confirmed_at is not null and (auth_users.password_hash is not null
  or exists (select 1 from auth_provider_links where auth_provider_links.user_id = auth_users.id)))`;

/**
 * Null for a user who was never invited. Who can sign in has joined, whatever happened to the email. Who opened the
 * link and chose no password is joining, until another invitation is sent.
 */
export function invitationStateSql(at: string) {
  return sql<InvitationState | null>`case
    when ${hasJoined} then 'joined'
    when auth_invitations.expires_at is null and auth_users.email_confirmed_at is null then null
    when auth_invitations.expires_at is null then 'joining'
    when mail_outbox.state = 'failed' then 'failed'
    when auth_invitations.expires_at <= ${at} then 'expired'
    else 'invited' end`;
}

export interface SignInColumns {
  invitation: InvitationState | null;
  last_sign_in_at: string | null;
  /** 0 or 1 on SQLite. */
  has_second_factor: boolean | number;
}

interface InvitationColumns {
  invitation: InvitationState | null;
  /** This member and the following ones are null without an invitation. */
  sent_at: string | null;
  expires_at: string | null;
  sent_by: string | null;
  /** Also null for a copied link. */
  mail_id: string | null;
  mail_state: MailOutboxTable['state'] | null;
  mail_error: string | null;
}
