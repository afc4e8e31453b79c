import type { Department, DepartmentKind } from '../../../../contract/registers.ts';
import { type Authorized, scopeOf } from '../../../kernel/access.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import { reader } from '../../../kernel/context.ts';
import type { RegisterDepartmentsTable } from '../../../kernel/database/schema.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import {
  listCodesAt,
  listDepartments as listRows,
  upsertDepartments,
} from '../figures/choices.repository.ts';
import { countedOf } from '../figures/departments.pure.ts';
import { addAllDays } from '../figures/tasks.repository.ts';
import { workOnTasks } from '../figures/tasks.service.ts';
import { listLocationsOf } from './registers.repository.ts';
import { locationIdsOf, lockManageable, requireRegister } from './registers.service.ts';

/** @throws ApiError 404 out of scope. */
export async function listDepartments(ctx: Authorized<'registers.read'>, id: string): Promise<Department[]> {
  await requireRegister(ctx, id);
  return present(ctx, id);
}

/** All days are computed anew before it returns. @throws ApiError 404 out of scope and for an unknown code; 403. */
export async function setDepartmentKind(
  ctx: Authorized<'registers.manage'>,
  id: string,
  { code, kind }: { code: string; kind: DepartmentKind },
): Promise<Department[]> {
  const changed = await change(ctx, {}, async (ctx) => {
    const register = await lockManageable(ctx, id);
    const row = (await listRows(ctx.tx, [id])).find((one) => one.code === code);
    if (!row) throw new ApiError('not_found', 'This register has no department with this code.');
    if (row.kind === kind) return [];
    await upsertDepartments(ctx.tx, [{ ...row, kind }]);
    const location_ids = await locationIdsOf(ctx, id);
    if (countedOf(row).counts_as !== kind) await addAllDays(ctx.tx, location_ids);
    audit(ctx, {
      action: 'register.department_changed',
      subject: { type: 'register', id, name: register.name },
      details: {
        department: row.name ? `${code} ${row.name}` : code,
        before: { kind: countedOf(row).counts_as },
        after: { kind },
      },
      location_ids,
    });
    return location_ids;
  });
  await workOnTasks(ctx, changed);
  return present(ctx, id);
}

async function present(ctx: Authorized, id: string): Promise<Department[]> {
  const isSeen = await codesInScope(ctx, id);
  const rows = (await listRows(reader(ctx), [id])).filter(({ code }) => isSeen(code));
  return rows.map((row) => ({
    code: row.code,
    name: row.name,
    kind: countedOf(row).counts_as,
    is_decided: row.kind !== null,
    proposed_kind: proposedKind(row),
  }));
}

/** Who sees some locations of a connection sees the departments that their files named. */
async function codesInScope(ctx: Authorized, id: string): Promise<(code: string) => boolean> {
  const locations = await listLocationsOf(reader(ctx), scopeOf(ctx), [id]);
  if (locations.every(({ is_in_scope }) => is_in_scope)) return () => true;
  const codes = new Set<string>();
  for (const { location_id, is_in_scope } of locations)
    if (is_in_scope) for (const code of await listCodesAt(reader(ctx), id, location_id)) codes.add(code);
  return (code) => codes.has(code);
}

/** Money that passes through, by the name of the department. */
const passing = /lottery|lotto|money order|gift card|deposit|paid out/i;

/** Null when nothing speaks for one kind. */
function proposedKind({
  name,
  is_fuel_line,
}: Pick<RegisterDepartmentsTable, 'name' | 'is_fuel_line'>): DepartmentKind | null {
  if (is_fuel_line) return 'fuel';
  return name !== null && passing.test(name) ? 'excluded' : null;
}
