import type { Permission } from '../../../contract/access/permissions.ts';
import type { ProblemCode } from '../../../contract/http/errors.ts';

/** A chain as far as access depends on it, for the access model. */
export interface World {
  users: User[];
  roles: Role[];
  locations: Location[];
  districts: District[];
  entries: Entry[];
  views: View[];
  runs: Run[];
}
export interface User {
  id: string;
  is_active: boolean;
  roles: string[];
  assigned: string[];
  districts: string[];
  /** Assigned, or in one of their districts. */
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

/** A request: an endpoint by its name in the contract, and its parts. */
export interface Ask {
  endpoint: string;
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
  [other: string]: unknown;
}

/** `shows` has the members of the answer that depend on access; `aTime` stands for any value but null. */
export interface Answer {
  status: number;
  code?: ProblemCode;
  shows?: unknown;
}
export const aTime = 'a time';

/** Each user with the locations that they see, found one by one. */
export function withLocations(world: World): World {
  const users = world.users.map((user) => {
    const isSeen = ({ id, district }: Location) =>
      user.assigned.includes(id) || (district !== null && user.districts.includes(district));
    return { ...user, locations: world.locations.filter(isSeen).map(({ id }) => id) };
  });
  return { ...world, users };
}
