import { change } from '../../../kernel/change.ts';
import { type Context, type InTransaction, reader } from '../../../kernel/context.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import { yieldToRequests } from '../../../platform/background/background.ts';
import { inParts } from '../../../platform/database/query.ts';
import type { ListedItem } from '../read/register-file.pure.ts';
import { lacksCheckDigit } from './choices.repository.ts';
import { activeSince } from './days.pure.ts';
import type { Day } from './figures.pure.ts';
import type { ProductFigures } from './parts.pure.ts';
import { productCode, productKey } from './product-code.pure.ts';
import * as records from './records.repository.ts';
import { addTasks, contentOf, endTasks, findTask, type Task } from './tasks.repository.ts';

/** Of one transaction, for which others wait. */
const productsAtOnce = 500;

interface Computed {
  business_date: string;
  before: { trading_date: string } | null;
  day: Day | null;
}

/** What a task of products is to do: the rest of a long day, and dates on which something was not sold after all. */
interface Rest {
  sold: boolean;
  unsold: string[];
}

/**
 * The newest sale of each product of merchandise, in the transaction of its day. A task does what would make that long.
 */
export async function noteProducts(
  ctx: InTransaction,
  location_id: string,
  { business_date, before, day }: Computed,
): Promise<void> {
  const { tx } = ctx;
  const sold = (day?.details.products ?? []).filter(isSold);
  const isLong = sold.length > productsAtOnce;
  if (day && !isLong) await noteSold(ctx, location_id, day.trading_date, sold);
  const earlier = await findTask(tx, location_id, { kind: 'products', about: business_date });
  const unsold = new Set((earlier && contentOf<Rest>(earlier))?.unsold);
  if (before && before.trading_date >= activeSince(ctx.app.now())) {
    const isAny = isLong || (await isAnyUnsold(tx, location_id, before, { day, sold }));
    if (isAny) unsold.add(before.trading_date);
  }
  if (!isLong && unsold.size === 0) return;
  const content = JSON.stringify({ sold: isLong, unsold: [...unsold] } satisfies Rest);
  await addTasks(tx, [{ location_id, kind: 'products', about: business_date, content }]);
}

/** Products of another business day with the same date are taken for unsold, and found again by the task. */
async function isAnyUnsold(
  tx: Transaction,
  location_id: string,
  before: { trading_date: string },
  { day, sold }: { day: Day | null; sold: readonly ProductFigures[] },
): Promise<boolean> {
  const codes = new Set(day?.trading_date === before.trading_date ? sold.map(({ code }) => code) : []);
  const known = await records.listProductsSoldOn(tx, location_id, before.trading_date);
  return known.some(({ code }) => !codes.has(code));
}

function isSold({ is_merchandise, quantity }: ProductFigures): boolean {
  return is_merchandise && quantity > 0;
}

async function noteSold(
  { tx }: InTransaction,
  location_id: string,
  sold_on: string,
  sold: readonly ProductFigures[],
): Promise<void> {
  const news = await listNews(tx, location_id, sold_on, sold);
  await records.upsertProducts(
    tx,
    news.map(({ code, name }) => ({ location_id, code, name, search: productKey(code, name), sold_on })),
  );
}

/** Those that were not sold later. */
async function listNews(
  db: Queryable,
  location_id: string,
  sold_on: string,
  sold: readonly ProductFigures[],
): Promise<{ code: string; name: string | null }[]> {
  if (sold.length === 0) return [];
  const codes = sold.map(({ code }) => code);
  const known = new Map((await records.listProducts(db, location_id, codes)).map((row) => [row.code, row]));
  return sold.flatMap(({ code, name: soldAs }) => {
    const row = known.get(code);
    if (row && (row.sold_on ?? '') >= sold_on) return [];
    return [{ code, name: (row?.listed_at ? row.name : null) ?? soldAs ?? row?.name ?? null }];
  });
}

