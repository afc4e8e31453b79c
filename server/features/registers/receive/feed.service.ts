import type { FileOutcome } from '../../../../contract/registers.ts';
import { change } from '../../../kernel/change.ts';
import { type App, type InTransaction, now } from '../../../kernel/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import type { Spool } from '../../../platform/spool.ts';
import { ReaderEnded } from '../../../platform/threads/reader-threads.ts';
import { updateRegister } from '../connections/registers.repository.ts';
import { boundsAt, isInFuture, whyDayWaits } from '../figures/days.pure.ts';
import { productCode } from '../figures/product-code.pure.ts';
import * as records from '../figures/records.repository.ts';
import { registerContext, workOnTasks } from '../figures/tasks.service.ts';
import { takeFedStock } from '../stock/change-stock.service.ts';
import { addDays, type Named, noteDepartments } from './keep-files.service.ts';
import type { FeedBody } from './read-feed.pure.ts';
import { type KeyHolder, locationsOf, type Route, readRoutes, requireWorkingKey } from './routes.service.ts';

interface Outcome {
  outcome: FileOutcome;
  reason: string | null;
}

type DayOutcome = Outcome & { location: string; business_date: string };
type StockOutcome = Outcome & { location: string; code: string };
type FeedDay = FeedBody['days'][number];

/**
 * Days as one shape, for registers in the cloud: no files are stored, so a day whose location is unknown is refused and
 * must be sent again. Each day and each product is accepted or not by itself.
 */
export async function receiveFeed(
  app: App,
  register: KeyHolder,
  body: Spool,
): Promise<{ days: DayOutcome[]; stock?: StockOutcome[] }> {
  const as = registerContext(app, register.name);
  const days: DayOutcome[] = [];
  const stock: StockOutcome[] = [];
  const touched: string[] = [];
  for await (const part of readParts(app, body)) {
    const stored = await change(as, {}, async (ctx) => {
      await requireWorkingKey(ctx, register);
      const routeOf = await readRoutes(ctx, register.id);
      return storePart(ctx, register.id, {
        days: part.days.map((of) => ({ of, route: routeOf(of.location) })),
        stock: part.stock.map((of) => ({ of, route: routeOf(of.location) })),
      });
    });
    days.push(...stored.days);
    stock.push(...stored.stock);
    touched.push(...stored.location_ids);
  }
  await workOnTasks(as, touched);
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

type Routed<T> = readonly { of: T; route: Route }[];

async function storePart(
  ctx: InTransaction,
  register_id: string,
  { days, stock }: { days: Routed<FeedDay>; stock: Routed<FeedBody['stock'][number]> },
) {
  const all = [...days, ...stock];
  await records.lockLocations(ctx.tx, locationsOf(all));
  const outcomes = {
    days: await storeDays(ctx, register_id, days),
    stock: stock.length > 0 ? await storeStock(ctx, stock) : [],
  };
  const [number] = all.flatMap(({ route }) => ('store_number' in route ? (route.store_number ?? []) : []));
  await updateRegister(ctx.tx, register_id, {
    last_file_at: now(ctx),
    ...(number !== undefined && { store_number: number }),
  });
  return { ...outcomes, location_ids: locationsOf(days) };
}

async function storeDays(
  ctx: InTransaction,
  register_id: string,
  routed: Routed<FeedDay>,
): Promise<DayOutcome[]> {
  const bounds = boundsAt(ctx.app.now());
  const outcomes: DayOutcome[] = [];
  const accepted: (Named & { business_date: string })[] = [];
  for (const { of: day, route } of routed) {
    const { location, business_date } = day;
    const end = (outcome: FileOutcome, reason: string | null) =>
      outcomes.push({ location, business_date, outcome, reason });
    const refusal = 'waits' in route ? route.waits : whyDayWaits(business_date, route, bounds);
    if ('waits' in route || refusal !== null) {
      end('refused', refusal);
      continue;
    }
    const { location_id } = route;
    const stored = storedOf(day, register_id, now(ctx));
    if (await records.upsertFeedDay(ctx.tx, { location_id, business_date }, stored)) {
      const departments = day.departments.map(({ code, name }) => ({ code, name, is_fuel_line: false }));
      accepted.push({ location_id, register_id, business_date, departments });
      end('accepted', null);
    } else end('duplicate', 'This version or a higher one was received before');
  }
  await addDays(ctx, accepted);
  await noteDepartments(ctx, accepted);
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

async function storeStock(
  ctx: InTransaction,
  routed: Routed<FeedBody['stock'][number]>,
): Promise<StockOutcome[]> {
  const counts = routed.flatMap(({ of: { code, on_hand, reorder_point, counted_at }, route }) => {
    if ('waits' in route) return [];
    return {
      location_id: route.location_id,
      code: productCode({ code, format: null }, { lacks_check_digit: false }),
      counted: thousandths(on_hand),
      reorder_point: reorder_point === null ? null : thousandths(reorder_point),
      counted_at,
    };
  });
  const taken = (await takeFedStock(ctx, counts)).values();
  return routed.map(({ of: { location, code }, route }) => {
    const head = { location, code };
    if ('waits' in route) return { ...head, outcome: 'refused', reason: route.waits };
    return taken.next().value
      ? { ...head, outcome: 'accepted', reason: null }
      : { ...head, outcome: 'duplicate', reason: 'A later count was received before' };
  });
}

/** The schema allows three places. */
function thousandths(units: number): number {
  return Math.round(units * 1000);
}
