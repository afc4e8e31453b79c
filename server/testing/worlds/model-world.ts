import type { Permission } from '../../../contract/access/permissions.ts';
import type { ProblemCode } from '../../../contract/http/errors.ts';

/** A chain as far as access depends on it, for the access model. */
export interface World {
  users: User[];
  roles: Role[];
  locations: Location[];
  districts: District[];
  covers: Cover[];
  entries: Entry[];
  views: View[];
  runs: Run[];
  tokens: Token[];
}
export interface User {
  id: string;
  is_active: boolean;
  roles: string[];
  /** Their roles before some were given and taken, after their tokens were made: the server of the world does so. */
  held: string[];
  assigned: string[];
  districts: string[];
  /** Their districts before some were given and taken: the server of the world does so. */
  had: string[];
  /** Assigned, or in one of their districts; without those that they cover. */
  locations: string[];
  /** Has a confirmed account with a password. */
  can_sign_in: boolean;
  is_invited: boolean;
  has_factor: boolean;
  /** `unproven`: the code of the second factor was not entered. */
  session: 'none' | 'live' | 'unproven' | 'ended';
  session_id: string;
}
export interface Role {
  id: string;
  name: string;
  permissions: Permission[];
  requires_factor: boolean;
}
export interface Location {
  id: string;
  is_closed: boolean;
  district: string | null;
  /** Its district before it was moved: the server of the world moves it. */
  was: string | null;
}
export interface District {
  id: string;
  manager: string | null;
}
/** A location for a time, of one user. */
export interface Cover {
  id: string;
  user: string;
  location: string;
  starts_at: string;
  /** Not included. */
  ends_at: string;
  /** Its end before it was moved. */
  was_until: string;
  /** Who ended it before its time, or had it canceled. Nobody is the system. */
  ended: { by: string | null } | null;
}
/** An audit entry about some locations, about none, or about a run. */
export interface Entry {
  id: string;
  locations: string[];
}
export interface View {
  id: string;
  owner: string;
  list: 'users' | 'locations';
  is_shared: boolean;
}
export interface Run {
  id: string;
  owner: string;
}

/** An API token: narrowed to the locations, or to what is in the districts, of `places`. */
export interface Token {
  id: string;
  owner: string;
  permissions: Permission[];
  scope: 'all' | 'districts' | 'locations';
  places: string[];
  /** Of `reachable`; empty for any. */
  networks: string[];
  /** Not included. */
  expires_at: string;
  /** By its owner: the server of the world does so. */
  is_ended: boolean;
}

/** Networks of tokens, and the IP addresses of requests that are in them. */
export const reachable: Record<string, string[]> = {
  '203.0.113.0/24': ['203.0.113.0', '203.0.113.255', '::ffff:203.0.113.9'],
  '198.51.100.7': ['198.51.100.7'],
  '2001:db8:1::/48': ['2001:db8:1::1', '2001:db8:1:ffff::1'],
};
export const unreachable = ['203.0.112.255', '198.51.100.8', '2001:db8:2::1', '::cb00:7109'];

/** A request: an endpoint by its name in the contract, its parts, and when it comes. */
export interface Ask {
  endpoint: string;
  at: string;
  /** The IP address. */
  from: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Body;
}
/** The members on which access depends, and others. */
export interface Body {
  is_active?: boolean;
  role_ids?: string[];
  location_ids?: string[];
  district_ids?: string[];
  district_id?: string | null;
  manager_id?: string;
  permissions?: Permission[];
  by?: 'mail' | 'link';
  is_shared?: boolean;
  list?: 'users' | 'locations';
  about?: 'users' | 'locations';
  act?: { act: string };
  user_id?: string;
  starts_at?: string;
  ends_at?: string;
  covers?: { location_id: string; ends_at: string }[];
  [other: string]: unknown;
}

/** `shows` has the members of the answer that depend on access; `aTime` stands for any value but null. */
export interface Answer {
  status: number;
  code?: ProblemCode;
  shows?: unknown;
}
export const aTime = 'a time';

/** Five hours behind UTC all year, so that the model needs no calendar. */
export const worldZone = 'America/Panama';
/** The minutes of a world count from noon at its locations, when its sessions begin. */
export const worldNoon = '2026-11-25T17:00:00.000Z';
export const minuteOf = (n: number) => new Date(Date.parse(worldNoon) + n * 60_000).toISOString();
/** What a clock at the locations shows. */
export const localOf = (at: string) => new Date(Date.parse(at) - 5 * 3_600_000).toISOString().slice(0, 16);

/** The locations that a user has, found one by one. */
export function heldBy({ locations }: World, user: Pick<User, 'assigned' | 'districts'>): string[] {
  const isHeld = ({ id, district }: Location) =>
    user.assigned.includes(id) || (district !== null && user.districts.includes(district));
  return locations.filter(isHeld).map(({ id }) => id);
}

export function withLocations(world: World): World {
  return { ...world, users: world.users.map((user) => ({ ...user, locations: heldBy(world, user) })) };
}
