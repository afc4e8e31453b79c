import { systemContext } from '../../../kernel/access.ts';
import { change } from '../../../kernel/change.ts';
import type { App, Context, InTransaction } from '../../../kernel/context.ts';
import { yieldToRequests } from '../../../platform/background/background.ts';
import { listChoices } from '../figures/choices.repository.ts';
import { newestEvents } from '../figures/events.pure.ts';
import { productCode } from '../figures/product-code.pure.ts';
import { listJournals, lockLocations } from '../figures/records.repository.ts';
import { endTasks, markTask } from '../figures/tasks.repository.ts';
import { type Counted, type DaySold, soldSince } from './sold-since.pure.ts';
import * as repository from './stock.repository.ts';

/**
 * What was sold since its counts, from the days that are stored, a location in a transaction. For the background, which
 * continues after a crash. A location that fails twice is marked until a day or a count of it changes.
 */
export async function recountStock(app: App, isStopping: () => boolean = () => false): Promise<void> {
  const ctx = systemContext(app, 'Stock');
  await app.faults.each(await repository.listStaleStock(app.database.read), {
    what: 'locations with stock',
    idOf: (id) => id,
    async run(id) {
      if (isStopping()) return;
      await yieldToRequests();
      await recountLocation(ctx, id);
    },
    giveUp: (location_id) =>
      app.database.write(async (tx) => {
        await repository.endStale(tx, location_id);
        const problem = 'It could not be computed. The log of the server says why.';
        await markTask(tx, location_id, { kind: 'stock', about: '' }, problem);
      }),
  });
}

function recountLocation(ctx: Context, location_id: string): Promise<void> {
  return change(ctx, {}, async (ctx) => {
    const { tx } = ctx;
    await lockLocations(tx, [location_id]);
    const stock = await repository.listStockOf(tx, location_id);
    const known = stock.filter((row): row is typeof row & Counted => row.counted_at !== null);
    const sold = soldSince(known, known.length === 0 ? [] : await daysFor(ctx, location_id, known));
    for (const { id, counted, sold_since: before } of stock) {
      const sold_since = sold.get(id) ?? 0;
      // Usually a business day sold few products.
      if (sold_since !== before)
        await repository.updateStock(tx, id, { sold_since, on_hand: counted - sold_since });
    }
    await repository.endStale(tx, location_id);
    await endTasks(tx, location_id, 'stock', ['']);
  });
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
  const journals = await listJournals(ctx.tx, location_id, business_date);
  const ids = [...new Set(journals.map(({ register_id }) => register_id))];
  const choices = new Map((await listChoices(ctx.tx, ids)).map((row) => [row.id, row]));
  // As in the figures of the day, a lost key counts only where no working one says anything.
  const working = journals.filter(({ register_id }) => !choices.get(register_id)?.is_lost);
  for (const { event } of newestEvents(working.length > 0 ? working : journals)) {
    const { register_id, began, goods } = event;
    if (began === null) continue;
    const lacks_check_digit = choices.get(register_id)?.lacks_check_digit ?? false;
    for (const { item, quantity } of goods) {
      if (item) sales.push({ at: began, code: productCode(item, { lacks_check_digit }), quantity });
    }
  }
  return sales;
}
