import { type RawBuilder, sql } from 'kysely';
import type { EmailTime, NotificationKind } from '../../../contract/notification-kinds.ts';
import type { NotificationDetails } from '../../../contract/notifications.ts';
import type { Ending, Transaction } from '../database/database.ts';
import { rowsOf } from '../database/query.ts';
import type { NotificationSubjectType } from '../database/schema.ts';
import { isManager } from '../managers.ts';

/**
 * Users, or what they have to do with rows: the database finds them, so that a change waits for no further answer. Managers
 * get a row per location, which is its subject.
 */
export type Receivers = { to: 'users' | 'managers_of' | 'users_of' | 'holders_of'; ids: readonly string[] };

/** A notification before its receivers are known. */
export interface StoredNotice {
  kind: NotificationKind;
  receivers: Receivers;
  /** They do not get it. */
  except: { actor: string | null; other: string | null };
  subject: { type: NotificationSubjectType; id: string | null; name: string };
  location_id: string | null;
  details: NotificationDetails;
  is_in_bell: boolean;
  email: EmailTime;
  /** The act sends an email of its own. */
  hasOwnEmail: boolean;
  /** Receivers can only switch the email off. */
  isEmailChosen: boolean;
  merge_key: string;
  /** Rows of different locations are not merged. */
  isKeyPerLocation: boolean;
  at: string;
}

/** More of a kind in a day become one row. */
const rowsADay = 20;

/**
 * In one statement, by receiver and merge key: transactions that add to rows of the same receivers lock them in one order.
 */
export const notices: Ending<StoredNotice> = {
  order: 1,
  save(tx, items) {
    tx.later(insertNotices(tx, items).execute(tx));
  },
};

const columns = {
  n: 'text',
  kind: 'text',
  receivers: 'text',
  ids: 'text',
  except_actor: 'uuid',
  except_other: 'uuid',
  subject_type: 'text',
  subject_id: 'uuid',
  subject_name: 'text',
  location_id: 'uuid',
  details: 'text',
  is_in_bell: 'text',
  email: 'text',
  own_email: 'text',
  chosen_email: 'text',
  merge_key: 'text',
  key_per_location: 'text',
  more_key: 'text',
  at: 'timestamptz',
  day: 'timestamptz',
} as const;

/** Named one by one, because PostgreSQL keeps no statement prepared that says `*`, and planning this one takes 3 ms. */
const listed = Object.keys(columns);
const wanted = [
  ...listed,
  'user_id',
  'about_id',
  'about_name',
  'place_id',
  'own_key',
  'rings',
  'sends',
].join();

/** As text, because SQLite reads no other type from these rows. */
const flag = (is: boolean) => (is ? 'yes' : 'no');

function rowOf(notice: StoredNotice, n: number): Record<keyof typeof columns, string | null> {
  const { kind, receivers, except, subject, at, location_id, merge_key } = notice;
  const today = at.slice(0, 10);
  return {
    ...{ n: String(n).padStart(6, '0'), kind, receivers: receivers.to, ids: JSON.stringify(receivers.ids) },
    ...{ except_actor: except.actor, except_other: except.other, location_id },
    ...{ subject_type: subject.type, subject_id: subject.id, subject_name: subject.name },
    ...{ details: JSON.stringify(notice.details), is_in_bell: flag(notice.is_in_bell), email: notice.email },
    ...{
      own_email: flag(notice.hasOwnEmail),
      chosen_email: flag(notice.isEmailChosen),
      merge_key,
      key_per_location: flag(notice.isKeyPerLocation),
    },
    ...{ more_key: `more:${kind}:${today}`, at, day: `${today}T00:00:00.000Z` },
  };
}

/** The receivers, and the location that is the subject if each has its own. */
function foundBy(to: Receivers['to'], isSqlite: boolean): RawBuilder<unknown> {
  // SQLite joins in this order: by statistics of a small chain, it would look through all links for each id.
  const ids = isSqlite
    ? sql`list cross join json_each(list.ids) as one`
    : sql`list cross join lateral (select value::uuid from json_array_elements_text(list.ids::json)) as one`;
  const isTo = sql`list.receivers = ${sql.lit(to)}`;
  const none = isSqlite ? sql`null` : sql`null::uuid`;
  const linked = (table: string, column: string, only = sql``) => {
    const one = sql`${sql.table(table)} as link`;
    const isOne = sql`${sql.ref(`link.${column}`)} = one.value ${only}`;
    // Of 100 ids, which PostgreSQL expects, it would look for the links in all of them: `offset 0` makes it one by one.
    return isSqlite
      ? sql`${ids} cross join ${one} on ${isOne} where ${isTo}`
      : sql`${ids} cross join lateral (select link.user_id, ${sql.ref(`link.${column}`)} from ${one} where ${isOne} offset 0)
        as link where ${isTo}`;
  };
  const atPlaces = (only?: RawBuilder<unknown>) =>
    sql`select list.n, link.user_id, link.location_id as place_id from ${linked('user_locations', 'location_id', only)}`;
  switch (to) {
    case 'users':
      return sql`select list.n, one.value as user_id, ${none} as place_id from ${ids} where ${isTo}`;
    case 'managers_of':
      return atPlaces(sql`and ${isManager('link.user_id')}`);
    case 'users_of':
      return atPlaces();
    case 'holders_of':
      return sql`select list.n, link.user_id, ${none} as place_id from ${linked('user_roles', 'role_id')}`;
  }
}

