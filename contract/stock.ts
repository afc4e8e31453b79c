import * as z from 'zod/mini';
import { described, text } from './fields/fields.ts';
import { searchMaxLength } from './fields/limits.ts';
import { endpoint } from './http/endpoint.ts';
import { pageOf, sort } from './lists/list.ts';
import { placed } from './sales-selection.ts';

/** Quantities are thousandths of a unit. */
const stockItem = z.object({
  id: z.string(),
  location_id: z.string(),
  location_name: z.string(),
  location_number: z.nullable(z.string()),
  /** As products have it. */
  code: z.string(),
  /** Null for a product that no register of the location has named. */
  name: z.nullable(z.string()),
  /** Estimated: the count less what was sold since, and never below zero. */
  on_hand: z.number(),
  reorder_point: z.nullable(z.number()),
  counted: z.number(),
  /** A local day, YYYY-MM-DD, or time of the location; null when the list names none. */
  counted_at: z.nullable(z.string()),
  sold_since: z.number(),
  /** In the price book of the location, or sold there in the last 90 days. */
  is_active: z.boolean(),
  /** An active product with at most its reorder point on hand. */
  is_low: z.boolean(),
  /** More was sold since than was counted: it is to be counted again. */
  is_oversold: z.boolean(),
});
export type StockItem = z.infer<typeof stockItem>;

export const stockSortFields = ['location', 'product', 'on_hand', 'reorder_point', 'missing'] as const;
export type StockSortField = (typeof stockSortFields)[number];

export const stockShown = ['low', 'recount', 'all'] as const;

const stockSelection = z.strictObject({
  q: described('What to look for in names and codes', z.optional(text(searchMaxLength))),
  ...placed,
  show: described('`recount`: low stock to be counted again', z._default(z.enum(stockShown), 'low')),
  sort: sort(stockSortFields, 'what is missing most to the reorder point first'),
});
export type StockSelection = z.infer<typeof stockSelection>;

const stockQuery = z.extend(stockSelection, pageOf(500));
export type StockQuery = z.infer<typeof stockQuery>;

export const listStock = endpoint('GET /api/stock', 'registers.read', {
  failure: 'Failed to fetch the stock',
  searchFailure: 'Failed to search the stock',
  summary: 'What is in stock at open locations in scope: low stock, or all that stock lists name',
  query: stockQuery,
  response: z.object({
    items: z.array(stockItem),
    total: z.number(),
    /** Locations in scope of which stock is known, whatever the selection. */
    locations: z.number(),
    next: z.nullable(z.string()),
  }),
});

export const exportStock = endpoint('GET /api/stock/export.csv', 'registers.read', {
  failure: 'Failed to export the stock',
  summary: 'The list of stock as CSV, which can be imported again; the export itself is recorded',
  query: stockSelection,
  download: 'text/csv; charset=utf-8',
});
