import { type Authorized, requirePermission } from '../../kernel/access.ts';
import { countLocations } from '../locations/locations.service.ts';

/** Figures in scope. Somebody who may not see locations has none, which is not an error on a first page. */
export async function getDashboard(ctx: Authorized<'signed_in'>): Promise<{ total_locations: number }> {
  if (!ctx.actor.permissions.has('locations.read')) return { total_locations: 0 };
  return { total_locations: await countLocations(requirePermission(ctx, 'locations.read')) };
}
