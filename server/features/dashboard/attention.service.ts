import { adminRole } from '../../../contract/access/permissions.ts';
import {
  type Attention,
  type AttentionCheck,
  allAttentionChecks,
  dormantDays,
  mayCheck,
} from '../../../contract/dashboard.ts';
import { locationList, readListFilters, userList } from '../../../contract/lists/list-filters.ts';
import type { OfDistricts } from '../../../contract/sales-selection.ts';
import { type Authorized, requirePermission } from '../../kernel/access.ts';
import { type Context, reader } from '../../kernel/context.ts';
import { remembered } from '../../kernel/scope.ts';
import { countLocations } from '../locations/locations-list.service.ts';
import { countUsers } from '../users/list/users-list.service.ts';
import * as repository from './dashboard.repository.ts';
import { countedForMs } from './dashboard.service.ts';

type Counted = Omit<Attention, 'check'>;
type Filters = Record<string, string>;
type ListedCheck = Exclude<AttentionCheck, 'locations_without_manager'>;

/** Only checks on whose findings the actor may act. Of districts, those that a reader of own locations gets. */
export function getAttention(
  ctx: Authorized<'signed_in'>,
  { district }: OfDistricts,
): Promise<{ checks: Attention[] }> {
  if (district) return countAttention(ctx, { district: district.join() });
  return remembered(ctx, 'attention', countedForMs, () => countAttention(ctx));
}

/** `where` are filters of both lists. */
async function countAttention(ctx: Context, where: Filters = {}): Promise<{ checks: Attention[] }> {
  const made = allAttentionChecks.filter((check) =>
    mayCheck(check, (permission) => ctx.actor.permissions.has(permission), 'district' in where),
  );
  const found = new Map<AttentionCheck, Counted>(await checkUsers(ctx, made, where));
  if (made.includes('locations_without_manager')) {
    found.set('locations_without_manager', await checkLocations(ctx, where));
  }
  return {
    checks: made.flatMap((check) => {
      const counted = found.get(check);
      return counted ? [{ check, ...counted }] : [];
    }),
  };
}

/** The filters of the users list, so that it shows the same users. */
const userFilters: Record<ListedCheck, Filters> = {
  admins_without_second_factor: { second_factor: 'none', status: 'active' },
  users_without_location: { location: 'none', status: 'active' },
  users_without_role: { role: 'none', status: 'active' },
  users_not_invited: { invitation: 'none', status: 'active' },
  invitations_not_accepted: { invitation: 'joining,expired,failed', status: 'active' },
  // Users who have not joined never signed in. The two checks before this one count them.
  users_not_signing_in: { last_sign_in: String(dormantDays), invitation: 'joined', status: 'active' },
};

async function checkUsers(
  ctx: Context,
  made: readonly AttentionCheck[],
  where: Filters,
): Promise<[ListedCheck, Counted][]> {
  const found: [ListedCheck, Counted][] = [];
  const checks = (Object.keys(userFilters) as ListedCheck[]).filter((check) => made.includes(check));
  // One statement per check, with the SQL of the list, so that the count and its list cannot disagree.
  for (const check of checks) {
    const filters = { ...(await filtersOf(ctx, check)), ...where };
    const { filters: read } = readListFilters(userList, filters);
    const count = await countUsers(requirePermission(ctx, 'users.read'), read);
    found.push([check, { count, list: 'users', filters }]);
  }
  return found;
}

/** Users with access to all locations need no location of their own. */
async function filtersOf(ctx: Context, check: ListedCheck): Promise<Filters> {
  if (check === 'admins_without_second_factor') {
    const role = await repository.findRoleId(reader(ctx), adminRole);
    return { ...userFilters[check], ...(role && { role }) };
  }
  if (check !== 'users_without_location') return userFilters[check];
  const unbound = await repository.listRolesWith(reader(ctx), 'locations.all');
  return { ...userFilters[check], ...(unbound.length > 0 && { role: `not:${unbound.join()}` }) };
}

async function checkLocations(ctx: Context, where: Filters): Promise<Counted> {
  const filters = { staff: 'no_manager', status: 'open', ...where };
  const { filters: read } = readListFilters(locationList, filters);
  const count = await countLocations(requirePermission(ctx, 'locations.read'), read);
  return { count, list: 'locations', filters };
}
