import type { DepartmentSales, GradeSales } from '../../../../contract/registers.ts';
import type { DayDetails } from '../figures/figures.pure.ts';
import { type ProductFigures, sumGrades, sumKnown } from '../figures/parts.pure.ts';

const productsShown = 50;

/** Fuel by grade, departments and the most sold products of some days, which are added one by one: their details are long. */
export function createDetailSums() {
  let grades: GradeSales[] = [];
  const departments = new Map<string, DepartmentSales>();
  const products = new Map<string, Omit<ProductFigures, 'is_merchandise'>>();
  return {
    add(day: DayDetails) {
      grades = sumGrades([...grades, ...day.grades]);
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
      fuel_by_grade: grades,
      departments: [...departments.values()]
        .map((one) => ({ ...one, name: one.name ?? names.get(one.code) ?? null }))
        .sort((a, b) => b.net - a.net || (a.code < b.code ? -1 : 1)),
      products: [...products.values()]
        .sort((a, b) => b.quantity - a.quantity || (a.code < b.code ? -1 : 1))
        .slice(0, productsShown),
    }),
  };
}

function addDepartment(
  known: DepartmentSales,
  { name, gross, net, quantity }: DepartmentSales,
): DepartmentSales {
  return {
    ...known,
    name: known.name ?? name,
    gross: sumKnown([known.gross, gross]),
    net: known.net + net,
    quantity: sumKnown([known.quantity, quantity]),
  };
}
