import type { FileOutcome } from '../../../../contract/registers.ts';
import { type Authorized, systemContext } from '../../../kernel/access.ts';
import { change } from '../../../kernel/change.ts';
import { type App, type InTransaction, now } from '../../../kernel/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import type { Spool } from '../../../platform/spool.ts';
import { ReaderEnded } from '../../../platform/threads/reader-threads.ts';
import { updateRegister } from '../connections/registers.repository.ts';
import { boundsAt, whyDayWaits } from '../figures/day-bounds.pure.ts';
import { isInFuture } from '../figures/local-time.pure.ts';
import * as records from '../figures/records.repository.ts';
import { workOnTasks } from '../figures/tasks.service.ts';
import type { FeedBody } from './feed.schema.ts';
import { receiveStock, type StockOutcome } from './feed-stock.service.ts';
import { addDays, noteDepartments } from './keep-files.service.ts';
import type { Route } from './route-file.pure.ts';
import { type RouteOf, readRoutes, requireWorkingKey } from './routes.service.ts';

interface Outcome {
  location: string;
  business_date: string;
  outcome: FileOutcome;
  reason: string | null;
}

type FeedDay = FeedBody['days'][number];

/**
 * Days as one shape, for registers in the cloud: no files are stored, so a day whose location is unknown is refused and
 * must be sent again. Each day is accepted or not by itself.
 */
export async function receiveFeed(
  app: App,
  register: { id: string; name: string },
  body: Spool,
): Promise<{ days: Outcome[]; stock?: StockOutcome[] }> {
  const as = systemContext(app, register.name, { id: 'register', ip: '', user_agent: '', via: 'register' });
  const days: Outcome[] = [];
  const stock: StockOutcome[] = [];
  const touched = new Set<string>();
  for await (const part of readParts(app, body)) {
    const taken = await inTransaction(as, register.id, part.days, (ctx, routed) =>
      storeDays(ctx, register.id, routed),
    );
    days.push(...(taken?.outcomes ?? []));
    for (const id of taken?.location_ids ?? []) touched.add(id);
    const counted = await inTransaction(as, register.id, part.stock, (ctx, routed) =>
      receiveStock(
        ctx,
        routed.map(({ of, route }) => ({ item: of, route })),
      ),
    );
    stock.push(...(counted?.outcomes ?? []));
  }
  await workOnTasks(as, [...touched]);
  return { days, ...(stock.length > 0 && { stock }) };
}

/** @throws ApiError 400 for what is no feed, or more than its reader may take. */
async function* readParts(app: App, body: Spool): AsyncGenerator<FeedBody> {
  try {
    yield* app.readers.read<FeedBody>('register-feed', body, {});
  } catch (error) {
    throw error instanceof ReaderEnded ? invalid({ path: 'body', message: error.message }) : error;
  }
}

type Routed<T> = { of: T; route: Route };

/** With the connection and the locations locked. Null for nothing. */
async function inTransaction<T extends { location: string }, Result>(
  as: Authorized,
  register_id: string,
  some: readonly T[],
  work: (ctx: InTransaction<Authorized>, routed: Routed<T>[]) => Promise<Result>,
): Promise<{ outcomes: Result; location_ids: string[] } | null> {
  if (some.length === 0) return null;
  return change(as, {}, async (ctx) => {
    await requireWorkingKey(ctx, { register_id });
    const routeOf: RouteOf = await readRoutes(ctx, { register_id });
    const routed = some.map((of) => ({ of, route: routeOf(of.location) }));
    const location_ids = routed.flatMap(({ route }) => ('location_id' in route ? route.location_id : []));
    await records.lockLocations(ctx.tx, location_ids);
    const outcomes = await work(ctx, routed);
    const number = routed.flatMap(({ route }) =>
      'store_number' in route ? (route.store_number ?? []) : [],
    )[0];
    await updateRegister(ctx.tx, register_id, {
      last_file_at: now(ctx),
      ...(number !== undefined && { store_number: number }),
    });
    return { outcomes, location_ids };
  });
}

async function storeDays(
  ctx: InTransaction,
  register_id: string,
  routed: readonly Routed<FeedDay>[],
): Promise<Outcome[]> {
  const bounds = boundsAt(ctx.app.now());
  const received_at = now(ctx);
  const outcomes: Outcome[] = [];
  const accepted: { location_id: string; day: FeedDay }[] = [];
  for (const { of: day, route } of routed) {
    const { location, business_date } = day;
    const head = { location, business_date };
    const refusal = 'waits' in route ? route.waits : whyDayWaits(business_date, route, bounds);
    if ('waits' in route || refusal !== null) {
      outcomes.push({ ...head, outcome: 'refused', reason: refusal });
      continue;
    }
    const { location_id } = route;
    const isNewer = await records.upsertFeedDay(ctx.tx, {
      ...{ location_id, business_date, version: day.version, day: storedOf(day, register_id, received_at) },
    });
    if (isNewer) accepted.push({ location_id, day });
    outcomes.push(
      isNewer
        ? { ...head, outcome: 'accepted', reason: null }
        : { ...head, outcome: 'duplicate', reason: 'This version or a higher one was received before' },
    );
  }
  await addDays(
    ctx,
    accepted.map(({ location_id, day }) => ({ location_id, business_date: day.business_date })),
  );
  await noteDepartments(
    ctx,
    accepted.map(({ location_id, day }) => ({
      ...{ location_id, register_id },
      departments: day.departments.map(({ code, name }) => ({ code, name, is_fuel_line: false })),
    })),
  );
  return outcomes;
}

function storedOf(day: FeedDay, register_id: string, received_at: string) {
  const { location: _, business_date: __, currency: ___, departments, ...rest } = day;
  return {
    ...rest,
    departments: departments.map((one) => ({ ...one, kind: one.kind ?? null })),
    ...{ register_id, arrived: received_at, is_future: isInFuture(day.began, received_at) },
  };
}
