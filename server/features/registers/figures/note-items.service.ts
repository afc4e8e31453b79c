import type { Context, InTransaction } from '../../../kernel/context.ts';
import { transaction } from '../../../kernel/transaction.ts';
import { unpackText } from '../../../platform/packed-text.ts';
import type { ListedItem } from '../read/register-file.pure.ts';
import { listChoices } from './choices.repository.ts';
import { productsAtOnce } from './note-products.service.ts';
import { productCode } from './product-code.pure.ts';
import { productKey } from './product-key.pure.ts';
import * as records from './records.repository.ts';
import { endTasks, findTask, type Task } from './tasks.repository.ts';

/** Some items of a price book, or its end, which takes from the list what it did not name. */
export interface ItemsTask {
  register_id: string;
  received_at: string;
  items: ListedItem[];
  isEndOfWhole: boolean;
}

/** By the order of arrival: the newest record of an item stays. */
export async function finishItems(
  ctx: Context,
  location_id: string,
  { about, content }: Task,
): Promise<void> {
  const task = JSON.parse(unpackText(content ?? '{}')) as ItemsTask;
  let isDone = false;
  while (!isDone) {
    isDone = await transaction(ctx, async (ctx) => {
      await records.lockLocations(ctx.tx, [location_id]);
      if (!(await findTask(ctx.tx, location_id, { kind: 'items', about }))) return true;
      await noteItems(ctx, location_id, task);
      const isRest =
        task.isEndOfWhole &&
        (await records.unlistProducts(ctx.tx, location_id, task.received_at, productsAtOnce)) ===
          productsAtOnce;
      if (!isRest) await endTasks(ctx.tx, location_id, 'items', [about]);
      return !isRest;
    });
  }
}

async function noteItems(
  { tx }: InTransaction,
  location_id: string,
  { register_id, received_at, items }: ItemsTask,
): Promise<void> {
  if (items.length === 0) return;
  const [choices = { lacks_check_digit: false }] = await listChoices(tx, [register_id]);
  const listed = new Map(items.map((item) => [productCode(item, choices), item]));
  const known = await records.listProducts(tx, location_id, [...listed.keys()]);
  const newer = new Set(known.filter((one) => (one.listed_at ?? '') > received_at).map(({ code }) => code));
  const names = new Map(known.map(({ code, name }) => [code, name]));
  const rows = [...listed].flatMap(([code, { name: itemName, price, is_active }]) => {
    if (newer.has(code)) return [];
    const name = itemName ?? names.get(code) ?? null;
    const listing = is_active ? ('active' as const) : ('inactive' as const);
    return [
      { location_id, code, name, search: productKey(code, name), price, listing, listed_at: received_at },
    ];
  });
  await records.upsertProducts(tx, rows);
}
