import type { DepartmentKind } from '../../../../contract/registers.ts';

/** Money that passes through, by the name of the department. */
const passing = /lottery|lotto|money order|gift card|deposit|paid out/i;

/** Null when nothing speaks for one kind. */
export function proposedKind({
  name,
  is_fuel_line,
}: {
  name: string | null;
  is_fuel_line: boolean;
}): DepartmentKind | null {
  if (is_fuel_line) return 'fuel';
  return name !== null && passing.test(name) ? 'excluded' : null;
}
