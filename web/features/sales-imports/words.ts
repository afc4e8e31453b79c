import type {
  CloseRow,
  ImportResult,
  PreviewField,
  SalesImport,
  SalesImportKind,
} from '../../../contract/sales-imports.ts';
import { formatCount, formatMoney, formatVolume, unknownFigure } from '../../lib/format/format-money.ts';
import { countOf, formatNumber } from '../../lib/format/format-number.ts';

export const importSteps = ['File', 'Columns', 'Check', 'Done'] as const;

export const kindNames: Record<SalesImportKind, string> = { closes: 'Daily closes', costs: 'Fuel costs' };

export const rowNames: Record<CloseRow, string> = {
  day: 'A day',
  department: 'A department',
  grade: 'A grade',
  shift: 'A shift',
  sale: 'A sale',
};

export const fieldNames: Record<PreviewField, string> = {
  fuel_volume: 'Gallons',
  fuel: 'Fuel',
  merchandise: 'Merchandise',
  excluded: 'Left out of revenue',
  tax: 'Tax',
  sales: 'Transactions',
  over_short: 'Over/short',
  cost: 'Cost per gallon',
};

export function formatField(field: PreviewField, value: number | null): string {
  if (value === null) return unknownFigure;
  if (field === 'fuel_volume') return formatVolume(value);
  if (field === 'sales') return formatCount(value);
  if (field === 'cost') return `$${(value / 10_000).toFixed(4)}`;
  return formatMoney(value);
}

export const resultNames: Record<ImportResult, string> = {
  new: 'New',
  changed: 'Changes',
  not_counted: 'Not counted',
  unchanged: 'Stays',
  refused: 'Refused',
};

/** '12 days', '1 cost' */
export function rowsOf(about: SalesImportKind, count: number): string {
  return countOf(count, about === 'closes' ? 'day' : 'cost');
}

/** What became of an import, in words. */
export function resultOf({ about, state, counts }: SalesImport): string {
  if (!counts) return 'Not imported yet';
  const { new: added, changed, not_counted, unchanged, refused } = counts;
  if (state === 'undone') {
    const left = refused > 0 ? `; ${formatNumber(refused)} changed since and stay` : '';
    return `Undone: ${rowsOf(about, added + changed + not_counted)} as before${left}`;
  }
  const parts = [
    added > 0 && `${formatNumber(added)} new`,
    changed > 0 && `${formatNumber(changed)} changed`,
    not_counted > 0 && `${formatNumber(not_counted)} not counted (the register reported)`,
    unchanged > 0 && `${formatNumber(unchanged)} the same`,
    refused > 0 && `${formatNumber(refused)} refused`,
  ].filter(Boolean);
  return `${rowsOf(about, added + changed + not_counted + unchanged + refused)}: ${parts.join(', ') || 'none'}`;
}
