import type { Permission } from '../../../contract/access/permissions.ts';
import {
  newLocationDays,
  type OwnLocation,
  ownLocationsShown,
  recentChangesShown,
  weeksShown,
} from '../../../contract/dashboard.ts';
import type { OfDistricts } from '../../../contract/sales-selection.ts';
import { displayName } from '../../../contract/users.ts';
import { type Authorized, forbidden, requirePermission, scopeOf } from '../../kernel/access.ts';
import type { LocationFilter } from '../../kernel/at-locations.ts';
import { type Context, reader } from '../../kernel/context.ts';
import { remembered } from '../../kernel/scope.ts';
import { listRecentChanges } from '../audit/audit.service.ts';
import { countLocations } from '../locations/locations-list.service.ts';
import { readTodayAt } from '../registers/sales/today.service.ts';
import * as repository from './dashboard.repository.ts';

const dayMs = 86_400_000;
/** An actor needs these to set an empty system up. */
const setupPermissions = [
  'locations.all',
  'locations.create',
  'users.create',
  'users.invite',
] as const satisfies readonly Permission[];

const whereOf = (ctx: Authorized, { district }: OfDistricts): LocationFilter => ({
  scope: scopeOf(ctx),
  district,
});

/** 0 without the permission to see locations, because every user starts at the dashboard. */
export async function getDashboard(ctx: Authorized<'signed_in'>, of: OfDistricts) {
  const { district } = of;
  if (!may(ctx, 'locations.read')) return { total_locations: 0, new_locations: 0, setup: null };
  const filters = district && { district: { isNot: false, values: district } };
  const total_locations = await countLocations(requirePermission(ctx, 'locations.read'), filters);
  const since = new Date(ctx.app.now().getTime() - newLocationDays * dayMs).toISOString();
  const new_locations = await repository.countNewLocations(reader(ctx), whereOf(ctx, of), since);
  const setup = district ? null : await describeSetup(ctx, total_locations > 0);
  return { total_locations, new_locations, setup };
}

async function describeSetup(ctx: Context, has_locations: boolean) {
  if (!setupPermissions.every((permission) => may(ctx, permission))) return null;
  const others = await repository.findOthers(reader(ctx), ctx.actor.user_id);
  return has_locations && others.has_users ? null : { has_locations, ...others };
}

export async function getRecentChanges(ctx: Authorized<'audit.read'>, { district }: OfDistricts) {
  return { entries: await listRecentChanges(ctx, recentChangesShown, district) };
}

/** @throws ApiError 403 also without the permission to see users and those who left. */
export async function getJoinersAndLeavers(ctx: Authorized<'locations.all'>, utcOffset: number) {
  requirePermission(ctx, 'users.read');
  if (scopeOf(ctx).hidesPast) throw forbidden(ctx);
  const weeks = lastWeeks(ctx.app.now(), utcOffset);
  const counts = await repository.countJoinersAndLeavers(reader(ctx), weeks);
  return {
    weeks: weeks.map(({ starts_on }, index) => ({ starts_on, ...(counts[index] ?? { joined: 0, left: 0 }) })),
  };
}

/** For counts over all rows. They change at once after a change by this process. */
export const countedForMs = 30_000;

export function getBreakdown(ctx: Authorized<'locations.all'>) {
  return remembered(ctx, 'breakdown', countedForMs, () => countBreakdown(ctx));
}

async function countBreakdown(ctx: Context) {
  const db = reader(ctx);
  const maySeeRoles = may(ctx, 'users.read') && may(ctx, 'roles.read');
  return {
    roles: maySeeRoles ? await repository.countUsersByRole(db) : null,
    states: may(ctx, 'locations.read') ? await repository.countLocationsByState(db) : null,
  };
}

/** The users of the locations only for actors who may see users, and their sales only for those who may see sales. */
export async function getOwnLocations(ctx: Authorized<'locations.read'>, of: OfDistricts) {
  const db = reader(ctx);
  const rows = await repository.listOpenLocations(db, whereOf(ctx, of), ownLocationsShown);
  const ids = rows.map(({ id }) => id);
  const staff = may(ctx, 'users.read') ? await staffOf(ctx, ids) : null;
  const todayAt = await readTodayAt(ctx, ids);
  return {
    locations: rows.map(({ total: _, ...row }): OwnLocation => {
      const today = todayAt?.(row.id) ?? null;
      return { ...row, today, ...staffAt(staff, row.id) };
    }),
    total: rows[0]?.total ?? 0,
  };
}

/** In scope once more: it may have changed since the locations were read. */
async function staffOf(ctx: Authorized, location: string[]) {
  const filter = { scope: scopeOf(ctx), location };
  const assigned = await repository.countAssigned(reader(ctx), filter);
  const managers = await repository.listManagersAt(reader(ctx), filter);
  return {
    assigned: new Map(assigned.map((row) => [row.location_id, row])),
    managers: Map.groupBy(managers, (row) => row.location_id),
  };
}

function staffAt(staff: Awaited<ReturnType<typeof staffOf>> | null, id: string) {
  if (!staff) return { users: null, waiting: null, managers: null };
  const assigned = staff.assigned.get(id);
  return {
    users: assigned?.users ?? 0,
    waiting: assigned?.waiting ?? 0,
    managers: (staff.managers.get(id) ?? []).map(displayName),
  };
}

function may({ actor }: Context, permission: Permission): boolean {
  return actor.permissions.has(permission);
}

const minuteMs = 60_000;

interface WeekSpan {
  starts_on: string;
  from: string;
  to: string;
}

/**
 * Monday to Sunday by a clock that is `utcOffset` minutes ahead of UTC, the current week last. Weeks before a change of
 * the clocks begin an hour early or late.
 */
function lastWeeks(now: Date, utcOffset: number): WeekSpan[] {
  const local = new Date(now.getTime() + utcOffset * minuteMs);
  const daysSinceMonday = (local.getUTCDay() + 6) % 7;
  const monday = Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate() - daysSinceMonday);
  return Array.from({ length: weeksShown }, (_, index) => {
    const start = monday - (weeksShown - 1 - index) * 7 * dayMs;
    const at = (local: number) => new Date(local - utcOffset * minuteMs).toISOString();
    return {
      starts_on: new Date(start).toISOString().slice(0, 10),
      from: at(start),
      to: at(start + 7 * dayMs),
    };
  });
}
