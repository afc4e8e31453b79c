import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

/**
 * Fills a PostgreSQL database with a large chain in a few statements: 5,000 locations, users with accounts, roles and
 * locations, and two audit entries for each; some notifications, and changes. The built-in roles and one administrator are there already.
 */
export async function fillLargeChain(url: string, users = 100_000): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Without triggers and foreign keys, and with the indexes built at the end: a tenth of the time.
    await client.query("set session_replication_role = 'replica'");
    const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(
      `select indexname, indexdef from pg_indexes
       where tablename = any($1) and indexname not in (select conname from pg_constraint)`,
      [filled],
    );
    for (const { indexname } of indexes) await client.query(`drop index ${indexname}`);
    for (const statement of statementsOf(users, postgres)) await client.query(statement);
    for (const { indexdef } of indexes) await client.query(indexdef);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** The same chain, with the same ids, in a file of SQLite. */
export function fillLargeFile(path: string, users = 100_000): void {
  const file = new DatabaseSync(path);
  try {
    file.function('id_of', (kind, n) => {
      const hex = createHash('md5').update(`${kind}${n}`).digest('hex');
      return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    });
    file.exec('pragma foreign_keys = off; pragma synchronous = off; begin');
    for (const statement of statementsOf(users, sqlite)) file.exec(statement);
    file.exec('commit; analyze');
  } finally {
    file.close();
  }
}

/**
 * Then nobody lacks a role, a location and an account, or the oldest user does, or everybody but the administrator who is
 * signed in: what filters look for is nowhere, at the far end of the list, or everywhere. In a file of SQLite, in this order.
 */
export function lackEverything(path: string, who: 'nobody' | 'the oldest user' | 'everybody'): void {
  const file = new DatabaseSync(path);
  const at = "'2024-01-01T00:00:00.000Z'";
  const lacking = {
    nobody: 'false',
    'the oldest user': 'id = (select id from users order by created_at, id limit 1)',
    everybody: 'not exists (select 1 from auth_sessions where auth_sessions.user_id = users.id)',
  };
  const those = `(select id from users where ${lacking[who]})`;
  try {
    file.exec(`begin;
      insert into user_roles (user_id, role_id, created_at)
        select users.id, roles.id, ${at} from users join roles on roles.name = 'employee'
        where users.id not in (select user_id from user_roles);
      insert into user_locations (user_id, location_id, created_at)
        select users.id, (select id from locations limit 1), ${at} from users
        where users.id not in (select user_id from user_locations);
      insert into auth_users (id, email, password_hash, email_confirmed_at, last_sign_in_at, user_metadata, created_at, updated_at)
        select id, email, 'x', ${at}, ${at}, '{}', ${at}, ${at} from users where id not in (select id from auth_users);
      update auth_users set last_sign_in_at = ${at} where last_sign_in_at is null;
      delete from user_roles where user_id in ${those};
      delete from user_locations where user_id in ${those};
      delete from auth_users where id in ${those};
      commit; analyze`);
  } finally {
    file.close();
  }
}

const filled = [
  ...['locations', 'users', 'auth_users', 'user_roles', 'user_locations'],
  ...['audit_entries', 'audit_entry_locations', 'notifications', 'location_notices', 'changes'],
];

/** What the two databases write differently. */
interface Dialect {
  id(kind: string, n: string): string;
  /** The numbers of a range as rows with one column of this name. */
  numbers(name: string, from: number, to: number): string;
  /** Minutes after the beginning of 2024. */
  minutes(count: string): string;
  daysAgo(count: string): string;
  /** The element of a list at an index from 0 on. */
  element(list: readonly string[], index: string): string;
}

const postgres: Dialect = {
  id: (kind, n) => `md5('${kind}' || ${n})::uuid`,
  numbers: (name, from, to) => `generate_series(${from}, ${to}) as ${name}`,
  minutes: (count) => `('2024-01-01'::timestamptz + ${count} * interval '1 minute')`,
  daysAgo: (count) => `(now() - ${count} * interval '1 day')`,
  element: (list, index) => `(array[${textsOf(list)}])[1 + ${index}]`,
};

const sqlite: Dialect = {
  id: (kind, n) => `id_of('${kind}', ${n})`,
  numbers: (name, from, to) => `(with recursive numbers(${name}) as (
      values (${from}) union all select ${name} + 1 from numbers where ${name} < ${to}) select ${name} from numbers)`,
  minutes: (count) => `strftime('%Y-%m-%dT%H:%M:%fZ', '2024-01-01', (${count}) || ' minutes')`,
  daysAgo: (count) => `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', (-(${count})) || ' days')`,
  element: (list, index) => `json_extract(json_array(${textsOf(list)}), '$[' || (${index}) || ']')`,
};

const textsOf = (list: readonly string[]) => list.map((text) => `'${text}'`).join();

const firstNames =
  'Ana,Ben,Cora,Dan,Eva,Finn,Gia,Hugo,Ines,Jon,Kim,Lena,Max,Nora,Otto,Pia,Quinn,Rosa,Sam,Tia'.split(',');
