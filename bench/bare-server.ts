import { deepStrictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { countedMaxRows } from '../contract/fields/limits.ts';
import { openBareDatabase, type Row, type Values } from './bare-database.ts';
import type { Recording } from './recording.ts';

// The server that ours is compared with: the same statements, with the read of the session, and the same answers on
// node:http, without framework, query builder, validation and rules. Any failure ends it.
const recordings: Record<string, Recording> = JSON.parse(readFileSync(process.env.RECORDINGS ?? '', 'utf8'));
const prepare = openBareDatabase(process.env);
const handlers = new Map(Object.entries(recordings).map(([kind, recording]) => [kind, handlerOf(recording)]));
for (const kind of ['page', 'search', 'bulk']) {
  const answer: unknown = await handlers.get(kind)?.({});
  const { cursor: _, ...recorded } = recordings[kind]?.answer as { cursor?: string };
  deepStrictEqual(JSON.parse(JSON.stringify(answer)), recorded);
}

const server = createServer(async (incoming, outgoing) => {
  const { 'x-kind': kind = '', 'x-values': values = '{}' } = incoming.headers;
  if (incoming.method !== 'GET') JSON.parse(await text(incoming));
  const body = JSON.stringify((await handlers.get(String(kind))?.(JSON.parse(String(values)))) ?? {});
  outgoing.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  outgoing.end(body);
});
server.listen(Number(process.env.PORT), 'localhost');
process.on('SIGTERM', () => process.exit(0));

function handlerOf({ path, statements, answer: recorded }: Recording): (values: Values) => Promise<unknown> {
  const run = prepare(statements);
  const at = (pattern: RegExp) => statements.findLastIndex(({ sql }) => pattern.test(sql));
  const [users, total, allRoles] = [at(/select users\.id,users\.email/), at(/ as total/), at(/"is_builtin"/)];
  const [roleLinks, locationLinks] = [
    at(/select user_roles\.user_id, roles\.id/),
    at(/select user_locations\.user_id, locations\.id/),
  ];
  const limit = Number(/limit=(\d+)/.exec(path)?.[1]);
  return async (values) => {
    const results = await run(values);
    const rows = (index: number) => results[index] ?? [];
    if (path.endsWith('/locations')) return { locations: [], updated_at: new Date().toISOString() };
    if (allRoles >= 0) {
      const chosen = rows(allRoles).filter(({ id }) => id === values.chosen);
      const roles = chosen.map(({ id, name, description, color }) => ({ id, name, description, color }));
      return { roles, updated_at: new Date().toISOString() };
    }
    const [roles, locations] = [byUser(rows(roleLinks)), byUser(rows(locationLinks))];
    const found = rows(users).map(({ sort_value: _, ...user }): Row => {
      const [is_active, has_second_factor] = [user.is_active, user.has_second_factor].map(Boolean);
      return { ...user, is_active, has_second_factor };
    });
    if (Number.isNaN(limit))
      return { ...found[0], roles: roles.of(values.id), locations: locations.of(values.id) };
    const page = found.slice(0, limit).map((user): Row => {
      const [role_ids, location_ids] = [roles, locations].map((links) =>
        links.of(user.id).map(({ id }) => id),
      );
      const states = [...new Set(locations.of(user.id).map(({ state }) => state))];
      return { ...user, role_ids, location_ids, states };
    });
    const last = found.length > limit && page.at(-1);
    // A total that ours remembers is no statement.
    const count = Number(rows(total)[0]?.total ?? (recorded as { total: number }).total);
    const next = last ? cursorLike(String((recorded as { next: string }).next), count, last) : null;
    const answer = {
      ...{ users: page, total: Math.min(count, countedMaxRows), is_total_exact: count <= countedMaxRows },
      next,
    };
    if (!path.includes('include=refs')) return answer;
    return { ...answer, included: { roles: roles.distinct(), locations: locations.distinct() } };
  };
}

/** Of the same question. */
function cursorLike(recorded: string, count: number, { created_at, id }: Row): string {
  const [question] = JSON.parse(Buffer.from(recorded, 'base64url').toString());
  return Buffer.from(JSON.stringify([question, count, created_at, id])).toString('base64url');
}

function byUser(links: readonly Row[]) {
  const users = new Map<unknown, Row[]>();
  const distinct = new Map<unknown, Row>();
  for (const { user_id, ...ref } of links) {
    const own = users.get(user_id);
    if (own) own.push(ref);
    else users.set(user_id, [ref]);
    distinct.set(ref.id, ref);
  }
  return { of: (id: unknown) => users.get(id) ?? [], distinct: () => [...distinct.values()] };
}
