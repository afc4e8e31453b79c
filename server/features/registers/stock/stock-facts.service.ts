import { type Authorized, scopeOf } from '../../../kernel/access.ts';
import { type Context, reader } from '../../../kernel/context.ts';
import { localTime } from '../figures/local-time.pure.ts';
import * as repository from './stock.repository.ts';

// Nothing here checks a permission.

export interface StockFacts extends repository.StockFactsRow {
  /** 'Cola 20 oz at Mill Road'. */
  name: string;
}

/** Only at locations in scope. */
export async function readStockFacts(
  ctx: Authorized,
  ids: readonly string[],
): Promise<Map<string, StockFacts>> {
  const rows = await repository.listFacts(reader(ctx), scopeOf(ctx), ids);
  return new Map(rows.map((row) => [row.id, { ...row, name: repository.nameOf(row) }]));
}

/** The id of the stock of each product at a location in scope. */
export async function findStockByKeys(
  ctx: Authorized,
  keys: readonly repository.StockKey[],
): Promise<(key: repository.StockKey) => string | null> {
  const rows = await repository.listByKeys(reader(ctx), scopeOf(ctx), keys);
  const ids = new Map(rows.map((row) => [repository.keyOf(row), row.id]));
  return (key) => ids.get(repository.keyOf(key)) ?? null;
}

/** Undefined for a product that no register of the location has named, null for one without a name. */
export async function readProductNames(
  ctx: Context,
  keys: readonly repository.StockKey[],
): Promise<(key: repository.StockKey) => string | null | undefined> {
  const rows = await repository.listProductNames(reader(ctx), keys);
  const names = new Map(rows.map((row) => [repository.keyOf(row), row.name]));
  return (key) => names.get(repository.keyOf(key));
}

/** The date at a location. */
export function todayAt(ctx: Pick<Context, 'app'>, timeZone: string): string {
  return localTime(ctx.app.now(), timeZone).slice(0, 10);
}
