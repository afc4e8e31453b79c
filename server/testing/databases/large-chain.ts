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
    for (const statement of statementsOf(users)) await client.query(statement);
    for (const { indexdef } of indexes) await client.query(indexdef);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

const filled = [
  ...['locations', 'users', 'auth_users', 'user_roles', 'user_locations'],
  ...['audit_entries', 'audit_entry_locations', 'notifications', 'changes'],
];

const firstNames =
  'Ana,Ben,Cora,Dan,Eva,Finn,Gia,Hugo,Ines,Jon,Kim,Lena,Max,Nora,Otto,Pia,Quinn,Rosa,Sam,Tia';
const lastNames =
  'Anderson,Baker,Cruz,Diaz,Evans,Fischer,Garcia,Hughes,Ito,Jones,Khan,Lopez,Meyer,Nguyen,Olsen';
const ids = (kind: string, n: string) => `md5('${kind}' || ${n})::uuid`;
const place = (n: string) => `${ids('location', n)}`;
const name = (names: string, n: string) => {
  const count = names.split(',').length;
  return `(string_to_array('${names}', ','))[1 + ${n} % ${count}]`;
};

function statementsOf(users: number): string[] {
  const stamp = `'2024-01-01'::timestamptz + n * interval '10 minutes'`;
  const fullName = `${name(firstNames, 'n')} || ' ' || ${name(lastNames, 'n / 20')} || ' ' || n`;
  return [
    `insert into locations (id, name, address, city, state, zip, search, sort_name, sort_city, created_at, updated_at,
       updated_by_name)
     select ${ids('location', 'n')}, 'Location ' || n, n || ' Road', 'City ' || n % 300, 'S' || n % 10, '12207',
       'location ' || n || chr(1) || n || ' road' || chr(1) || 'city ' || n % 300 || ' s' || n % 10 || ' 12207', 'location ' || n, 'city ' || n % 300,
       ${stamp}, ${stamp}, ''
     from generate_series(1, 5000) as n`,
    `insert into users (id, email, email_key, full_name, is_active, search, sort_name, created_at, updated_at,
       updated_by_name)
     select ${ids('user', 'n')}, 'user' || n || '@northline.example', 'user' || n || '@northline.example',
       ${fullName}, n % 33 > 0, lower(${fullName}) || chr(1) || 'user' || n || '@northline.example', lower(${fullName}),
       ${stamp}, ${stamp}, ''
     from generate_series(1, ${users}) as n`,
    `insert into auth_users (id, email, password_hash, email_confirmed_at, last_sign_in_at, user_metadata, created_at,
       updated_at)
     select ${ids('user', 'n')}, 'user' || n || '@northline.example', 'x', ${stamp},
       case when n % 20 > 0 then now() - n % 200 * interval '1 day' end, '{}', ${stamp}, ${stamp}
     from generate_series(1, ${users}) as n where n % 5 > 0`,
    // Most are employees; one of 20 is a manager, one of 1,000 an administrator, and one of 50 has no role.
    `insert into user_roles (user_id, role_id, created_at)
     select ${ids('user', 'n')}, roles.id, ${stamp}
     from generate_series(1, ${users}) as n
     join roles on roles.name = case when n % 1000 = 7 then 'admin' when n % 20 = 3 then 'manager'
       when n % 25 = 4 then 'viewer' when n % 50 <> 11 then 'employee' end`,
    `insert into user_locations (user_id, location_id, created_at)
     select ${ids('user', 'n')}, ${place('1 + (n + k * 17) % 5000')}, ${stamp}
     from generate_series(1, ${users}) as n, generate_series(0, 1) as k
     where n % 40 > 0 and (k = 0 or n % 2 = 0)`,
    // Nearly all of them by a few administrators.
    `insert into audit_entries (id, at, actor_id, actor_name, action, subject_type, subject_id, subject_name, details,
       via, ip, user_agent)
     select ${ids('entry', 'n')}, '2024-01-01'::timestamptz + n * interval '5 minutes',
       ${ids('user', '(7 + n % 20 * 1000)')}, 'Somebody',
       (array['user.created', 'user.updated', 'user.locations_replaced', 'session.started'])[1 + n % 4], 'user',
       ${ids('user', `(1 + n % ${users})`)}, 'Somebody else', '{}', 'screen', '', ''
     from generate_series(1, ${2 * users}) as n`,
    `insert into audit_entry_locations (entry_id, location_id, at, location_name)
     select ${ids('entry', 'n')}, ${place('1 + (n + k * 17) % 5000')},
       '2024-01-01'::timestamptz + n * interval '5 minutes', 'Location'
     from generate_series(1, ${2 * users}) as n, generate_series(0, 1) as k where k = 0 or n % 2 = 0`,
    // So few that PostgreSQL may think it cheap to read them all.
    `insert into notifications (id, user_id, kind, subject_type, subject_name, details, count, first_at, last_at,
       merge_key, is_in_bell)
     select ${ids('notification', 'n')}, ${ids('user', `(1 + n % ${users})`)}, 'access_changed', 'account', '', '{}', 1,
       now() - n % 90 * interval '1 day', now() - n % 90 * interval '1 day', 'access_changed::' || n, true
     from generate_series(1, ${users / 4}) as n`,
    `insert into changes (seq, position, list, row_id, act, audit_id, at)
     select n - ${users}, 1, 'users', ${ids('user', 'n')}, 'put', ${ids('entry', 'n')}, now()
     from generate_series(1, ${users}) as n`,
  ];
}
