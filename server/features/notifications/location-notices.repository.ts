import { type RawBuilder, sql } from 'kysely';
import {
  allNotificationKinds,
  kindOf,
  type NotificationKind,
  salesKinds,
} from '../../../contract/notifications/notification-kinds.ts';
import type { NotificationDetails } from '../../../contract/notifications/notifications.ts';
import type { ViewList } from '../../../contract/views.ts';
import type { Scope } from '../../kernel/access.ts';
import type { Queryable, Transaction } from '../../kernel/database/database.ts';
import type { NotificationSubjectType } from '../../kernel/database/schema.ts';
import { hearsAsManager } from '../../kernel/managers.ts';
import { intervalOf } from '../../kernel/notifications/notify.ts';
import type { RunScope } from '../../kernel/run-subjects.ts';
import { presentUsers } from '../../kernel/scope.ts';
import { forUpdate, isOneOf, rowsOf } from '../../platform/database/query.ts';
import type { NoticeRow } from './lines.pure.ts';

/** What the reader sees now. */
export interface Visibility {
  user_id: string;
  scope: Scope;
  at: string;
  /** Null for a reader of no run. */
  runs: RunScope;
  /** The kinds of subjects that their permissions allow. */
  types: readonly NotificationSubjectType[];
  views: readonly ViewList[];
  /** What their permissions let them be told. */
  kinds: readonly NotificationKind[];
}

/** What of a reader's notices is read: the bell, perhaps some of its rows, or the emails that wait. */
export type Selected = { ids?: readonly string[] } | { email: 'now' | 'daily' };

interface Row {
  id: string;
  kind: NotificationKind;
  location_id: string;
  location_name: string;
  act: string;
  actor_id: string | null;
  run_id: string | null;
  details: NotificationDetails;
  count: number;
  first_at: string;
  last_at: string;
  read_until: string | null;
}

/** Older ones are not shown. */
const rowsShown = 1000;

const ofManagers = allNotificationKinds.filter((kind) => kindOf(kind).ofLocation === 'managers');

/**
 * Of the locations to which the reader is assigned, since they were, and since they could sign in. Who sees all locations
 * also hears what registers do at those they watch. Never of own acts, and never about the reader.
 */
export async function listOfLocations(
  db: Queryable,
  { user_id, scope, runs, types, kinds }: Visibility,
  selected: Selected,
): Promise<NoticeRow[]> {
  if (!types.includes('location')) return [];
  const isPresent = presentUsers(scope, 'notices.about_id').map(
    (isPresent) => sql`(notices.about_id is null or ${isPresent})`,
  );
  const named = (of: readonly NotificationKind[]) => sql.join(of.map((kind) => sql.lit(kind)));
  const links = (table: string, link: 'assigned' | 'watched') => sql`select links.user_id, links.location_id,
      links.created_at, ${sql.lit(link)} as link from ${sql.table(table)} as links where links.user_id = ${user_id}`;
  // Not twice to those who are assigned there.
  const ofWatched = sql`union all ${links('location_watches', 'watched')} and links.location_id not in (
    select own.location_id from user_locations as own where own.user_id = ${user_id})`;
  const query = sql<Row>`select notices.id, notices.kind, notices.location_id, locations.name as location_name, notices.act,
      notices.actor_id, notices.run_id, notices.details, notices.count, notices.first_at, notices.last_at, marks.read_until
    from (${links('user_locations', 'assigned')} ${scope.all ? ofWatched : sql``}) as mine
      join location_notices as notices on notices.location_id = mine.location_id
      join locations on locations.id = mine.location_id
      left join notice_marks as marks on marks.user_id = mine.user_id and marks.notice_id = notices.id
    where mine.user_id = ${user_id} and notices.first_at >= mine.created_at
      and notices.first_at >= (select auth_users.email_confirmed_at from auth_users where auth_users.id = ${user_id})
      and (notices.actor_id is null or notices.actor_id <> mine.user_id)
      and (notices.about_id is null or notices.about_id <> mine.user_id)
      and notices.kind in (${named(kinds)}) and (mine.link = 'assigned' or notices.kind in (${named(salesKinds)}))
      and (notices.kind not in (${named(ofManagers)}) or ${hearsAsManager('mine.user_id', 'mine.location_id')})
      and ${sql.join([isSelected(db, user_id, selected), ...isPresent], sql` and `)}
    order by notices.last_at desc, notices.id desc limit ${rowsShown}`;
  return (await query.execute(db)).rows.map((row) => present(row, runs.all));
}

