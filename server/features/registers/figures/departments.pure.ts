import { fold } from '../../../../contract/lists/search-key.ts';
import type { RegisterDepartmentsTable } from '../../../kernel/database/schema.ts';
import type { Counted } from './stored.pure.ts';

type Department = Pick<RegisterDepartmentsTable, 'name' | 'kind' | 'is_fuel_line'>;

/** Merchandise, until somebody decides or something proposes another kind. */
export function countedOf(department: Department | undefined): Counted {
  const name = fold(department?.name ?? '');
  if (department?.kind) return { name, counts_as: department.kind, basis: 'decided' };
  if (department?.is_fuel_line) return { name, counts_as: 'fuel', basis: 'proposed' };
  return { name, counts_as: 'merchandise', basis: 'undecided' };
}
