import type { SalesDay } from '../../../../contract/registers.ts';
import type { SalesTotals } from '../sales/sales-chart-card.tsx';

/** A part that no day knows stays unknown. */
export function sumDays(days: readonly SalesDay[]): SalesTotals {
  const sum = (part: keyof SalesTotals) =>
    days.reduce<number | null>((total, day) => {
      const value = day[part];
      return value === null ? total : (total ?? 0) + value;
    }, null);
  return {
    revenue: sum('revenue'),
    fuel: sum('fuel'),
    fuel_volume: sum('fuel_volume'),
    merchandise: sum('merchandise'),
    tax: sum('tax'),
    sales: sum('sales'),
  };
}
