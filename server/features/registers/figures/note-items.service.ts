import { change } from '../../../kernel/change.ts';
import type { Context, InTransaction } from '../../../kernel/context.ts';
import type { ListedItem } from '../read/register-file.pure.ts';
import { findRegisterOf, listChoices } from './choices.repository.ts';
import { productsAtOnce } from './note-products.service.ts';
import { productCode } from './product-code.pure.ts';
import { productKey } from './product-key.pure.ts';
import * as records from './records.repository.ts';
import { contentOf, endTasks, findTask, type Task } from './tasks.repository.ts';

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
    isDone = await change(ctx, {}, async (ctx) => {
      const { tx } = ctx;
      await records.lockLocations(tx, [location_id]);
      if (!(await findTask(tx, location_id, { kind: 'items', about }))) return true;
      const isRest = items
        ? await noteItems(ctx, location_id, { file_id, received_at, items })
        : (await records.unlistProducts(tx, location_id, received_at, productsAtOnce)) === productsAtOnce;
      if (!isRest) await endTasks(tx, location_id, 'items', [about]);
      return !isRest;
    });
  }
}

interface Listed {
  file_id: string;
  received_at: string;
  items: readonly ListedItem[];
}

async function noteItems(
  { tx }: InTransaction,
  location_id: string,
  { file_id, received_at, items }: Listed,
): Promise<false> {
  const register_id = await findRegisterOf(tx, file_id);
  const [choices = { lacks_check_digit: false }] = await listChoices(
    tx,
    register_id === null ? [] : [register_id],
  );
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
  return false;
}
