import { type RawBuilder, type Selectable, sql } from 'kysely';
import {
  kindOf,
  type NotificationKind,
  salesKinds,
} from '../../../contract/notifications/notification-kinds.ts';
import type { Queryable, Transaction } from '../../kernel/database/database.ts';
import type { LocationNoticesTable, StoredNotice } from '../../kernel/database/schema.ts';
import { hearsAsManager } from '../../kernel/managers.ts';
import { isNoService } from '../../kernel/scope.ts';
import { isOneOf, rowsOf } from '../../platform/database/query.ts';

/** Rows that are delivered in one transaction. Those of demo data have 1,000 notices each, and take 25 ms. */
export const deliveredAtOnce = 20;

/** The oldest first, without those that were given up. */
export async function listWaiting(db: Queryable): Promise<string[]> {
  const query = db.selectFrom('notice_outbox').select('id').where('failed_at', 'is', null);
  return (await query.orderBy('id').limit(deliveredAtOnce).execute()).map((row) => row.id);
}

/** Deletes the rows and returns their notices, except those that another server delivers now. */
export async function takeNotices(tx: Transaction, ids: readonly string[]): Promise<StoredNotice[]> {
  const lock = tx.dialect === 'postgres' ? sql`for update skip locked` : sql``;
  const query = sql<{ id: string; notices: StoredNotice[] }>`select id, notices from notice_outbox
    where ${isOneOf(tx, 'id', ids)} and failed_at is null order by id ${lock}`;
  const { rows } = await query.execute(tx);
  const taken = isOneOf(
    tx,
    'id',
    rows.map(({ id }) => id),
  );
  await tx.deleteFrom('notice_outbox').where(taken).execute();
  return rows.flatMap(({ notices }) => notices);
}

/** They stay for who mends the reason. */
export async function markFailed(tx: Transaction, id: string, failed_at: string): Promise<void> {
  await tx.updateTable('notice_outbox').set({ failed_at }).where('id', '=', id).execute();
}

/** After a restore: they may have been delivered. */
export async function emptyOutbox(tx: Transaction): Promise<void> {
  await tx.deleteFrom('notice_outbox').execute();
}

const types = {
  ...({ n: 'integer', ids: 'json', actor_id: 'uuid', subject_id: 'uuid', details: 'jsonb' } as const),
  ...({ is_in_bell: 'boolean', has_own_email: 'boolean', has_chosen_email: 'boolean' } as const),
  first_at: 'timestamptz',
} as const;

function rowOf(notice: StoredNotice, n: number) {
  const { kind, receivers, actor_id, subject, details, run_id, has_own_email, merge_key, at } = notice;
  const { bell, email, isEmailChosenElsewhere = false } = kindOf(kind);
  return {
    ...{ n, kind, receivers: receivers.to, ids: receivers.ids, actor_id },
    ...{ subject_type: subject.type, subject_id: subject.id, subject_name: subject.name },
    details: run_id ? { ...details, in_run: true } : details,
    ...{ is_in_bell: bell, email: notice.email ?? email, has_own_email },
    ...{ has_chosen_email: isEmailChosenElsewhere, merge_key, first_at: at },
  };
}

/**
 * Rows of one user each. In one statement, by receiver and merge key: transactions that add to rows of the same receivers
 * lock them in one order.
 */
export async function insertForUsers(
  tx: Transaction,
  notices: readonly StoredNotice[],
  last_at: string,
): Promise<void> {
  if (notices.length === 0) return;
  const isSqlite = tx.dialect === 'sqlite';
  const rows = notices.map(rowOf);
  const each = isSqlite
    ? sql`list cross join json_each(list.ids) as one`
    : sql`list cross join lateral (select value::uuid from json_array_elements_text(list.ids)) as one`;
  const users = sql`select list.n, one.value as user_id from ${each} where list.receivers = 'users'`;
  const holders = linkedTo(tx, 'user_roles', 'role_id', sql`one.value`);
  const ofRoles = sql`select list.n, linked.user_id from ${each} ${holders} and list.receivers = 'holders_of'`;
  const of = { users, holders_of: ofRoles, locations: users };
  const found = [...new Set(notices.map(({ receivers }) => receivers.to))].map((to) => of[to]);
  // A receiver who chose neither bell nor email gets no row. SQLite would read the whole list again for each receiver if it
  // were not materialized: 10,000 notices took three minutes.
  const query = sql`with list as materialized (select * from ${rowsOf(tx, types, rows)}),
    found as (${sql.join(found, sql` union all `)}),
    chosen as (
      select list.n, list.merge_key, found.user_id,
        coalesce(chosen.is_in_bell, list.is_in_bell) as rings,
        case when chosen.email is null or (list.has_chosen_email and chosen.email <> 'never') then list.email
          else chosen.email end as sends
      from found cross join list cross join users
        left join notification_settings as chosen on chosen.user_id = found.user_id and chosen.kind = list.kind
      where list.n = found.n and users.id = found.user_id and users.is_active = true and ${isNoService}
        and (list.actor_id is null or found.user_id <> list.actor_id)),
    numbered as (
      select n, merge_key, user_id, rings, sends, count(*) over (partition by user_id, merge_key) as acts,
        row_number() over (partition by user_id, merge_key order by n desc) as position
      from chosen where rings or sends <> 'never')
    insert into notifications (id, user_id, kind, subject_type, subject_id, subject_name, location_id, details, count,
      first_at, last_at, read_at, merge_key, is_in_bell, email)
    select ${isSqlite ? sqliteUuid : sql`gen_random_uuid()`}, numbered.user_id, list.kind, list.subject_type, list.subject_id,
      list.subject_name, null, list.details, numbered.acts, list.first_at,
      ${isSqlite ? last_at : sql`${last_at}::timestamptz`}, null, list.merge_key, numbered.rings,
      case when sends = 'never' or (sends = 'now' and list.has_own_email) then null else sends end
    from numbered join list on list.n = numbered.n where position = 1 order by numbered.user_id, list.merge_key
    on conflict (user_id, merge_key) do update set
      kind = excluded.kind, subject_type = excluded.subject_type, subject_id = excluded.subject_id,
      subject_name = excluded.subject_name, details = excluded.details,
      count = notifications.count + excluded.count, last_at = excluded.last_at, read_at = null,
      is_in_bell = excluded.is_in_bell,
      email = case when notifications.email = 'now' then 'now' else coalesce(excluded.email, notifications.email) end`;
  await query.execute(tx);
}

