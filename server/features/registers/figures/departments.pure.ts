import type { DepartmentKind } from '../../../../contract/departments.ts';
import { fold } from '../../../../contract/lists/search-key.ts';
import type { RegisterDepartmentsTable } from '../../../kernel/database/schema.ts';
import { sumKnown } from './parts.pure.ts';
import type { Counted } from './stored.pure.ts';

export type Department = Omit<RegisterDepartmentsTable, 'register_id'>;

/** What the chain decided, by the key of a department. */
export type ChainKinds = ReadonlyMap<string, DepartmentKind>;

/** The same department at all connections. */
export function departmentKey({ code, name }: { code: string; name: string | null }): string {
  return `${code} ${fold(name ?? '')}`;
}

/** As the connection decided, else the chain, else as something proposes; else merchandise. */
export function countedOf(department: Department | undefined, chain: ChainKinds): Counted {
  const name = fold(department?.name ?? '');
  const decided = department && (department.kind ?? chain.get(departmentKey(department)));
  if (decided) return { name, counts_as: decided, basis: 'decided' };
  const proposed = department ? proposedKind(department) : null;
  if (proposed) return { name, counts_as: proposed, basis: 'proposed' };
  return { name, counts_as: 'merchandise', basis: 'undecided' };
}

/** Null when nothing speaks for one kind. */
export function proposedKind({
  name,
  is_fuel_line,
  is_fuel_amount,
}: Omit<Department, 'kind'>): DepartmentKind | null {
  if (is_fuel_line) return 'fuel';
  return kindByName(name) ?? (is_fuel_amount ? 'fuel' : null);
}

/** Money that passes through, whatever else is in the name: "Fuel gift card". */
const passing =
  /lott(o|ery)|scratch|powerball|mega ?millions|money ?orders?|money ?(gram|transfer)|western union|gift ?cards?|deposits?\b|pa(id|y) ?-?outs?\b|payout|paid-out/;
const fuel = /\b(fuels?|gas|gasoline|unleaded|unld|diesel|dsl|e-?85)\b/;
/** Goods that are named after fuel, such as "Fuel additives". */
const besideFuel =
  /additive|treatment|cleaner|fluid|filter|\bcans?\b|\bcaps?\b|access|injector|stabilizer|propane|lighter/;

export function kindByName(name: string | null): 'fuel' | 'excluded' | null {
  const folded = fold(name ?? '');
  if (passing.test(folded)) return 'excluded';
  return fuel.test(folded) && !besideFuel.test(folded) ? 'fuel' : null;
}

/** What a closed day says of fuel and of its departments. */
export interface FuelDay {
  fuel_gross: number | null;
  fuel: number | null;
  departments: readonly { code: string; name: string; gross: number | null; amount: number | null }[];
}

/** A fuel report, which a journal is not, and any fuel. */
export function hasFuelReport(day: Pick<FuelDay, 'fuel_gross' | 'fuel'> & { is_closed: boolean }): boolean {
  return day.is_closed && day.fuel_gross !== null && (day.fuel ?? 0) > 0;
}

/**
 * The amount of this department is that of the fuel report, by itself or with all whose names propose fuel. Other sets are
 * never tried: among many departments one of them fits by chance.
 */
export function isFuelAmount({ fuel_gross, fuel, departments }: FuelDay, key: string): boolean {
  const own = departments.filter((one) => departmentKey(one) === key);
  const named = departments.filter((one) => departmentKey(one) !== key && kindByName(one.name) === 'fuel');
  return (['gross', 'amount'] as const).some((column) => {
    const alone = sumKnown(own.map((one) => one[column]));
    // Nothing, beside departments that are all of the fuel, would be fuel, too.
    if (!alone) return false;
    const together = sumKnown([...own, ...named].map((one) => one[column]));
    return [alone, together].some((sum) => sum !== null && (sum === fuel_gross || sum === fuel));
  });
}

const daysOfProof = 3;

/** On three days of three, whatever was before and after. The days are of one location, in their order. */
export function isProven(days: readonly FuelDay[], key: string): boolean {
  let inARow = 0;
  for (const day of days) {
    inARow = isFuelAmount(day, key) ? inARow + 1 : 0;
    if (inARow === daysOfProof) return true;
  }
  return false;
}
