import { formatUnits } from '../../../../contract/fields/units.ts';
import { stockColumns } from '../../../../contract/files/import-columns.ts';
import { sortText } from '../../../../contract/lists/list-filters.ts';
import { fold } from '../../../../contract/lists/search-key.ts';
import type { StockItem, StockQuery, StockSelection } from '../../../../contract/stock.ts';
import { type Authorized, scopeOf } from '../../../kernel/access.ts';
import { type Context, reader } from '../../../kernel/context.ts';
import { exportTable } from '../../../kernel/http/export-pages.ts';
import type { Renew } from '../../../kernel/http/request-access.ts';
import { decodeCursor, encodeCursor, readPage } from '../../../kernel/paging.ts';
import { auditScopeOf } from '../../audit/audit.service.ts';
import { activeSince, localTime } from '../figures/days.pure.ts';
import * as repository from './stock.repository.ts';

const wordsMax = 8;
const rowsPerPage = 250;

const mostMissing: repository.StockSort = { field: 'missing', isDescending: true };

type Reader = Authorized<'registers.read'>;

export async function listStock(ctx: Reader, { limit, after, sort, ...selection }: StockQuery) {
  const db = reader(ctx);
  const filter = filterOf(ctx, selection);
  const question = ['stock', sort];
  const order = repository.stockOrder(db, sort ?? mostMissing);
  const place = decodeCursor(question, order, after);
  const { rows, last } = await readPage(limit, (limit) =>
    repository.listStock(db, filter, order, place?.position ?? null, limit),
  );
  const total = place?.total ?? (await repository.countStock(db, filter)).total;
  return {
    items: rows.map(({ position: _, ...item }): StockItem => item),
    total,
    locations: await repository.countStockLocations(db, { scope: filter.scope }),
    next: last && encodeCursor(question, [last.position, last.id], total),
  };
}

/** For the tile. Null before the first stock list. */
export async function countLowStock(ctx: Authorized, of: Pick<StockSelection, 'district'>) {
  const filter = filterOf(ctx, { ...of, show: 'low' });
  const locations = await repository.countStockLocations(reader(ctx), filter);
  if (locations === 0) return null;
  const { total: low, oversold: recount } = await repository.countStock(reader(ctx), filter);
  return { low, recount, locations };
}

/** By location; without those whose stock nobody knows. */
export function countLowStockAt(ctx: Authorized, location: string[]) {
  return repository.countLowAt(reader(ctx), filterOf(ctx, { location, show: 'all' }));
}

function filterOf(
  ctx: Authorized,
  { q = '', location, district, show }: Pick<StockSelection, 'q' | 'location' | 'district' | 'show'>,
): repository.StockFilter {
  return {
    scope: scopeOf(ctx),
    show,
    soldSince: activeSince(ctx.app.now()),
    words: fold(q).split(' ').filter(Boolean).slice(0, wordsMax),
    location,
    district,
  };
}

/** With the headers of an import. What was sold since the count is subtracted already, so no count is named. */
const columns: Record<string, (item: StockItem) => string | null> = {
  [stockColumns.locations.label]: (item) => item.location_number ?? item.location_name,
  'Location name': (item) => item.location_name,
  [stockColumns.code.label]: (item) => item.code,
  Product: (item) => item.name,
  // Left out where it is to be counted again, so that an import of the file leaves the count as it is.
  [stockColumns.on_hand.label]: (item) => (item.is_oversold ? null : formatUnits(item.on_hand)),
  [stockColumns.reorder_point.label]: ({ reorder_point }) =>
    reorder_point === null ? null : formatUnits(reorder_point),
  'Count again': (item) => (item.is_oversold ? whyRecount(item) : null),
};

function whyRecount({ counted, sold_since }: StockItem): string {
  return counted < 0
    ? 'Listed below zero'
    : `${formatUnits(counted)} counted, ${formatUnits(sold_since)} sold since`;
}

export function exportStock(ctx: Reader, selection: StockSelection, renew: Renew<'registers.read'>) {
  const { show, sort } = selection;
  return exportTable(ctx, {
    ...{ name: 'Stock', action: 'stock.exported', columns, renew, scopeOf: auditScopeOf },
    details: { show, sort: sort && sortText(sort) },
    async read(ctx: Reader, after) {
      const { items, next } = await listStock(ctx, { ...selection, limit: rowsPerPage, after });
      return { rows: items, next };
    },
  });
}

// Nothing below checks a permission.

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