/**
 * Joins the links of one id, in this order on SQLite. PostgreSQL expects a hundred ids and would look for their links in all
 * of them: `offset 0` makes it one by one.
 */
function linkedTo(
  tx: Transaction,
  table: 'user_roles' | LocationLinks,
  column: string,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const [links, of] = [sql.table(table), sql.ref(column)];
  return tx.dialect === 'sqlite'
    ? sql`cross join ${links} as linked where linked.${of} = ${id}`
    : sql`cross join lateral (select link.user_id, link.created_at from ${links} as link where link.${of} = ${id} offset 0)
        as linked where true`;
}

type LocationLinks = 'user_locations' | 'location_watches';

/** Of version 4. */
const sqliteUuid = sql`lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
  || '-' || substr('89AB', 1 + (abs(random()) % 4), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`;

export type LocationNotice = Selectable<LocationNoticesTable>;

const listOf = (tx: Transaction, notices: readonly LocationNotice[]) =>
  rowsOf(
    tx,
    {
      ...({ id: 'uuid', location_id: 'uuid', actor_id: 'uuid', about_id: 'uuid', run_id: 'uuid' } as const),
      ...({ details: 'jsonb', count: 'integer', first_at: 'timestamptz', last_at: 'timestamptz' } as const),
    },
    notices,
  );

/** In the order of their ids. A run adds to its row at a location; what is told once is not told again. */
export async function insertOfLocations(
  tx: Transaction,
  notices: readonly LocationNotice[],
): Promise<ReadonlySet<string>> {
  if (notices.length === 0) return new Set();
  const query = sql<{
    id: string;
  }>`insert into location_notices (id, location_id, kind, act, actor_id, about_id, run_id, details, count,
      first_at, last_at)
    select list.id, list.location_id, list.kind, list.act, list.actor_id, list.about_id, list.run_id, list.details,
      list.count, list.first_at, list.last_at
    from ${listOf(tx, notices)} where true order by list.id
    on conflict (id) do update set count = location_notices.count + excluded.count, last_at = excluded.last_at,
      about_id = case when location_notices.about_id = excluded.about_id then excluded.about_id end
      where location_notices.run_id is not null
    returning id`;
  return new Set((await query.execute(tx)).rows.map(({ id }) => id));
}

/**
 * An email waits for those who get one of this kind. When few do, they are found by what they chose and not among all users
 * of the location. Those who watch it may not see it any more: the email has what its reader sees.
 */
export async function markForEmail(
  tx: Transaction,
  kind: NotificationKind,
  notices: readonly LocationNotice[],
): Promise<void> {
  if (notices.length === 0) return;
  await markFor(tx, 'user_locations', kind, notices);
  if (salesKinds.includes(kind)) await markFor(tx, 'location_watches', kind, notices);
}

async function markFor(
  tx: Transaction,
  links: LocationLinks,
  kind: NotificationKind,
  notices: readonly LocationNotice[],
): Promise<void> {
  const { email, ofLocation } = kindOf(kind);
  const list = listOf(tx, notices);
  const isChosen = sql`linked.user_id = chosen.user_id and chosen.kind = ${sql.lit(kind)}`;
  const receivers: RawBuilder<unknown> =
    email === 'never'
      ? sql`${list} cross join notification_settings as chosen cross join ${sql.table(links)} as linked
          where ${isChosen} and linked.location_id = list.location_id`
      : sql`${list} ${linkedTo(tx, links, 'location_id', sql`list.location_id`)}`;
  const chosen =
    email === 'never'
      ? sql`chosen.email`
      : sql`coalesce((select chosen.email from notification_settings as chosen where ${isChosen}), ${sql.lit(email)})`;
  const query = sql`insert into notice_marks (user_id, notice_id, read_until, email)
    select linked.user_id, list.id, null, ${chosen} from ${receivers}
      and ${chosen} <> 'never' and linked.created_at <= list.first_at
      and (list.actor_id is null or linked.user_id <> list.actor_id)
      and (list.about_id is null or linked.user_id <> list.about_id)
      and exists (select 1 from users where users.id = linked.user_id and users.is_active = true)
      and exists (select 1 from auth_users where auth_users.id = linked.user_id
        and auth_users.email_confirmed_at <= list.first_at)
      ${ofLocation === 'managers' ? sql`and ${hearsAsManager('linked.user_id', 'list.location_id')}` : sql``}
    order by linked.user_id, list.id
    on conflict (user_id, notice_id) do update set email = excluded.email`;
  await query.execute(tx);
}
