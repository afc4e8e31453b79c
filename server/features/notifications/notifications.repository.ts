import { type RawBuilder, sql } from 'kysely';
import type { NotificationKind } from '../../../contract/notification-kinds.ts';
import type { NotificationDetails } from '../../../contract/notifications.ts';
import type { ViewList } from '../../../contract/views.ts';
import type { Scope } from '../../kernel/access.ts';
import type { Queryable, Transaction } from '../../kernel/database/database.ts';
import { anyOf, forUpdate, isOneOf } from '../../kernel/database/query.ts';
import type { NotificationSettingsTable, NotificationSubjectType } from '../../kernel/database/schema.ts';
import type { Moment } from '../../kernel/paging.ts';
import type { RunScope } from '../../kernel/run-subjects.ts';
import { inScope, isUserInScope } from '../../kernel/scope.ts';

/** What the receiver sees now. */
export interface Sight {
  user_id: string;
  scope: Scope;
  /** Null for a reader of no run. */
  runs: RunScope;
  /** The kinds of subjects that their permissions allow. */
  types: readonly NotificationSubjectType[];
  views: readonly ViewList[];
}

export interface NotificationRow {
  id: string;
  kind: NotificationKind;
  subject_type: NotificationSubjectType;
  subject_id: string | null;
  subject_name: string;
  location_id: string | null;
  details: NotificationDetails;
  count: number;
  first_at: string;
  last_at: string;
  read_at: string | null;
  email: 'now' | 'daily' | null;
  /** Of a view. */
  list: ViewList | null;
  query: string | null;
}

/** The subject is there, and the receiver sees it. */
function isVisible(sight: Sight): RawBuilder<boolean> {
  return anyOf(
    sight.types.map(
      (type) => sql`(notifications.subject_type = ${sql.lit(type)} and ${visibleSubject[type](sight)})`,
    ),
  );
}

const found = (from: RawBuilder<unknown>, conditions: RawBuilder<unknown>[]) =>
  sql<boolean>`exists (select 1 from ${from} where ${sql.join(conditions, sql` and `)})`;

const visibleSubject: Record<NotificationSubjectType, (sight: Sight) => RawBuilder<boolean>> = {
  account: () => sql`notifications.subject_id is null`,
  backup: () => sql`notifications.subject_id is null`,
  location: ({ scope }) =>
    found(sql`locations`, [sql`locations.id = notifications.subject_id`, ...inScope(scope, 'locations.id')]),
  user: ({ scope }) =>
    found(sql`users`, [sql`users.id = notifications.subject_id`, isUserInScope(scope, 'users.id')]),
  run: ({ runs }) =>
    found(sql`runs`, [
      sql`runs.id = notifications.subject_id`,
      sql`runs.discarded_at is null`,
      ...(runs.all ? [] : [sql`runs.created_by = ${runs.created_by}`]),
    ]),
  view: ({ user_id, views }) =>
    found(sql`list_views`, [
      sql`list_views.id = notifications.subject_id`,
      sql`(list_views.owner_id = ${user_id} or list_views.is_shared = true)`,
      anyOf(views.map((list) => sql`list_views.list = ${sql.lit(list)}`)),
    ]),
};

const columns = sql.raw(
  ['id', 'kind', 'subject_type', 'subject_id', 'subject_name', 'location_id', 'details', 'count', 'first_at']
    .concat(['last_at', 'read_at', 'email'])
    .map((column) => `notifications.${column}`)
    .join(),
);

const withView = sql`notifications left join list_views
  on notifications.subject_type = 'view' and list_views.id = notifications.subject_id`;

