import { type Authorized, type Scope, scopeOf } from '../../../kernel/access.ts';
import type { InTransaction } from '../../../kernel/context.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import * as connections from '../connections/registers.repository.ts';
import {
  isTakingFiles,
  type NumberedLocation,
  type Route,
  routeByNumber,
  routeToOne,
} from './route-file.pure.ts';

/** Null for files that are added by hand. */
export type Sender = { register_id: string } | null;

export type RouteOf = (number: string | null) => Route;

/** A file that arrives while its key is revoked does not count. @throws ApiError 401 */
export async function requireWorkingKey({ tx }: InTransaction, sender: Sender): Promise<void> {
  if (sender === null) return;
  const [register] = await connections.lockRegisters(tx, [sender.register_id]);
  if (register?.revoked_at === null) return;
  throw new ApiError('unauthenticated', 'This key was revoked. Connect the register again.');
}

/**
 * Read and locked once for many files. `scope` is that of who added them by hand. The first number of a key fixes its location for the
 * files after it.
 */
export async function readRoutes(
  ctx: InTransaction<Authorized>,
  sender: Sender,
  scope: Scope = scopeOf(ctx),
): Promise<RouteOf> {
  const { tx } = ctx;
  const now = ctx.app.now();
  if (sender === null) return routesByHand(ctx, scope);
  const [register] = await connections.lockRegisters(tx, [sender.register_id]);
  const locations = await connections.listLocationsOf(tx, { all: true }, [sender.register_id]);
  const [only, ...others] = locations;
  if (!register || !only) return () => ({ waits: 'This connection has no location' });
  const { id: register_id } = register;
  if (others.length === 0) {
    let { store_number } = register;
    return (number) => {
      const route = routeToOne({ register_id, location: only, store_number }, number, now);
      if ('location_id' in route) store_number ??= route.store_number ?? null;
      return route;
    };
  }
  const open = locations.filter((location) => isTakingFiles(location, now));
  return (number) => withRegister(routeByNumber(open, number), () => register_id);
}

async function routesByHand(ctx: InTransaction, scope: Scope): Promise<RouteOf> {
  const { tx } = ctx;
  const numbered = await connections.listNumberedLocations(tx, scope);
  const locations = numbered.filter((location) => isTakingFiles(location, ctx.app.now()));
  const at = await connections.listConnectionsAt(
    tx,
    locations.map(({ location_id }) => location_id),
  );
  const first = new Map<string, string>();
  for (const { location_id, register_id } of at) {
    if (!first.has(location_id)) first.set(location_id, register_id);
  }
  await connections.lockRegisters(tx, [...new Set(first.values())]);
  return (number) => withRegister(routeByNumber(locations, number), (id) => first.get(id) ?? null);
}

function withRegister(
  found: NumberedLocation | { waits: string },
  registerOf: (location_id: string) => string | null,
): Route {
  if ('waits' in found) return found;
  const { location_id, name, closed_on } = found;
  const register_id = registerOf(location_id);
  if (register_id === null) return { waits: `No register is connected at ${name}` };
  return { location_id, name, closed_on, register_id };
}
