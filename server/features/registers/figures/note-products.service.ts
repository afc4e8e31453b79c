import type { InTransaction } from '../../../kernel/context.ts';
import { activeSince } from './active-since.pure.ts';
import type { Day } from './figures.pure.ts';
import type { ProductFigures } from './parts.pure.ts';
import { productKey } from './product-key.pure.ts';
import * as records from './records.repository.ts';

/** The newest sale of each product of merchandise. */
export async function noteSold(ctx: InTransaction, location_id: string, days: readonly Day[]): Promise<void> {
  const sold = new Map<string, { name: string | null; sold_on: string }>();
  for (const { trading_date, details } of days.toSorted((a, b) =>
    a.trading_date < b.trading_date ? -1 : 1,
  )) {
    for (const { code, name } of details.products.filter(isSold)) {
      sold.set(code, { name: name ?? sold.get(code)?.name ?? null, sold_on: trading_date });
    }
  }
  if (sold.size === 0) return;
  const known = new Map(
    (await records.listProducts(ctx.tx, location_id, [...sold.keys()])).map((row) => [row.code, row]),
  );
  const news = [...sold].flatMap(([code, { name: sold_as, sold_on }]) => {
    const row = known.get(code);
    if (row && (row.sold_on ?? '') >= sold_on) return [];
    const name = (row?.listed_at ? row.name : null) ?? sold_as ?? row?.name ?? null;
    return [{ location_id, code, name, search: productKey(code, name), sold_on }];
  });
  await records.upsertProducts(ctx.tx, news);
}

function isSold({ is_merchandise, quantity }: ProductFigures): boolean {
  return is_merchandise && quantity > 0;
}

/**
 * What a correction, another kind of its department or another date took away: as if it had never been sold then, so
 * that the order of files does not matter. Only of the time in which it makes a product active.
 */
export async function noteUnsold(
  ctx: InTransaction,
  location_id: string,
  before: readonly Pick<records.StoredDayRow, 'business_date' | 'trading_date' | 'products'>[],
  computed: readonly Day[],
): Promise<void> {
  const since = activeSince(ctx.app.now());
  const after = new Map(computed.map((day) => [day.business_date, day]));
  const left = new Map<string, string>();
  for (const { business_date, trading_date, products } of before) {
    if (trading_date < since) continue;
    const day = after.get(business_date);
    const still = new Set(
      day?.trading_date === trading_date ? day.details.products.filter(isSold).map(({ code }) => code) : [],
    );
    for (const product of products()) {
      const { code } = product;
      if (!isSold(product) || still.has(code) || (left.get(code) ?? '') >= trading_date) continue;
      left.set(code, trading_date);
    }
  }
  if (left.size === 0) return;
  const rows = (await records.listProducts(ctx.tx, location_id, [...left.keys()])).filter(
    ({ code, sold_on }) => sold_on === left.get(code),
  );
  const wanted = new Set(rows.map(({ code }) => code));
  const soldOn = new Map<string, string>();
  if (wanted.size > 0) {
    for await (const { trading_date, products } of records.listProductsOfDays(ctx.tx, location_id, since)) {
      for (const product of products)
        if (isSold(product) && wanted.delete(product.code)) soldOn.set(product.code, trading_date);
      if (wanted.size === 0) break;
    }
  }
  await records.upsertProducts(
    ctx.tx,
    rows
      .map(({ code, name, sold_on }) => ({ code, name, sold_on, now: soldOn.get(code) ?? null }))
      .filter((row) => row.now !== row.sold_on)
      .map(({ code, name, now }) => ({
        location_id,
        code,
        name,
        search: productKey(code, name),
        sold_on: now,
      })),
  );
}
