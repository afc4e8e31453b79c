import type { DepartmentSales, GradeSales } from '../../../../contract/registers.ts';
import type { DayDetails } from '../figures/figures.pure.ts';
import type { ProductFigures } from '../figures/parts.pure.ts';

const productsShown = 50;

/** Unknown as soon as one of them is. */
const plus = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);

/** Fuel by grade, departments and the most sold products of some days, which are added one by one: their details are long. */
export function createDetailSums() {
  const grades = new Map<string, GradeSales>();
  const departments = new Map<string, DepartmentSales>();
  const products = new Map<string, Omit<ProductFigures, 'is_merchandise'>>();
  return {
    add(day: DayDetails) {
      for (const one of day.grades) {
        const known = grades.get(one.grade);
        grades.set(one.grade, known ? addGrade(known, one) : one);
      }
      for (const one of day.departments) {
        const key = `${one.kind} ${one.code}`;
        const known = departments.get(key);
        departments.set(key, known ? addDepartment(known, one) : one);
      }
      for (const { code, name, quantity } of day.products) {
        const known = products.get(code);
        products.set(code, { code, name: known?.name ?? name, quantity: (known?.quantity ?? 0) + quantity });
      }
    },
    /** `names` are those of departments: a journal has none. */
    sums: (names: ReadonlyMap<string, string> = new Map()) => ({
      fuel_by_grade: [...grades.values()].sort((a, b) => (a.grade < b.grade ? -1 : 1)),
      departments: [...departments.values()]
        .map((one) => ({ ...one, name: one.name ?? names.get(one.code) ?? null }))
        .sort((a, b) => b.net - a.net || (a.code < b.code ? -1 : 1)),
      products: [...products.values()]
        .sort((a, b) => b.quantity - a.quantity || (a.code < b.code ? -1 : 1))
        .slice(0, productsShown),
    }),
  };
}

function addGrade(known: GradeSales, { volume, gross, discounts, net }: GradeSales): GradeSales {
  return {
    grade: known.grade,
    volume: known.volume + volume,
    gross: plus(known.gross, gross),
    discounts: plus(known.discounts, discounts),
    net: known.net + net,
  };
}

function addDepartment(
  known: DepartmentSales,
  { name, gross, net, quantity }: DepartmentSales,
): DepartmentSales {
  return {
    ...known,
    name: known.name ?? name,
    gross: plus(known.gross, gross),
    net: known.net + net,
    quantity: plus(known.quantity, quantity),
  };
}
