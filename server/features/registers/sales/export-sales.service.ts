import { type Sort, sortText } from '../../../../contract/lists/list-filters.ts';
import type { Figures, SalesDay, SalesSelection } from '../../../../contract/registers.ts';
import {
  type ByLocationSelection,
  type ByStateQuery,
  type ComparedName,
  type ComparedQuery,
  type Comparison,
  changeOf,
  type LocationSales,
  type SalesColumn,
  type StateSales,
} from '../../../../contract/sales.ts';
import type { BreakdownSelection, SalesPart } from '../../../../contract/sales-breakdown.ts';
import type { SalesRange } from '../../../../contract/sales-selection.ts';
import type { Authorized } from '../../../kernel/access.ts';
import { exportTable } from '../../../kernel/http/export-pages.ts';
import type { Renew } from '../../../kernel/http/request-access.ts';
import { auditScopeOf } from '../../audit/audit.service.ts';
import { readParts } from './breakdown.service.ts';
import { compareSales, listSalesByState, readByLocation } from './compare.service.ts';
import { listSales } from './sales.service.ts';

type Reader = Authorized<'registers.read'>;
type Columns<Row> = Record<string, (row: Row) => string | null>;

const rowsPerPage = 250;

const money = (cents: number | null) => (cents === null ? null : decimal(cents, 2));
const thousandths = (value: number | null) => (value === null ? null : decimal(value, 3));
const plain = (value: number | null) => (value === null ? null : String(value));

