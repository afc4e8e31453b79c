import { type RawBuilder, sql } from 'kysely';
import {
  allNotificationKinds,
  kindOf,
  type NotificationKind,
} from '../../../contract/notifications/notification-kinds.ts';
import type { EmailSection } from '../../../contract/notifications/notifications.ts';
import type { Queryable, Transaction } from '../../kernel/database/database.ts';
import type { NotificationSettingsTable, NotificationSubjectType } from '../../kernel/database/schema.ts';
import { readsSales } from '../../kernel/reads-sales.ts';
import { inScope, isUserInScope, servicesInScope } from '../../kernel/scope.ts';
import { anyOf, forUpdate, isOneOf } from '../../platform/database/query.ts';
import type { EmailTimes } from './email-times.pure.ts';
import type { NoticeRow } from './lines.pure.ts';
import {
  dropEmails as dropEmailsOfLocations,
  lockEmails as lockEmailsOfLocations,
  type Selected,
  type Visibility,
} from './location-notices.repository.ts';

/** The subject is there, and the receiver sees it. */
function isVisible(visibility: Visibility): RawBuilder<boolean> {
  return anyOf(
    visibility.types.map(
      (type) => sql`(notifications.subject_type = ${sql.lit(type)} and ${visibleSubject[type](visibility)})`,
    ),
  );
}

const found = (from: RawBuilder<unknown>, conditions: RawBuilder<unknown>[]) =>
  sql<boolean>`exists (select 1 from ${from} where ${sql.join(conditions, sql` and `)})`;

