import { emailKey } from './fields/email-key.ts';
import { lastSignInDays, noValue, type UserRowField, type UserSortField } from './lists/list-filters.ts';
import { sortKey } from './lists/sort-key.ts';
import type { UserRow } from './users.ts';

const dayMs = 86_400_000;

export function signInLimit(days: string, now: Date): string {
  return new Date(now.getTime() - Number(days) * dayMs).toISOString();
}

const none: readonly string[] = [noValue];
const unknown: readonly string[] = [];
const setUp: readonly string[] = ['set_up'];
const active: readonly string[] = ['active'];
const inactive: readonly string[] = ['inactive'];
const neverSignedIn: readonly string[] = ['never', ...lastSignInDays];

/** The server's SQL finds the same values. */
export function userFilterValues(user: UserRow, field: UserRowField, now: Date): readonly string[] {
  switch (field) {
    case 'status':
      return user.is_active ? active : inactive;
    case 'role':
      return user.role_ids.length > 0 ? user.role_ids : none;
    case 'location':
      return user.location_ids.length > 0 ? user.location_ids : none;
    case 'state':
      return user.states;
    case 'invitation':
      return user.invitation === null ? none : [user.invitation];
    case 'last_sign_in': {
      const { last_sign_in_at } = user;
      if (last_sign_in_at === null) return neverSignedIn;
      const age = now.getTime() - Date.parse(last_sign_in_at);
      return lastSignInDays.filter((days) => age >= Number(days) * dayMs);
    }
    case 'second_factor':
      if (user.has_second_factor === null) return unknown;
      return user.has_second_factor ? setUp : none;
  }
}

/** Null for a missing value. */
export function userSortValue(user: UserRow, field: UserSortField): string | null {
  switch (field) {
    case 'name':
      return sortKey(user.full_name);
    case 'email':
      return emailKey(user.email);
    case 'status':
      return user.is_active ? 'active' : 'inactive';
    case 'created_at':
      return user.created_at;
    case 'last_sign_in':
      return user.last_sign_in_at;
  }
}
