import type { Transaction } from '../../../kernel/database/database.ts';
import type { SalesDaysTable } from '../../../kernel/database/schema.ts';
import * as choices from './choices.repository.ts';
import {
  type ChainKinds,
  countedOf,
  departmentKey,
  hasFuelReport,
  isFuelAmount,
  isProven,
  kindByName,
} from './departments.pure.ts';
import type { Day } from './figures.pure.ts';
import { addAllDays } from './tasks.repository.ts';

interface Computed {
  location_id: string;
  before: Pick<SalesDaysTable, 'is_closed' | 'fuel_gross' | 'fuel'> | null;
  day: Day | null;
}

/**
 * Proposes a department as fuel by its amount, or not any more, as all days of its connection say: the order in which they
 * came makes no difference. Past days are read only when this one says otherwise than is proposed.
 */
export async function noteFuelAmounts(
  tx: Transaction,
  { location_id, before, day }: Computed,
  { departments, chain }: { departments: readonly choices.DepartmentRow[]; chain: ChainKinds },
): Promise<void> {
  const hasSaid = day !== null && hasFuelReport(day);
  if (!hasSaid && !(before && hasFuelReport(before))) return;
  const said = { fuel_gross: null, fuel: null, ...day, departments: (day?.parts ?? []).filter(isDepartment) };
  for (const row of departments) {
    if (row.is_fuel_line || kindByName(row.name) !== null) continue;
    if (countedOf({ ...row, is_fuel_amount: false }, chain).basis === 'decided') continue;
    const fits = hasSaid && isFuelAmount(said, departmentKey(row));
    if (fits === row.is_fuel_amount || (await isProvenAt(tx, row, location_id)) !== fits) continue;
    await choices.upsertDepartments(tx, [{ ...row, is_fuel_amount: fits }]);
    await addAllDays(tx, await choices.listLocationsNaming(tx, row));
  }
}

function isDepartment({ kind }: { kind: string }): boolean {
  return kind === 'department';
}

/** At any location whose files name the department, this one first. */
async function isProvenAt(
  tx: Transaction,
  row: choices.DepartmentRow,
  location_id: string,
): Promise<boolean> {
  const others = (await choices.listLocationsNaming(tx, row)).filter((id) => id !== location_id);
  for (const id of [location_id, ...others])
    if (isProven(await choices.listFuelDays(tx, id), departmentKey(row))) return true;
  return false;
}