const visibleSubject: Record<NotificationSubjectType, (visibility: Visibility) => RawBuilder<boolean>> = {
  account: () => sql`notifications.subject_id is null`,
  backup: () => sql`notifications.subject_id is null`,
  location: ({ scope }) =>
    found(sql`locations`, [sql`locations.id = notifications.subject_id`, ...inScope(scope, 'locations.id')]),
  user: ({ scope }) =>
    found(sql`users`, [sql`users.id = notifications.subject_id`, isUserInScope(scope, 'users.id')]),
  // Not over, and its end was not moved since. Its user sees the location while it is on.
  cover: ({ scope, at }) =>
    found(sql`covers`, [
      sql`covers.id = notifications.subject_id`,
      sql`covers.reminded_at is not null`,
      sql`covers.ended_at is null`,
      sql`covers.ends_at > ${at}`,
      ...inScope(scope, 'covers.location_id'),
    ]),
  run: ({ runs }) =>
    found(sql`runs`, [
      sql`runs.id = notifications.subject_id`,
      sql`runs.discarded_at is null`,
      ...(runs.all ? [] : [sql`runs.created_by = ${runs.created_by}`]),
    ]),
  service_account: ({ scope }) =>
    found(sql`service_accounts`, [
      sql`service_accounts.user_id = notifications.subject_id`,
      ...servicesInScope(scope, 'notifications.subject_id'),
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
    .concat(['last_at', 'read_at'])
    .map((column) => `notifications.${column}`)
    .join(),
);

interface Row extends Omit<NoticeRow, 'line' | 'run_id' | 'isOfLocation' | 'isRead'> {
  read_at: string | null;
}

/** Of the user alone. No more than `rowsOfUser`, which the clean-up leaves. */
export async function listOwn(
  db: Queryable,
  visibility: Visibility,
  selected: Selected,
): Promise<NoticeRow[]> {
  const query = sql<Row>`select ${columns}, list_views.list, list_views.query
    from notifications left join list_views
      on notifications.subject_type = 'view' and list_views.id = notifications.subject_id
    where notifications.user_id = ${visibility.user_id} and ${isSelected(db, selected)} and ${isVisible(visibility)}
    order by notifications.last_at desc, notifications.id desc`;
  return (await query.execute(db)).rows.map(({ read_at, ...row }) => ({
    ...row,
    line: row.id,
    run_id: null,
    isOfLocation: false,
    isRead: read_at !== null,
  }));
}

function isSelected(db: Queryable, selected: Selected): RawBuilder<unknown> {
  if ('email' in selected) return sql`notifications.email = ${selected.email}`;
  const { ids } = selected;
  return sql`notifications.is_in_bell = true ${ids ? sql`and ${isOneOf(db, 'notifications.id', ids)}` : sql``}`;
}

/** Locked in the order in which acts add to them. */
function lockedIds(tx: Transaction, user_id: string) {
  const query = tx.selectFrom('notifications').select('id').where('user_id', '=', user_id);
  return forUpdate(tx, query.orderBy('merge_key'));
}

/** Not one to which something was added after `until`. */
export async function markRead(
  tx: Transaction,
  user_id: string,
  { ids, until }: { ids: readonly string[]; until: string },
  read_at: string | null,
): Promise<void> {
  const locked = lockedIds(tx, user_id)
    .where(isOneOf(tx, 'notifications.id', ids))
    .where('last_at', '<=', until);
  await tx.updateTable('notifications').set({ read_at }).where('id', 'in', locked).execute();
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

/** For the daily and other emails of these kinds. False for a user who is gone. */
export async function stopEmails(
  tx: Transaction,
  user_id: string,
  kinds: readonly NotificationKind[],
): Promise<boolean> {
  const user = await tx.selectFrom('users').select('id').where('id', '=', user_id).executeTakeFirst();
  if (!user) return false;
  for (const kind of kinds) {
    await tx
      .insertInto('notification_settings')
      .values({ user_id, kind, is_in_bell: true, email: 'never' })
      .onConflict((conflict) => conflict.columns(['user_id', 'kind']).doUpdateSet({ email: 'never' }))
      .execute();
    const ids = lockedIds(tx, user_id).where('kind', '=', kind).where('email', 'is not', null);
    await tx.updateTable('notifications').set({ email: null }).where('id', 'in', ids).execute();
  }
  // After all rows of `notifications`, as in every transaction.
  for (const kind of kinds) await dropEmailsOfLocations(tx, { user_id, kind });
  return true;
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

/** Users for whom an email waits, of own notices and of those of locations. */
const waiting = (email: 'now' | 'daily') => sql`(
  select notifications.user_id from notifications where notifications.email = ${sql.lit(email)}
  union select notice_marks.user_id from notice_marks where notice_marks.email = ${sql.lit(email)}) as waiting`;

/** They come at any time. */
const isFixed = sql`notifications.kind in (${sql.join(
  allNotificationKinds.filter((kind) => kindOf(kind).isFixed).map((kind) => sql.lit(kind)),
)})`;

/** Receivers of emails that are due at once, and are not held back. */
export async function listDueNow(db: Queryable, at: string): Promise<string[]> {
  const query = sql<{ user_id: string }>`select waiting.user_id from ${waiting('now')}
      left join user_preferences on user_preferences.user_id = waiting.user_id
    where user_preferences.emails_held_until is null or user_preferences.emails_held_until <= ${at}
      or exists (select 1 from notifications
        where notifications.user_id = waiting.user_id and notifications.email = 'now' and ${isFixed})
    order by waiting.user_id limit ${receiversAtOnce}`;
  return (await query.execute(db)).rows.map((row) => row.user_id);
}

export interface DueDaily extends EmailTimes {
  user_id: string;
  digest_due_at: string | null;
  time_zone: string | null;
  sections_off: readonly EmailSection[];
}

/** Receivers whose daily email has no time yet, is due, or has a time too far away. Not those who pause it. */
export async function listDueDaily(
  db: Queryable,
  { at, far, unpaused }: { at: string; far: string; unpaused: string },
): Promise<DueDaily[]> {
  const query = sql<DueDaily & { sections_off: readonly EmailSection[] | null }>`
    select waiting.user_id, chosen.digest_due_at, chosen.time_zone, chosen.digest_sent_at, chosen.email_hour,
      chosen.quiet_from, chosen.quiet_to, chosen.paused_until, chosen.sections_off
    from (select waiting.user_id from ${waiting('daily')} union ${readsSales}) as waiting
      left join user_preferences as chosen on chosen.user_id = waiting.user_id
    where (chosen.digest_due_at is null or chosen.digest_due_at <= ${at} or chosen.digest_due_at > ${far})
      and (chosen.paused_until is null or chosen.paused_until <= ${unpaused})
    order by waiting.user_id limit ${receiversAtOnce}`;
  return (await query.execute(db)).rows.map((row) => ({ ...row, sections_off: row.sections_off ?? [] }));
}

/** Before they are read and dropped, so that nothing comes in between. */
export async function lockEmails(tx: Transaction, user_id: string, email: 'now' | 'daily'): Promise<void> {
  await lockedIds(tx, user_id).where('email', '=', email).execute();
  await lockEmailsOfLocations(tx, user_id, email);
}

export async function dropEmails(
  tx: Transaction,
  user_id: string,
  email: 'now' | 'daily',
  { isOnlyFixed = false } = {},
): Promise<void> {
  const all = lockedIds(tx, user_id).where('email', '=', email);
  const ids = isOnlyFixed ? all.where(sql<boolean>`${isFixed}`) : all;
  await tx.updateTable('notifications').set({ email: null }).where('id', 'in', ids).execute();
  // Those of locations are never about security.
  if (!isOnlyFixed) await dropEmailsOfLocations(tx, { user_id, email });
}

/** After a restore: they may have been sent. */
export async function dropAllEmails(tx: Transaction): Promise<void> {
  await tx.updateTable('notifications').set({ email: null }).where('email', 'is not', null).execute();
  await dropEmailsOfLocations(tx);
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
