import type { ComparedName } from '../../../../contract/sales.ts';
import { type ChartSeries, hatchedBar, solidBar } from '../../../components/chart/column-chart.tsx';
import {
  formatCount,
  formatDollars,
  formatGallons,
  formatMoney,
  formatTick,
  formatVolume,
} from '../../../lib/format/format-money.ts';

export const salesParts = [
  'revenue',
  'fuel',
  'merchandise',
  'fuel_volume',
  'tax',
  'sales',
] as const satisfies readonly ComparedName[];
export type SalesPart = ComparedName;

export interface SalesFigure {
  label: string;
  /** The figures that a column is made of, from below. */
  of: readonly SalesPart[];
  /** How many of its values are one on the axis. */
  unit: number;
  atAGlance: (value: number | null) => string;
  exact: (value: number | null) => string;
  tick: (value: number) => string;
}

const dollars = {
  ...{ unit: 100, atAGlance: formatDollars, exact: formatMoney },
  tick: (value: number) => formatTick(value, '$'),
};

export const salesFigures: Record<SalesPart, SalesFigure> = {
  revenue: { ...dollars, label: 'Revenue', of: ['fuel', 'merchandise'] },
  fuel: { ...dollars, label: 'Fuel', of: ['fuel'] },
  merchandise: { ...dollars, label: 'Merchandise', of: ['merchandise'] },
  fuel_volume: {
    ...{ label: 'Gallons', of: ['fuel_volume'], unit: 1000 },
    ...{ atAGlance: formatGallons, exact: formatVolume, tick: formatTick },
  },
  tax: { ...dollars, label: 'Tax', of: ['tax'] },
  sales: {
    ...{ label: 'Transactions', of: ['sales'], unit: 1 },
    ...{ atAGlance: formatCount, exact: formatCount, tick: formatTick },
  },
};

export function seriesOf({ of }: SalesFigure): ChartSeries[] {
  return of.map((part) => ({
    label: salesFigures[part].label,
    look: part === 'merchandise' ? hatchedBar : solidBar,
  }));
}

/** Their change says how a location does. That of fuel in dollars, and of revenue, follows the price. */
export function isColored(part: SalesPart): boolean {
  return part === 'fuel_volume' || part === 'merchandise';
}
