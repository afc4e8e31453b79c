import type { InvitationState } from '../../../../contract/fields/invitation-state.ts';
import type { UserInput } from '../../../../contract/users.ts';
import type { ActorRules } from './actor-rules.ts';

/** A user in the actor's scope, in their current state. */
export interface UserState {
  id: string;
  name: string;
  email: string;
  full_name: string | null;
  phone: string | null;
  employee_number: string | null;
  is_active: boolean;
  updated_at: string;
  updated_by: string | null;
  updated_by_name: string;
  role_ids: string[];
  /** The locations in the actor's scope. */
  location_ids: string[];
  /** The number of all locations. */
  location_count: number;
  invitation: InvitationState | null;
  last_sign_in_at: string | null;
}

export interface UserRules {
  actor: ActorRules;
  /** All roles, by id. */
  roles: ReadonlyMap<string, { name: string; permissions: readonly string[]; isAdmin: boolean }>;
  /** The locations in scope that the lines and the users name. */
  locations: ReadonlyMap<string, { name: string; closed_on: string | null }>;
  /** Which user has this email in their profile or account. */
  emailHolder(email: string): { profile: string | undefined; account: string | undefined };
  /** Which user has this employee number, with the name for actors who may know it. */
  numberHolder(number: string): { id: string; name: string | undefined } | undefined;
  /** Administrators who can sign in, without those whom the plan removes. */
  workingAdmins: ReadonlySet<string>;
}

export type UserAct =
  | { act: 'create'; input: UserInput; location_ids: string[] }
  | { act: 'email'; email: string }
  | {
      act: 'update';
      changes: Partial<Pick<UserInput, 'full_name' | 'phone' | 'employee_number' | 'is_active'>>;
    }
  | { act: 'roles'; ids: string[] }
  | { act: 'locations'; ids: string[] }
  | { act: 'invite' | 'cancelInvite' | 'delete' };
