import { randomUUID } from 'node:crypto';

export interface BenchRequest {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: unknown;
  /** They differ between requests and appear in their statements. The bare server gets them in a header. */
  values?: Record<string, string>;
}

export const kindNames = ['page', 'read', 'search', 'bulk', 'create', 'replace', 'locations'] as const;
export type KindName = (typeof kindNames)[number];
/** No two connections change the same user. */
export type Kinds = Record<KindName, (connection: number) => BenchRequest>;

export const mostConnections = 16;
export const usersEach = 8;

/** After the administrator's id: PostgreSQL locks users by id, so every request runs the same statements. */
export const newUserId = () => `ffffffff${randomUUID().slice(8)}`;

/** All the users have the first of the roles, and the first of the locations. */
export function kindsFor(
  userIds: readonly string[],
  roleIds: readonly [string, string],
  locationIds: readonly [string, string],
): Kinds {
  const get = (path: string) => (): BenchRequest => ({ method: 'GET', path });
  let reads = 0;
  const turns = { roles: [] as number[], locations: [] as number[] };
  /** Each of the connection's users gets the other one, then the first one back. */
  const next = (what: keyof typeof turns, connection: number, ids: readonly [string, string]) => {
    const turn = turns[what][connection] ?? 0;
    turns[what][connection] = turn + 1;
    const id = userIds[connection * usersEach + (Math.floor(turn / 2) % usersEach)] ?? '';
    const [former, chosen] = turn % 2 === 1 ? [ids[1], ids[0]] : ids;
    return { id, former, chosen };
  };
  return {
    // Writes come first: the answers of lists are recorded with their users.
    create() {
      const id = newUserId();
      const contact = { email: `${id}@northline.example`, phone: '(518) 555-0100' };
      const body = { id, full_name: 'Bench User', ...contact, location_ids: [locationIds[0]] };
      return { method: 'POST', path: '/api/users', body, values: { id } };
    },
    replace(connection) {
      const values = next('roles', connection, roleIds);
      const body = { role_ids: [values.chosen] };
      return { method: 'PUT', path: `/api/users/${values.id}/roles`, body, values };
    },
    locations(connection) {
      const values = next('locations', connection, locationIds);
      const body = { location_ids: [values.chosen] };
      return { method: 'PUT', path: `/api/users/${values.id}/locations`, body, values };
    },
    page: get('/api/users?limit=50&include=refs'),
    read() {
      const id = userIds[reads++ % userIds.length] ?? '';
      return { method: 'GET', path: `/api/users/${id}`, values: { id } };
    },
    search: get('/api/users?q=garcia&limit=100&include=refs'),
    bulk: get('/api/users?limit=1000'),
  };
}