/** From its digits: a spreadsheet adds these numbers up. */
function decimal(value: number, places: number): string {
  const digits = String(Math.abs(value)).padStart(places + 1, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

const figures: Columns<Figures> = {
  Revenue: (row) => money(row.revenue),
  Fuel: (row) => money(row.fuel),
  'Fuel before discounts': (row) => money(row.fuel_gross),
  'Fuel discounts': (row) => money(row.fuel_discounts),
  Gallons: (row) => thousandths(row.fuel_volume),
  Merchandise: (row) => money(row.merchandise),
  Excluded: (row) => money(row.excluded),
  Tax: (row) => money(row.tax),
  Sales: (row) => plain(row.sales),
  Refunds: (row) => plain(row.refunds),
};

const held: Columns<Pick<SalesColumn, 'undecided' | 'proposed_excluded' | 'proposed_fuel'>> = {
  Undecided: (row) => money(row.undecided),
  'Left out (proposed)': (row) => money(row.proposed_excluded),
  'Counted as fuel (proposed)': (row) => money(row.proposed_fuel),
};

const counts: Columns<Pick<SalesColumn, 'days' | 'closed' | 'missing' | 'baskets'>> = {
  Days: (row) => plain(row.days),
  'Days closed': (row) => plain(row.closed),
  'Days missing': (row) => plain(row.missing),
  Baskets: ({ baskets }) => plain(baskets?.count ?? null),
  'Average basket': ({ baskets }) =>
    money(baskets?.count ? Math.round(baskets.amount / baskets.count) : null),
};

const dayColumns: Columns<SalesDay> = {
  Location: (day) => day.location_name,
  Number: (day) => day.location_number,
  'Trading date': (day) => day.trading_date,
  'Business date': (day) => day.business_date,
  From: (day) => day.began,
  To: (day) => day.ended,
  Day: (day) => day.state.replace('_', ' '),
  ...figures,
  ...held,
  Notes: (day) => day.marks.join('; ') || null,
};

export function exportSales(ctx: Reader, selection: SalesSelection, renew: Renew<'registers.read'>) {
  return exportTable(ctx, {
    ...{ name: 'Sales', columns: dayColumns, ...recorded(selection, renew) },
    async read(ctx: Reader, after) {
      const { days, next } = await listSales(ctx, { ...selection, limit: rowsPerPage, after });
      return { rows: days, next };
    },
  });
}

/** Same days and locations on both sides, so that they compare. */
const compared: Columns<{ compared: Comparison | null }> = {
  'Days compared': ({ compared }) => plain(compared?.pairs ?? 0),
  ...sidesOf('Gallons', 'fuel_volume', thousandths),
  ...sidesOf('Merchandise', 'merchandise', money),
  ...sidesOf('Revenue', 'revenue', money),
};

function sidesOf(label: string, name: ComparedName, format: (value: number | null) => string | null) {
  return {
    [`${label} compared`]: ({ compared }) => format(compared?.now[name] ?? null),
    [`${label} before`]: ({ compared }) => format(compared?.base[name] ?? null),
    [`${label} change %`]: ({ compared }) => percent(compared && changeOf(compared, name)),
  } satisfies Columns<{ compared: Comparison | null }>;
}

const percent = (change: number | null) => (change === null ? null : (change * 100).toFixed(1));

const columnColumns: Columns<SalesColumn> = {
  From: (column) => column.from,
  To: (column) => column.to,
  Locations: (column) => plain(column.locations),
  ...{ ...counts, ...figures, ...held, ...compared },
};

export function exportCompared(ctx: Reader, query: ComparedQuery, renew: Renew<'registers.read'>) {
  return exportTable(ctx, {
    ...{ name: 'Sales compared', columns: columnColumns, ...recorded(query, renew) },
    read: async (ctx: Reader) => ({ rows: (await compareSales(ctx, query)).columns, next: null }),
  });
}

const locationColumns: Columns<LocationSales> = {
  Location: ({ location }) => location.name,
  Number: ({ location }) => location.number,
  State: ({ location }) => location.us_state,
  ...{ ...counts, ...figures, ...held },
  ...compared,
};

export function exportSalesByLocation(
  ctx: Reader,
  selection: ByLocationSelection,
  renew: Renew<'registers.read'>,
) {
  return exportTable(ctx, {
    ...{ name: 'Sales by location', columns: locationColumns, ...recorded(selection, renew) },
    read: async (ctx: Reader) => ({ rows: (await readByLocation(ctx, selection)).rows, next: null }),
  });
}

const stateColumns: Columns<StateSales> = {
  State: (row) => row.us_state,
  Locations: (row) => plain(row.locations),
  ...{ ...counts, ...figures, ...held, ...compared },
};

export function exportSalesByState(ctx: Reader, query: ByStateQuery, renew: Renew<'registers.read'>) {
  return exportTable(ctx, {
    ...{ name: 'Sales by state', columns: stateColumns, ...recorded(query, renew) },
    read: async (ctx: Reader) => ({ rows: (await listSalesByState(ctx, query)).states, next: null }),
  });
}

const partColumns: Columns<SalesPart> = {
  Code: (part) => part.code,
  Name: (part) => part.name,
  'Counts as': (part) => part.counts_as,
  Location: ({ location }) => location?.name ?? null,
  Number: ({ location }) => location?.number ?? null,
  From: (part) => part.from,
  To: (part) => part.to,
  Gross: (part) => money(part.gross),
  Discounts: (part) => money(part.discounts),
  Promotions: (part) => money(part.promotions),
  Refunds: (part) => money(part.refunds),
  Net: (part) => money(part.amount),
  'Units or gallons': (part) => thousandths(part.quantity),
  Transactions: (part) => plain(part.count),
  Days: (part) => plain(part.days),
  'Days without units': (part) => plain(part.days_without_quantity),
  'Days without gross': (part) => plain(part.days_without_gross),
  'Days without discounts': (part) => plain(part.days_without_discounts),
  'Days without promotions': (part) => plain(part.days_without_promotions),
  'Days without refunds': (part) => plain(part.days_without_refunds),
  Proposed: (part) => money(part.proposed),
  Undecided: (part) => money(part.undecided),
  'Gallons with a cost': ({ costed }) => thousandths(costed?.quantity ?? null),
  Cost: ({ costed }) => money(costed?.cost ?? null),
  'Cents per gallon': ({ costed }) => centsPerGallon(costed),
};

/** What is left of a gallon after its cost. */
function centsPerGallon(costed: SalesPart['costed']): string | null {
  return costed?.quantity ? (((costed.amount - costed.cost) * 1000) / costed.quantity).toFixed(2) : null;
}

export function exportBreakdown(ctx: Reader, selection: BreakdownSelection, renew: Renew<'registers.read'>) {
  return exportTable(ctx, {
    ...{ name: 'Sales breakdown', columns: partColumns, ...recorded(selection, renew) },
    read: async (ctx: Reader) => ({ rows: (await readParts(ctx, selection)).parts, next: null }),
  });
}

/** The audit entry names no locations. */
function recorded(
  { location: _, sort, ...filters }: SalesRange & { sort?: Sort<string> | null | undefined },
  renew: Renew<'registers.read'>,
) {
  const details = { ...filters, sort: sort && sortText(sort) };
  return { action: 'register.exported' as const, details, renew, scopeOf: auditScopeOf };
}
