import { type Authorized, requirePermission } from '../../kernel/access.ts';
import { countLocations } from '../locations/locations.service.ts';

/**
 * Numbers in scope. Without the permission to see locations they are 0, because the dashboard is everybody's first
 * page.
 */
export async function getDashboard(ctx: Authorized<'signed_in'>): Promise<{ total_locations: number }> {
  if (!ctx.actor.permissions.has('locations.read')) return { total_locations: 0 };
  return { total_locations: await countLocations(requirePermission(ctx, 'locations.read')) };
}
