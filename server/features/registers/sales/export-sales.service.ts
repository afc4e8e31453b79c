import type { SalesDay, SalesSelection } from '../../../../contract/registers.ts';
import type { Authorized } from '../../../kernel/access.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import { now } from '../../../kernel/context.ts';
import { exportPages } from '../../../kernel/http/export-pages.ts';
import type { Renew } from '../../../kernel/http/request-access.ts';
import { auditScopeOf } from '../../audit/audit.service.ts';
import { listSales } from './sales.service.ts';

const rowsPerPage = 250;

const money = (cents: number | null) => (cents === null ? null : decimal(cents, 2));
const plain = (value: number | null) => (value === null ? null : String(value));

/** From its digits: a spreadsheet adds these numbers up. */
function decimal(value: number, places: number): string {
  const digits = String(Math.abs(value)).padStart(places + 1, '0');
  return `${value < 0 ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

const columns: readonly (readonly [string, (day: SalesDay) => string | null])[] = [
  ['Location', (day) => day.location_name],
  ['Number', (day) => day.location_number],
  ['Trading date', (day) => day.trading_date],
  ['Business date', (day) => day.business_date],
  ['From', (day) => day.began],
  ['To', (day) => day.ended],
  ['State', (day) => day.state.replace('_', ' ')],
  ['Revenue', (day) => money(day.revenue)],
  ['Fuel', (day) => money(day.fuel)],
  ['Fuel before discounts', (day) => money(day.fuel_gross)],
  ['Fuel discounts', (day) => money(day.fuel_discounts)],
  ['Gallons', (day) => (day.fuel_volume === null ? null : decimal(day.fuel_volume, 3))],
  ['Merchandise', (day) => money(day.merchandise)],
  ['Excluded', (day) => money(day.excluded)],
  ['Tax', (day) => money(day.tax)],
  ['Sales', (day) => plain(day.sales)],
  ['Refunds', (day) => plain(day.refunds)],
  ['Notes', (day) => day.marks.join('; ') || null],
];

/** Recorded before the first row is sent. */
export async function exportSales(
  ctx: Authorized<'registers.read'>,
  selection: SalesSelection,
  renew: Renew<'registers.read'>,
) {
  const { from, to, state, sort } = selection;
  await change(ctx, {}, (ctx) =>
    audit(ctx, {
      action: 'register.exported',
      subject: { type: 'settings', id: null, name: 'Sales' },
      details: { from, to, state, sort },
    }),
  );
  return {
    filename: `sales-${now(ctx).slice(0, 10)}.csv`,
    body: exportPages({
      what: 'the sales',
      scopeOf: auditScopeOf,
      renew,
      labels: columns.map(([label]) => label),
      async read(ctx: Authorized<'registers.read'>, after) {
        const { days, next } = await listSales(ctx, {
          ...selection,
          limit: rowsPerPage,
          after,
        });
        return { rows: days, next };
      },
      cells: (day) => columns.map(([, cell]) => cell(day)),
    }),
  };
}
