import { randomUUID } from 'node:crypto';

export interface BenchRequest {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  body?: unknown;
  /** What the server with one statement needs of the body; it gets them in a header. */
  values?: Record<string, string>;
}

export type KindName = 'page' | 'read' | 'search' | 'create' | 'replace' | 'locations';
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
  const replace = (what: keyof typeof turns, connection: number, ids: readonly [string, string]) => {
    const turn = turns[what][connection] ?? 0;
    turns[what][connection] = turn + 1;
    const id = userIds[connection * usersEach + (Math.floor(turn / 2) % usersEach)] ?? '';
    const [former, chosen] = turn % 2 === 1 ? [ids[1], ids[0]] : ids;
    const body = { [what === 'roles' ? 'role_ids' : 'location_ids']: [chosen] };
    return { method: 'PUT', path: `/api/users/${id}/${what}`, body, values: { id, former, chosen } } as const;
  };
  return {
    page: get('/api/users?limit=50&include=refs'),
    read: () => ({ method: 'GET', path: `/api/users/${userIds[reads++ % userIds.length]}` }),
    search: get('/api/users?q=garcia&limit=100&include=refs'),
    create() {
      const id = newUserId();
      const contact = { email: `${id}@northline.example`, phone: '(518) 555-0100' };
      const body = { id, full_name: 'Bench User', ...contact, location_ids: [locationIds[0]] };
      return { method: 'POST', path: '/api/users', body, values: { id } };
    },
    replace: (connection) => replace('roles', connection, roleIds),
    locations: (connection) => replace('locations', connection, locationIds),
  };
}