function isSelected(db: Queryable, user_id: string, selected: Selected): RawBuilder<unknown> {
  if ('email' in selected) return sql`marks.email = ${selected.email}`;
  const { ids } = selected;
  return sql`notices.kind not in (select quiet.kind from notification_settings as quiet
    where quiet.user_id = ${user_id} and quiet.is_in_bell = false) ${ids ? sql`and ${isOneOf(db, 'notices.id', ids)}` : sql``}`;
}

/** No receiver of a notice started its run: only who sees all runs may open it. */
function present(
  { location_name, act, actor_id, run_id, read_until, ...row }: Row,
  seesRuns: boolean,
): NoticeRow {
  const { kind, location_id, first_at, last_at } = row;
  return {
    ...row,
    run_id: seesRuns ? run_id : null,
    line: run_id
      ? `run:${run_id}:${kind}`
      : [kind, location_id, act, actor_id, intervalOf(first_at)].join(':'),
    ...{ isOfLocation: true, subject_type: 'location', subject_id: location_id, subject_name: location_name },
    isRead: row.details.is_over === true || (read_until !== null && read_until >= last_at),
    ...{ list: null, query: null },
  };
}

/** As they were shown, so that what a run adds is unread. */
export async function markRead(
  tx: Transaction,
  user_id: string,
  rows: readonly Pick<NoticeRow, 'id' | 'last_at'>[],
  isRead: boolean,
): Promise<void> {
  if (rows.length === 0) return;
  const list = rowsOf(
    tx,
    { id: 'uuid', read_until: 'timestamptz' },
    rows.map(({ id, last_at }) => ({ id, read_until: isRead ? last_at : null })),
  );
  const user = tx.dialect === 'postgres' ? sql`${user_id}::uuid` : user_id;
  const query = sql`insert into notice_marks (user_id, notice_id, read_until, email)
    select ${user}, list.id, list.read_until, null from ${list} where true order by list.id
    on conflict (user_id, notice_id) do update set read_until = excluded.read_until`;
  await query.execute(tx);
}

/** In the order in which they are written. */
export async function lockEmails(tx: Transaction, user_id: string, email: 'now' | 'daily'): Promise<void> {
  const query = tx.selectFrom('notice_marks').select('notice_id').where('user_id', '=', user_id);
  await forUpdate(tx, query.where('email', '=', email).orderBy('notice_id')).execute();
}

export async function dropEmails(
  tx: Transaction,
  of: { user_id?: string; email?: 'now' | 'daily'; kind?: NotificationKind } = {},
): Promise<void> {
  const { user_id, email, kind } = of;
  let query = tx.updateTable('notice_marks').set({ email: null }).where('email', 'is not', null);
  if (user_id) query = query.where('user_id', '=', user_id);
  if (email) query = query.where('email', '=', email);
  if (kind) {
    const ids = tx.selectFrom('location_notices').select('id').where('kind', '=', kind);
    query = query.where('notice_id', 'in', ids);
  }
  await query.execute();
}

export async function deleteMarksOfUser(tx: Transaction, user_id: string): Promise<void> {
  await tx.deleteFrom('notice_marks').where('user_id', '=', user_id).execute();
}

const deletedAtOnce = 1000;

/** Some of those before, with their marks; false when none is left. */
export async function deleteSomeBefore(tx: Transaction, before: string): Promise<boolean> {
  const query = sql<{ id: string }>`delete from location_notices where location_notices.id in (
    select old.id from location_notices as old where old.last_at < ${before} limit ${deletedAtOnce}) returning id`;
  const ids = (await query.execute(tx)).rows.map(({ id }) => id);
  await tx
    .deleteFrom('notice_marks')
    .where(isOneOf(tx, 'notice_id', ids))
    .execute();
  return ids.length === deletedAtOnce;
}