function insertNotices(tx: Transaction, items: readonly StoredNotice[]): RawBuilder<unknown> {
  const isSqlite = tx.dialect === 'sqlite';
  const kinds = [...new Set(items.map(({ receivers }) => receivers.to))].sort();
  const found = sql.join(
    kinds.map((to) => foundBy(to, isSqlite)),
    sql` union all `,
  );
  const details = sql`case when key = more_key then '{"more":true}' else details end`;
  // A receiver who chose neither bell nor email gets no row.
  return sql`with list as (select ${sql.raw(listed.join())} from ${rowsOf(tx, columns, items.map(rowOf))}),
    found as (${found}),
    wanted as (
      select ${sql.raw(listed.map((name) => `list.${name}`).join())}, found.user_id, coalesce(found.place_id, list.subject_id) as about_id,
        coalesce((select name from locations where id = found.place_id), list.subject_name) as about_name, coalesce(found.place_id, list.location_id) as place_id,
        case when list.key_per_location = 'yes' then list.merge_key || ':' || found.place_id else list.merge_key end as own_key,
        coalesce(chosen.is_in_bell, list.is_in_bell = 'yes') as rings,
        case when chosen.email is null or (list.chosen_email = 'yes' and chosen.email <> 'never') then list.email
          else chosen.email end as sends
      from found join list on list.n = found.n
        join users on users.id = found.user_id and users.is_active = true
        left join notification_settings as chosen on chosen.user_id = found.user_id and chosen.kind = list.kind
      where (list.except_actor is null or found.user_id <> list.except_actor)
        and (list.except_other is null or found.user_id <> list.except_other)),
    counted as (
      select ${sql.raw(wanted)},
        (select count(*) from notifications as same
          where same.user_id = wanted.user_id and same.merge_key = wanted.own_key) as known,
        (select count(*) from notifications as today where today.user_id = wanted.user_id
          and today.last_at >= wanted.day and today.first_at >= wanted.day and today.kind = wanted.kind)
          + row_number() over (partition by wanted.user_id, wanted.kind order by wanted.n, wanted.place_id) as nth
      from wanted where wanted.rings or wanted.sends <> 'never'),
    keyed as (
      select ${sql.raw(wanted)}, case when known = 1 or nth <= ${sql.lit(rowsADay)} then own_key else more_key end as key
      from counted),
    numbered as (
      select ${sql.raw(wanted)}, key, count(*) over (partition by user_id, key) as acts,
        row_number() over (partition by user_id, key order by n desc, place_id desc) as place
      from keyed)
    insert into notifications (id, user_id, kind, subject_type, subject_id, subject_name, location_id, details, count,
      first_at, last_at, read_at, merge_key, is_in_bell, email)
    select ${isSqlite ? sqliteUuid : sql`gen_random_uuid()`}, user_id, kind, subject_type, about_id, about_name, place_id,
      ${isSqlite ? details : sql`(${details})::jsonb`}, acts, at, at, null, key, rings,
      case when sends = 'never' or (sends = 'now' and own_email = 'yes') then null else sends end
    from numbered where place = 1 order by user_id, key
    on conflict (user_id, merge_key) do update set
      kind = excluded.kind, subject_type = excluded.subject_type, subject_id = excluded.subject_id,
      subject_name = excluded.subject_name, location_id = excluded.location_id, details = excluded.details,
      count = notifications.count + excluded.count, last_at = excluded.last_at, read_at = null,
      is_in_bell = excluded.is_in_bell,
      email = case when notifications.email = 'now' then 'now' else coalesce(excluded.email, notifications.email) end`;
}

/** Of version 4. */
const sqliteUuid = sql`lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
  || '-' || substr('89AB', 1 + (abs(random()) % 4), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`;
