import { systemContext } from '../../../kernel/access.ts';
import { yieldToRequests } from '../../../kernel/background.ts';
import type { App, Context, InTransaction } from '../../../kernel/context.ts';
import { transaction } from '../../../kernel/transaction.ts';
import { listChoices } from '../figures/choices.repository.ts';
import { productCode } from '../figures/product-code.pure.ts';
import { listEvents, lockLocations } from '../figures/records.repository.ts';
import * as repository from './recount.repository.ts';
import { type Counted, type DaySold, soldSince } from './sold-since.pure.ts';

/** For the background. */
export async function recountStock(app: App, isStopping?: () => boolean): Promise<void> {
  // Most of the time none is stale, and a transaction costs more.
  if ((await repository.findStaleStock(app.database.read)) === null) return;
  await recountStaleStock(systemContext(app, 'Stock'), isStopping);
}

/**
 * Until no location is stale, one in a transaction: what was sold since its counts, from the days that are stored. After
 * a crash the background continues.
 */
async function recountStaleStock(ctx: Context, isStopping: () => boolean = () => false): Promise<void> {
  while (!isStopping()) {
    await yieldToRequests();
    const isDone = await transaction(ctx, async (ctx) => {
      const location_id = await repository.findStaleStock(ctx.tx);
      if (location_id === null) return true;
      await lockLocations(ctx.tx, [location_id]);
      await recount(ctx, location_id);
      await repository.endStale(ctx.tx, location_id);
      return false;
    });
    if (isDone) return;
  }
}

/** Call it with the location locked. */
async function recount(ctx: InTransaction, location_id: string): Promise<void> {
  const stock = await repository.listStockOf(ctx.tx, location_id);
  const counted = stock.flatMap((row): Counted[] =>
    row.counted_at === null ? [] : [{ id: row.id, code: row.code, counted_at: row.counted_at }],
  );
  const sold =
    counted.length === 0
      ? new Map<string, number>()
      : soldSince(counted, await daysFor(ctx, location_id, counted));
  const changed = stock
    .map(({ id, counted, sold_since }) => ({ id, counted, sold_since, now: sold.get(id) ?? 0 }))
    .filter((row) => row.now !== row.sold_since)
    .map(({ id, counted, now }) => ({ id, counted, sold_since: now }));
  await repository.setSold(ctx.tx, changed);
}

async function daysFor(
  ctx: InTransaction,
  location_id: string,
  counted: readonly Counted[],
): Promise<DaySold[]> {
  const first = counted.map(({ counted_at }) => counted_at.slice(0, 10)).sort()[0] ?? '';
  const days = await repository.listDaysSince(ctx.tx, location_id, first);
  const isCountIn = ({ began, ended }: { began: string | null; ended: string | null }) =>
    began !== null &&
    ended !== null &&
    counted.some(({ counted_at }) => counted_at.length > 10 && began < counted_at && ended >= counted_at);
  const read: DaySold[] = [];
  for (const day of days) {
    read.push({ ...day, sales: isCountIn(day) ? await salesOf(ctx, location_id, day.business_date) : [] });
  }
  return read;
}

/** With their local times, as the journal has them. */
async function salesOf(ctx: InTransaction, location_id: string, business_date: string) {
  const sales: DaySold['sales'][number][] = [];
  const lacking = new Map<string, boolean>();
  for await (const { register_id, began, goods } of listEvents(ctx.tx, location_id, business_date)) {
    if (began === null) continue;
    if (!lacking.has(register_id)) {
      const [choices] = await listChoices(ctx.tx, [register_id]);
      lacking.set(register_id, choices?.lacks_check_digit ?? false);
    }
    const lacks_check_digit = lacking.get(register_id) ?? false;
    for (const { item, quantity } of goods) {
      if (item) sales.push({ at: began, code: productCode(item, { lacks_check_digit }), quantity });
    }
  }
  return sales;
}
