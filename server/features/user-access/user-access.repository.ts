import type { Scope } from '../../kernel/access.ts';
import type { Queryable } from '../../kernel/database/database.ts';
import { inScope, isCoverOn } from '../../kernel/scope.ts';
import { isOneOf } from '../../platform/database/query.ts';

export function listRoleGrants(db: Queryable, userIds: readonly string[]) {
  return db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select(['user_roles.user_id', 'roles.id', 'roles.name', 'roles.description', 'roles.color'])
    .select(['user_roles.created_at as at', 'user_roles.granted_by', 'user_roles.granted_by_name'])
    .where(isOneOf(db, 'user_roles.user_id', userIds))
    .orderBy('roles.name_key')
    .execute();
}

export function listRolePermissions(db: Queryable, userId: string) {
  return db
    .selectFrom('user_roles')
    .innerJoin('role_permissions', 'role_permissions.role_id', 'user_roles.role_id')
    .select(['role_permissions.role_id', 'role_permissions.permission'])
    .where('user_roles.user_id', '=', userId)
    .orderBy('role_permissions.permission')
    .execute();
}

export function listLocationGrants(db: Queryable, scope: Scope, userIds: readonly string[]) {
  return db
    .selectFrom('user_locations')
    .innerJoin('locations', 'locations.id', 'user_locations.location_id')
    .select(['locations.id', 'locations.name', 'locations.city', 'locations.state', 'locations.number'])
    .leftJoin('user_districts as held', (join) =>
      join
        .onRef('held.user_id', '=', 'user_locations.user_id')
        .onRef('held.district_id', '=', 'locations.district_id'),
    )
    .leftJoin('districts', 'districts.id', 'held.district_id')
    .select(['user_locations.user_id', 'user_locations.created_at as at', 'user_locations.is_assigned'])
    .select(['user_locations.granted_by', 'user_locations.granted_by_name'])
    .select(['districts.id as district_id', 'districts.name as district_name', 'held.created_at as held_at'])
    .select(['held.granted_by as held_by', 'held.granted_by_name as held_by_name'])
    .where(isOneOf(db, 'user_locations.user_id', userIds))
    .where((eb) => eb.and(inScope(scope, 'user_locations.location_id')))
    .orderBy('locations.search')
    .orderBy('locations.id')
    .execute();
}

/** Those that are on, by location. */
export function listCovers(db: Queryable, scope: Scope, userIds: readonly string[], at: string) {
  return db
    .selectFrom('covers')
    .innerJoin('locations', 'locations.id', 'covers.location_id')
    .select(['covers.user_id', 'locations.name', 'locations.number', 'covers.ends_at'])
    .select(['covers.created_at as at', 'covers.granted_by', 'covers.granted_by_name'])
    .where(isOneOf(db, 'covers.user_id', userIds))
    .where(isCoverOn('covers', at))
    .where((eb) => eb.and(inScope(scope, 'covers.location_id')))
    .orderBy('locations.search')
    .orderBy('covers.id')
    .execute();
}

/** Read it before the grants, so that its version is not newer than they are. */
export function findArrival(db: Queryable, userId: string) {
  return db
    .selectFrom('users')
    .leftJoin('auth_users', 'auth_users.id', 'users.id')
    .select(['users.is_active', 'users.created_by', 'users.updated_at'])
    .select(['auth_users.email_confirmed_at', 'auth_users.last_sign_in_at', 'auth_users.password_hash'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
}