/** In the bell, the newest first. */
export async function listNotifications(
  db: Queryable,
  sight: Sight,
  after: Moment | null,
  limit: number,
): Promise<NotificationRow[]> {
  const isLater = after
    ? sql`and (notifications.last_at < ${after.created_at}
        or (notifications.last_at = ${after.created_at} and notifications.id < ${after.id}))`
    : sql``;
  const query = sql<NotificationRow>`select ${columns}, list_views.list, list_views.query from ${withView}
    where notifications.user_id = ${sight.user_id} and notifications.is_in_bell = true and ${isVisible(sight)} ${isLater}
    order by notifications.last_at desc, notifications.id desc limit ${limit}`;
  return (await query.execute(db)).rows;
}

/** `unseen` came, or changed, after `seen_at`. */
export async function countNotifications(db: Queryable, sight: Sight, seen_at: string | null) {
  const isUnseen = seen_at === null ? sql`(1 = 1)` : sql`notifications.last_at > ${seen_at}`;
  const query = sql<{ unseen: number; unread: number }>`
    select coalesce(sum(case when ${isUnseen} then 1 else 0 end), 0) as unseen, count(*) as unread from notifications
    where notifications.user_id = ${sight.user_id} and notifications.is_in_bell = true
      and notifications.read_at is null and ${isVisible(sight)}`;
  const [row] = (await query.execute(db)).rows;
  return { unseen: Number(row?.unseen ?? 0), unread: Number(row?.unread ?? 0) };
}

/** Locked in the order in which acts add to them. */
function lockedIds(tx: Transaction, user_id: string) {
  const query = tx.selectFrom('notifications').select('id').where('user_id', '=', user_id);
  return forUpdate(tx, query.orderBy('merge_key'));
}

/** False when all were read. */
export async function markReadUntil(tx: Transaction, user_id: string, until: string, at: string) {
  const ids = lockedIds(tx, user_id).where('read_at', 'is', null).where('last_at', '<=', until);
  const query = tx.updateTable('notifications').set({ read_at: at }).where('id', 'in', ids);
  return (await query.executeTakeFirst()).numUpdatedRows > 0n;
}

/** False for one of another user. */
export async function markRead(tx: Transaction, user_id: string, id: string, read_at: string | null) {
  const query = tx.updateTable('notifications').set({ read_at }).where('id', '=', id);
  const { numUpdatedRows } = await query.where('user_id', '=', user_id).executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function isAnyListed(db: Queryable, sight: Sight, ids: readonly string[]): Promise<boolean> {
  const query = sql`select 1 from notifications where ${isOneOf(db, 'notifications.id', ids)}
    and notifications.user_id = ${sight.user_id} and notifications.is_in_bell = true and ${isVisible(sight)} limit 1`;
  return (await query.execute(db)).rows.length > 0;
}

export function listSettings(db: Queryable, user_id: string): Promise<NotificationSettingsTable[]> {
  return db.selectFrom('notification_settings').selectAll().where('user_id', '=', user_id).execute();
}

export async function saveSettings(tx: Transaction, rows: NotificationSettingsTable[]): Promise<void> {
  for (const row of rows) {
    const { is_in_bell, email } = row;
    await tx
      .insertInto('notification_settings')
      .values(row)
      .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet({ is_in_bell, email }))
      .execute();
  }
}

/** For the daily and other emails of these kinds. Nothing for a user who is gone. */
export async function stopEmails(
  tx: Transaction,
  user_id: string,
  kinds: readonly NotificationKind[],
): Promise<void> {
  const user = await tx.selectFrom('users').select('id').where('id', '=', user_id).executeTakeFirst();
  if (!user) return;
  for (const kind of kinds) {
    await tx
      .insertInto('notification_settings')
      .values({ user_id, kind, is_in_bell: true, email: 'never' })
      .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet({ email: 'never' }))
      .execute();
    const ids = lockedIds(tx, user_id).where('kind', '=', kind).where('email', 'is not', null);
    await tx.updateTable('notifications').set({ email: null }).where('id', 'in', ids).execute();
  }
}