const lastNames =
  'Anderson,Baker,Cruz,Diaz,Evans,Fischer,Garcia,Hughes,Ito,Jones,Khan,Lopez,Meyer,Nguyen,Olsen'.split(',');
const actions = ['user.created', 'user.updated', 'user.locations_replaced', 'session.started'];
/** Between the parts of a search key. */
const mark = '\u0001';

// In parentheses, because `||` comes before `%` on SQLite.
function statementsOf(users: number, { id, numbers, minutes, daysAgo, element }: Dialect): string[] {
  const created = minutes('n * 10');
  const user = (n: string) => id('user', n);
  const location = (n: string) => id('location', n);
  const first = element(firstNames, `n % ${firstNames.length}`);
  const last = element(lastNames, `n / 20 % ${lastNames.length}`);
  const fullName = `${first} || ' ' || ${last} || ' ' || n`;
  const email = "'user' || n || '@northline.example'";
  const city = "'City ' || (n % 300)";
  return [
    `insert into locations (id, name, address, city, state, zip, search, sort_name, sort_city, created_at, updated_at,
       updated_by_name)
     select ${location('n')}, 'Location ' || n, n || ' Road', ${city}, 'S' || (n % 10), '12207',
       lower('location ' || n || '${mark}' || n || ' road${mark}' || ${city} || ' s' || (n % 10) || ' 12207'),
       'location ' || n, lower(${city}), ${created}, ${created}, ''
     from ${numbers('n', 1, 5000)}`,
    `insert into users (id, email, email_key, full_name, is_active, search, sort_name, created_at, updated_at,
       updated_by_name)
     select ${user('n')}, ${email}, ${email}, ${fullName}, n % 33 > 0, lower(${fullName}) || '${mark}' || ${email},
       lower(${fullName}), ${created}, ${created}, ''
     from ${numbers('n', 1, users)}`,
    `insert into auth_users (id, email, password_hash, email_confirmed_at, last_sign_in_at, user_metadata, created_at,
       updated_at)
     select ${user('n')}, ${email}, 'x', ${created}, case when n % 20 > 0 then ${daysAgo('(n % 200)')} end, '{}',
       ${created}, ${created}
     from ${numbers('n', 1, users)} where n % 5 > 0`,
    // Most are employees; one of 20 is a manager, one of 1,000 an administrator, and one of 50 has no role.
    `insert into user_roles (user_id, role_id, created_at)
     select ${user('n')}, roles.id, ${created}
     from ${numbers('n', 1, users)}
     join roles on roles.name = case when n % 1000 = 7 then 'admin' when n % 20 = 3 then 'manager'
       when n % 25 = 4 then 'viewer' when n % 50 <> 11 then 'employee' end`,
    `insert into user_locations (user_id, location_id, created_at)
     select ${user('n')}, ${location('(1 + (n + k * 17) % 5000)')}, ${created}
     from ${numbers('n', 1, users)}, ${numbers('k', 0, 1)}
     where n % 40 > 0 and (k = 0 or n % 2 = 0)`,
    // Nearly all of them by a few administrators.
    `insert into audit_entries (id, at, actor_id, actor_name, action, subject_type, subject_id, subject_name, details,
       via, ip, user_agent)
     select ${id('entry', 'n')}, ${minutes('n * 5')}, ${user('(7 + n % 20 * 1000)')}, 'Somebody',
       ${element(actions, 'n % 4')}, 'user', ${user(`(1 + n % ${users})`)}, 'Somebody else', '{}', 'screen', '', ''
     from ${numbers('n', 1, 2 * users)}`,
    `insert into audit_entry_locations (entry_id, location_id, at, location_name)
     select ${id('entry', 'n')}, ${location('(1 + (n + k * 17) % 5000)')}, ${minutes('n * 5')}, 'Location'
     from ${numbers('n', 1, 2 * users)}, ${numbers('k', 0, 1)} where k = 0 or n % 2 = 0`,
    // So few that PostgreSQL may think it cheap to read them all.
    `insert into notifications (id, user_id, kind, subject_type, subject_name, details, count, first_at, last_at,
       merge_key, is_in_bell)
     select ${id('notification', 'n')}, ${user(`(1 + n % ${users})`)}, 'access_changed', 'account', '', '{}', 1,
       ${daysAgo('(n % 90)')}, ${daysAgo('(n % 90)')}, 'access_changed::' || n, true
     from ${numbers('n', 1, users / 4)}`,
    `insert into location_notices (id, location_id, kind, act, about_id, details, count, first_at, last_at)
     select ${id('notice', 'n')}, ${location('(1 + n % 5000)')}, 'location_users', 'joined',
       ${user(`(1 + n % ${users})`)}, '{"act":"joined","name":"Somebody"}', 1, ${daysAgo('(n % 90)')}, ${daysAgo('(n % 90)')}
     from ${numbers('n', 1, 2 * users)}`,
    `insert into changes (seq, position, list, row_id, act, audit_id, at)
     select n - ${users}, 1, 'users', ${user('n')}, 'put', ${id('entry', 'n')}, ${daysAgo('0')}
     from ${numbers('n', 1, users)}`,
  ];
}
