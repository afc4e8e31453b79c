import * as z from 'zod/mini';
import { dayInUrl, dayWords } from '../../../contract/fields/fields.ts';
import { dayAt } from '../../../contract/fields/zone-clock.ts';
import type { Endpoint, Received, ServerPart } from '../../../contract/http/endpoint.ts';
import { serverPartOf } from '../../../contract/http/server-part.ts';
import { daysBefore } from '../../platform/clock.ts';
import { type Authorized, scopeOf } from '../access.ts';
import { reader } from '../context.ts';
import { isInScope } from '../scope.ts';

type Members = Record<string, unknown>;

/**
 * Puts the day in the place of 'yesterday' and 'today': by the clock of the location for a request about one, else of the
 * chain.
 */
export async function resolveDays<E extends Endpoint>(
  ctx: Authorized,
  endpoint: E,
  received: Received<E>,
): Promise<Received<E>> {
  const { params, query } = received as { params?: Members; query?: Members };
  const schemas = serverPartOf(endpoint);
  const [inPath, inQuery] = [namedDays(schemas.params, params), namedDays(schemas.query, query)];
  if (inPath.length + inQuery.length === 0) return received;
  const isOfLocation = endpoint.path.startsWith('/api/locations/:id/');
  const zone = await zoneOf(ctx, isOfLocation ? params?.id : query?.location);
  const today = dayAt(ctx.app.now(), zone);
  const days = { today, yesterday: daysBefore(today, 1) };
  const resolved = (names: readonly string[], members: Members = {}) =>
    Object.fromEntries(names.map((name) => [name, days[members[name] as keyof typeof days]]));
  const known = {
    params: { ...params, ...resolved(inPath, params) },
    query: { ...query, ...resolved(inQuery, query) },
  };
  return { ...received, ...known } as Received<E>;
}

function namedDays(schema: ServerPart['query'], members: Members = {}): string[] {
  if (!(schema instanceof z.ZodMiniObject)) return [];
  const isNamed = (name: string) => dayWords.some((word) => word === members[name]);
  return Object.keys(members).filter((name) => isNamed(name) && isDay(schema.shape[name]));
}

/** A description makes another schema of it. */
function isDay(member: unknown): boolean {
  const schema = member instanceof z.ZodMiniOptional ? member.def.innerType : member;
  return schema === dayInUrl || (schema instanceof z.ZodMiniType && schema._zod.parent === dayInUrl);
}

/** A location out of scope is treated like one that does not exist. */
async function zoneOf(ctx: Authorized, location: unknown): Promise<string> {
  const [id, ...others] = [location].flat();
  if (typeof id !== 'string' || others.length > 0) return ctx.app.config.time_zone;
  const query = reader(ctx).selectFrom('locations').select('time_zone').where('id', '=', id);
  const row = await query.where(isInScope(scopeOf(ctx), 'locations.id')).executeTakeFirst();
  return row?.time_zone ?? ctx.app.config.time_zone;
}
