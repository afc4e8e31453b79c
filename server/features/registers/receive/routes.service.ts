import { type Authorized, type Scope, scopeOf } from '../../../kernel/access.ts';
import type { InTransaction } from '../../../kernel/context.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import * as connections from '../connections/registers.repository.ts';

/** Where a file goes, by the rules of its sender. A file that goes nowhere waits, with a sentence that says why. */
export type Route = ({ register_id: string; store_number?: string } & RoutedTo) | { waits: string };

type RoutedTo = Omit<NumberedLocation, 'number'>;
type NumberedLocation = Pick<connections.RegisterLocation, 'location_id' | 'name' | 'number' | 'closed_on'>;

/** Files that users add go by their numbers. */
export const byHand = 'hand';
/** The id of a connection, or `byHand`. */
export type Sender = string;

export type RouteOf = (number: string | null) => Route;

/** Who sends with the key of a connection. Programs of ours, which have no key, leave its hint out. */
export interface KeyHolder {
  id: string;
  name: string;
  key_hint?: string;
}

/** A file that arrives while its key is revoked or replaced does not count. @throws ApiError 401 */
export async function requireWorkingKey({ tx }: InTransaction, { id, key_hint }: KeyHolder): Promise<void> {
  const [register] = await connections.lockRegisters(tx, [id]);
  if (register?.revoked_at === null && register.key_hint === (key_hint ?? register.key_hint)) return;
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
  const now = ctx.app.now();
  if (sender === byHand) return routesByHand(ctx, scope);
  const [register] = await connections.lockRegisters(ctx.tx, [sender]);
  const locations = await connections.listLocationsOf(ctx.tx, { all: true }, [sender]);
  const [only, ...others] = locations;
  if (!register || !only) return () => ({ waits: 'This connection has no location' });
  const open = locations.filter((location) => isTakingFiles(location, now));
  if (others.length > 0) return routesByNumber(open, () => sender);
  let { store_number } = register;
  return (number) => {
    const route = routeToOne(sender, only, { store_number, number, now });
    if ('location_id' in route) store_number ??= route.store_number ?? null;
    return route;
  };
}

async function routesByHand({ app, tx }: InTransaction, scope: Scope): Promise<RouteOf> {
  const numbered = await connections.listNumberedLocations(tx, scope);
  const locations = numbered.filter((location) => isTakingFiles(location, app.now()));
  const first = new Map<string, string>();
  const ids = locations.map(({ location_id }) => location_id);
  for (const { location_id, register_id } of await connections.listConnectionsAt(tx, ids)) {
    if (!first.has(location_id)) first.set(location_id, register_id);
  }
  await connections.lockRegisters(tx, [...new Set(first.values())]);
  return routesByNumber(locations, (id) => first.get(id) ?? null);
}

/** The locations of these routes. */
export function locationsOf(routed: readonly { route: Route }[]): string[] {
  return [...new Set(routed.flatMap(({ route }) => ('location_id' in route ? route.location_id : [])))];
}

/** Its last days come late, and after that its number may be another location's. */
const closedDays = 30;
const dayMs = 86_400_000;

/** A closed location takes files of the time before its closing, for some days. */
function isTakingFiles({ closed_on }: RoutedTo, now: Date): boolean {
  return closed_on === null || Date.parse(`${closed_on}T00:00:00Z`) + closedDays * dayMs > now.getTime();
}

/** A key of one location accepts its files only. The first one fixes their number, whose zeros come and go. */
function routeToOne(
  register_id: string,
  location: NumberedLocation,
  { store_number, number, now }: { store_number: string | null; number: string | null; now: Date },
): Route {
  const { location_id, name, closed_on } = location;
  if (!isTakingFiles(location, now))
    return {
      waits: `${name} was closed on ${closed_on}, more than ${closedDays} days ago, so its files are not counted.`,
    };
  if (number !== null && store_number !== null && withoutZeros(number) !== withoutZeros(store_number))
    return { waits: `This file says location ${number}` };
  const fixed = store_number === null && number !== null && { store_number: number };
  return { location_id, name, closed_on, register_id, ...fixed };
}

/** To the location with an equal number, else to the only one whose number is equal without leading zeros. */
function routesByNumber(
  locations: readonly NumberedLocation[],
  registerOf: (location_id: string) => string | null,
): RouteOf {
  return (number) => {
    if (number === null) return { waits: 'This file does not say its location' };
    const same = locations.filter((one) => one.number === number);
    const alike = locations.filter(
      (one) => one.number !== null && withoutZeros(one.number) === withoutZeros(number),
    );
    const [found] = same.length === 1 ? same : alike.length === 1 ? alike : [];
    const unclear = alike.length > 1 ? `, which ${alike.length} locations may be` : '';
    if (!found) return { waits: `This file says location ${number}${unclear}` };
    const { location_id, name, closed_on } = found;
    const register_id = registerOf(location_id);
    if (register_id === null) return { waits: `No register is connected at ${name}` };
    return { location_id, name, closed_on, register_id };
  };
}

function withoutZeros(number: string): string {
  return number.trim().replace(/^0+(?=.)/, '');
}
