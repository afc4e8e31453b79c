import type { DayDetails } from '../figures/figures.pure.ts';

const productsShown = 50;

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
/** Unknown as soon as one of them is. */
const known = (values: readonly (number | null)[]) =>
  values.includes(null) ? null : total(values.map((value) => value ?? 0));

/** Fuel by grade, departments and the most sold products of some days. `names` are those of departments. */
export function sumDetails(days: readonly DayDetails[], names: ReadonlyMap<string, string> = new Map()) {
  const grades = Map.groupBy(
    days.flatMap((day) => day.grades),
    ({ grade }) => grade,
  );
  const departments = Map.groupBy(
    days.flatMap((day) => day.departments),
    ({ code, kind }) => `${kind} ${code}`,
  );
  const products = Map.groupBy(
    days.flatMap((day) => day.products),
    ({ code }) => code,
  );
  return {
    fuel_by_grade: [...grades].sort(byKey).map(([grade, rows]) => ({
      grade,
      volume: total(rows.map(({ volume }) => volume)),
      gross: known(rows.map(({ gross }) => gross)),
      discounts: known(rows.map(({ discounts }) => discounts)),
      net: total(rows.map(({ net }) => net)),
    })),
    departments: [...departments.values()]
      .map((rows) => ({
        code: rows[0]?.code ?? '',
        // A journal has no names.
        name: rows.find(({ name }) => name !== null)?.name ?? names.get(rows[0]?.code ?? '') ?? null,
        kind: rows[0]?.kind ?? ('merchandise' as const),
        gross: known(rows.map(({ gross }) => gross)),
        net: total(rows.map(({ net }) => net)),
        quantity: known(rows.map(({ quantity }) => quantity)),
      }))
      .sort((a, b) => b.net - a.net || (a.code < b.code ? -1 : 1)),
    products: [...products]
      .map(([code, rows]) => ({
        code,
        name: rows.find(({ name }) => name !== null)?.name ?? null,
        quantity: total(rows.map(({ quantity }) => quantity)),
      }))
      .sort((a, b) => b.quantity - a.quantity || (a.code < b.code ? -1 : 1))
      .slice(0, productsShown),
  };
}

function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}
