import type { FileOutcome } from '../../../../contract/registers.ts';
import { systemContext } from '../../../kernel/access.ts';
import { type App, now } from '../../../kernel/context.ts';
import { transaction } from '../../../kernel/transaction.ts';
import { updateRegister } from '../connections/registers.repository.ts';
import { listDepartments, upsertDepartments } from '../figures/choices.repository.ts';
import { computeDays } from '../figures/compute-days.service.ts';
import { isInFuture } from '../figures/local-time.pure.ts';
import * as records from '../figures/records.repository.ts';
import type { FeedBody } from './feed.schema.ts';
import { receiveStock, type StockOutcome } from './feed-stock.service.ts';
import { readRoutes } from './receive.service.ts';

interface Outcome {
  location: string;
  business_date: string;
  outcome: FileOutcome;
  reason: string | null;
}

/**
 * Days as one shape, for registers in the cloud: no files are stored, so a day whose location is unknown is refused and
 * must be sent again. Each day is accepted or not by itself.
 */
export function receiveFeed(
  app: App,
  register: { id: string; name: string },
  { days, stock }: FeedBody,
): Promise<{ days: Outcome[]; stock?: StockOutcome[] }> {
  const as = systemContext(app, register.name, { id: 'register', ip: '', user_agent: '', via: 'register' });
  return transaction(as, async (ctx) => {
    const { tx } = ctx;
    const routeOf = await readRoutes(ctx, { register_id: register.id });
    const routed = days.map((day) => ({ day, route: routeOf(day.location) }));
    const items = stock.map((item) => ({ item, route: routeOf(item.location) }));
    await records.lockLocations(
      tx,
      [...routed, ...items].flatMap(({ route }) => ('location_id' in route ? route.location_id : [])),
    );
    const touched = new Map<string, { name: string; dates: Set<string> }>();
    const outcomes: Outcome[] = [];
    const received_at = now(ctx);
    for (const { day, route } of routed) {
      const { location, business_date, version, currency: _, departments, ...rest } = day;
      const head = { location, business_date };
      if ('waits' in route) {
        outcomes.push({ ...head, outcome: 'refused', reason: route.waits });
        continue;
      }
      const stored = {
        ...rest,
        departments: departments.map((one) => ({ ...one, kind: one.kind ?? null })),
        ...{ register_id: register.id, arrived: received_at, is_future: isInFuture(day.began, received_at) },
      };
      const isNewer = await records.upsertFeedDay(tx, {
        ...{ location_id: route.location_id, business_date, version, day: stored },
      });
      outcomes.push(
        isNewer
          ? { ...head, outcome: 'accepted', reason: null }
          : { ...head, outcome: 'duplicate', reason: 'This version or a higher one was received before' },
      );
      const known = touched.get(route.location_id) ?? { name: route.name ?? '', dates: new Set() };
      touched.set(route.location_id, { ...known, dates: known.dates.add(business_date) });
    }
    await noteDepartments(ctx.tx, register.id, days);
    const number = [...routed, ...items].flatMap(({ route }) =>
      'store_number' in route ? (route.store_number ?? []) : [],
    )[0];
    await updateRegister(tx, register.id, {
      last_file_at: received_at,
      ...(number !== undefined && { store_number: number }),
    });
    for (const [id, { name, dates }] of touched) await computeDays(ctx, { id, name }, [...dates]);
    return { days: outcomes, ...(stock.length > 0 && { stock: await receiveStock(ctx, items) }) };
  });
}

async function noteDepartments(
  tx: Parameters<typeof upsertDepartments>[0],
  register_id: string,
  days: FeedBody['days'],
): Promise<void> {
  const known = new Set((await listDepartments(tx, [register_id])).map(({ code }) => code));
  const named = new Map(days.flatMap((day) => day.departments).map(({ code, name }) => [code, name]));
  const added = [...named].filter(([code]) => !known.has(code));
  await upsertDepartments(
    tx,
    added.map(([code, name]) => ({ register_id, code, name, kind: null, is_fuel_line: false })),
  );
}