/** For a task. Its reads are outside of a transaction, and each change is a short one that holds for itself. */
export async function finishProducts(ctx: Context, location_id: string, task: Task): Promise<void> {
  const { about, content } = task;
  const { sold, unsold } = contentOf<Rest>(task) ?? { sold: false, unsold: [] };
  const day = sold ? await records.findDay(reader(ctx), location_id, about) : null;
  const products = day?.products().filter(isSold) ?? [];
  const trading_date = day?.trading_date ?? '';
  for (const some of inParts(products, productsAtOnce)) {
    // A day of many files notes most of its products again and again.
    if ((await listNews(reader(ctx), location_id, trading_date, some)).length > 0)
      await change(ctx, {}, (ctx) => noteSold(ctx, location_id, trading_date, some));
    await yieldToRequests();
  }
  for (const trading_date of unsold) await noteUnsold(ctx, location_id, trading_date);
  await change(ctx, {}, async ({ tx }) => {
    const now = await findTask(tx, location_id, { kind: 'products', about });
    // A day that was computed meanwhile has left a new one.
    if (now?.content === content) await endTasks(tx, location_id, 'products', [about]);
  });
}

/**
 * As if they had never been sold on this date, so that the order of files does not matter. A product without any other
 * sale in the time in which that makes it active has none.
 */
async function noteUnsold(ctx: Context, location_id: string, trading_date: string): Promise<void> {
  const db = reader(ctx);
  const rows = await records.listProductsSoldOn(db, location_id, trading_date);
  const wanted = new Set(rows.map(({ code }) => code));
  const soldOn = new Map<string, string>();
  const since = activeSince(ctx.app.now());
  for await (const day of records.listProductsOfDays(db, location_id, since)) {
    for (const product of day.products)
      if (isSold(product) && wanted.delete(product.code)) soldOn.set(product.code, day.trading_date);
    if (wanted.size === 0) break;
  }
  const changed = rows.filter(({ code }) => soldOn.get(code) !== trading_date);
  for (const some of inParts(changed, productsAtOnce)) {
    await change(ctx, {}, async ({ tx }) => {
      const codes = some.map(({ code }) => code);
      // A later sale may have come meanwhile.
      const still = (await records.listProducts(tx, location_id, codes)).filter(
        ({ sold_on }) => sold_on === trading_date,
      );
      await records.upsertProducts(
        tx,
        still.map(({ code, name }) => ({
          ...{ location_id, code, name, search: productKey(code, name), sold_on: soldOn.get(code) ?? null },
        })),
      );
    });
  }
}

/**
 * Some items of the price book in a file, or its end, which takes from the list what no part named. By the order of
 * arrival: the newest record of an item stays.
 */
export async function finishItems(ctx: Context, location_id: string, task: Task): Promise<void> {
  const { about } = task;
  const [received_at = '', file_id = ''] = about.split(' ');
  const items = contentOf<ListedItem[]>(task);
  let isDone = false;
  while (!isDone) {
    isDone = await change(ctx, {}, async ({ tx }) => {
      await records.lockLocations(tx, [location_id]);
      if (!(await findTask(tx, location_id, { kind: 'items', about }))) return true;
      if (items) await noteItems(tx, location_id, { file_id, received_at, items });
      else if (
        (await records.unlistProducts(tx, location_id, received_at, productsAtOnce)) === productsAtOnce
      )
        return false;
      await endTasks(tx, location_id, 'items', [about]);
      return true;
    });
  }
}

interface Listed {
  file_id: string;
  received_at: string;
  items: readonly ListedItem[];
}

async function noteItems(tx: Transaction, location_id: string, { file_id, received_at, items }: Listed) {
  const lacks_check_digit = await lacksCheckDigit(tx, file_id);
  const listed = new Map(items.map((item) => [productCode(item, { lacks_check_digit }), item]));
  const rows = await records.listProducts(tx, location_id, [...listed.keys()]);
  const known = new Map(rows.map((row) => [row.code, row]));
  await records.upsertProducts(
    tx,
    [...listed].flatMap(([code, { price, is_active, ...item }]) => {
      const before = known.get(code);
      if ((before?.listed_at ?? '') > received_at) return [];
      const name = item.name ?? before?.name ?? null;
      const listing = is_active ? ('active' as const) : ('inactive' as const);
      const listed_at = received_at;
      return { location_id, code, name, search: productKey(code, name), price, listing, listed_at };
    }),
  );
}