/** Users who chose another time for the emails of a kind. */
export async function listOthers(db: Queryable, kind: NotificationKind, user_ids: readonly string[]) {
  const query = db.selectFrom('notification_settings').select('user_id').where('kind', '=', kind);
  const rows = await query
    .where('email', '!=', 'now')
    .where(isOneOf(db, 'user_id', user_ids))
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

const receiversAtOnce = 50;

/** Receivers of emails that are due at once. */
export async function listDueNow(db: Queryable): Promise<string[]> {
  const query = sql<{ user_id: string }>`select distinct notifications.user_id from notifications
    where notifications.email = 'now' order by notifications.user_id limit ${receiversAtOnce}`;
  return (await query.execute(db)).rows.map((row) => row.user_id);
}

/** Receivers whose daily email has no time yet, is due, or has a time too far away. */
export async function listDueDaily(db: Queryable, at: string, far: string) {
  const query = sql<{ user_id: string; digest_due_at: string | null; time_zone: string | null }>`
    select waiting.user_id, user_preferences.digest_due_at, user_preferences.time_zone
    from (select distinct notifications.user_id from notifications where notifications.email = 'daily') as waiting
      left join user_preferences on user_preferences.user_id = waiting.user_id
    where user_preferences.digest_due_at is null or user_preferences.digest_due_at <= ${at}
      or user_preferences.digest_due_at > ${far}
    order by waiting.user_id limit ${receiversAtOnce}`;
  return (await query.execute(db)).rows;
}

/** Takes the emails that wait, and returns the rows of those whose subject the receiver sees. */
export async function takeForEmail(
  tx: Transaction,
  sight: Sight,
  email: 'now' | 'daily',
): Promise<NotificationRow[]> {
  await lockedIds(tx, sight.user_id).where('email', '=', email).execute();
  const query = sql<NotificationRow>`select ${columns}, list_views.list, list_views.query from ${withView}
    where notifications.user_id = ${sight.user_id} and notifications.email = ${email} and ${isVisible(sight)}
    order by notifications.last_at desc, notifications.id`;
  const { rows } = await query.execute(tx);
  await dropEmails(tx, sight.user_id, email);
  return rows;
}

export async function dropEmails(tx: Transaction, user_id: string, email: 'now' | 'daily'): Promise<void> {
  const ids = lockedIds(tx, user_id).where('email', '=', email);
  await tx.updateTable('notifications').set({ email: null }).where('id', 'in', ids).execute();
}

/** After a restore: they may have been sent. */
export async function dropAllEmails(tx: Transaction): Promise<void> {
  await tx.updateTable('notifications').set({ email: null }).where('email', 'is not', null).execute();
}

export async function deleteOfUser(tx: Transaction, user_id: string): Promise<void> {
  await tx.deleteFrom('notifications').where('user_id', '=', user_id).execute();
}

const deletedAtOnce = 1000;

/** Some of those before; false when none is left. */
export async function deleteSomeBefore(tx: Transaction, before: string): Promise<boolean> {
  const query = sql`delete from notifications where notifications.id in (
    select old.id from notifications as old where old.last_at < ${before} limit ${deletedAtOnce}) returning id`;
  return (await query.execute(tx)).rows.length === deletedAtOnce;
}

/** Users with more rows than `most`. */
export async function listFull(db: Queryable, most: number): Promise<string[]> {
  const query = sql<{ user_id: string }>`select notifications.user_id from notifications
    group by notifications.user_id having count(*) > ${most} order by notifications.user_id`;
  return (await query.execute(db)).rows.map((row) => row.user_id);
}

/** All but `most`: the oldest read ones first, then the oldest. */
export async function deleteSurplus(tx: Transaction, user_id: string, most: number): Promise<void> {
  const query = sql`delete from notifications where notifications.id in (
    select old.id from notifications as old where old.user_id = ${user_id}
    order by case when old.read_at is null then 0 else 1 end, old.last_at desc, old.id limit 1000000 offset ${most})`;
  await query.execute(tx);
}
