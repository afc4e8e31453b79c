import type * as contract from '../../../../contract/departments.ts';
import type { DepartmentKind } from '../../../../contract/departments.ts';
import { fold } from '../../../../contract/lists/search-key.ts';
import { type Authorized, scopeOf } from '../../../kernel/access.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import { reader } from '../../../kernel/context.ts';
import { daysBefore } from '../../../platform/clock.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import {
  listChainKinds,
  listCodesAt,
  listDepartments as listRows,
  upsertDepartments,
} from '../figures/choices.repository.ts';
import { boundsAt } from '../figures/days.pure.ts';
import { type ChainKinds, countedOf, type Department, departmentKey } from '../figures/departments.pure.ts';
import { addAllDays, countDueDays } from '../figures/tasks.repository.ts';
import { beginTasks } from '../figures/tasks.service.ts';
import * as repository from './departments.repository.ts';
import { listLocationsOf } from './registers.repository.ts';
import { locationIdsOf, lockManageable, requireRegister } from './registers.service.ts';

/** @throws ApiError 404 out of scope. */
export async function listRegisterDepartments(ctx: Authorized<'registers.read'>, id: string) {
  await requireRegister(ctx, id);
  return presentRegister(ctx, id);
}

async function presentRegister(ctx: Authorized, id: string) {
  const isSeen = await codesInScope(ctx, id);
  const chain = await listChainKinds(reader(ctx));
  const rows = (await listRows(reader(ctx), [id])).filter(({ code }) => isSeen(code));
  const departments: contract.RegisterDepartment[] = rows.map((row) => {
    const { counts_as, basis } = countedOf(row, chain);
    const chain_kind = countedOf({ ...row, kind: null }, chain).counts_as;
    return { code: row.code, name: row.name, kind: counts_as, basis, own_kind: row.kind, chain_kind };
  });
  return { departments };
}

/** @throws ApiError 404 out of scope and for an unknown code; 403 for one with further locations. */
export async function setDepartmentKind(
  ctx: Authorized<'registers.manage'>,
  id: string,
  { code, kind }: { code: string; kind: DepartmentKind | null },
) {
  const changed = await change(ctx, {}, async (ctx) => {
    const { tx } = ctx;
    const register = await lockManageable(ctx, id);
    const row = (await listRows(tx, [id])).find((one) => one.code === code);
    if (!row) throw new ApiError('not_found', 'This register has no department with this code.');
    if (row.kind === kind) return [];
    await upsertDepartments(tx, [{ ...row, kind }]);
    const chain = await listChainKinds(tx);
    const [before, after] = [countedOf(row, chain), countedOf({ ...row, kind }, chain)];
    const location_ids = await locationIdsOf(ctx, id);
    if (before.counts_as !== after.counts_as || before.basis !== after.basis)
      await addAllDays(tx, location_ids);
    audit(ctx, {
      action: 'register.department_changed',
      subject: { type: 'register', id, name: register.name },
      details: {
        department: named(row),
        before: { kind: before.counts_as },
        after: { kind: after.counts_as },
      },
      location_ids,
    });
    return location_ids;
  });
  await beginTasks(ctx, changed);
  return presentRegister(ctx, id);
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

const amountDays = 28;

/** Undecided ones first, each by amount. */
export function listDepartments(ctx: Authorized<'registers.read'>) {
  return present(ctx);
}

async function present(ctx: Authorized) {
  const db = reader(ctx);
  const scope = scopeOf(ctx);
  const chain = await listChainKinds(db);
  const rows = await repository.listNamed(db, scope);
  const today = ctx.app.now().toISOString().slice(0, 10);
  const of = Map.groupBy(rows, departmentKey);
  const folded = [...of.values()].map(([first]) => ({
    code: first?.code ?? '',
    name: fold(first?.name ?? ''),
  }));
  const amounts = await repository.sumSince(db, scope, folded, daysBefore(today, amountDays - 1));
  const differing = Map.groupBy(await repository.listDiffering(db, scope), departmentKey);
  const hidden = await hiddenKeys(ctx);
  const mayManage = ctx.actor.permissions.has('registers.manage');
  const departments: contract.Department[] = [...of].map(([key, some]) => ({
    ...{ code: some[0]?.code ?? '', name: some[0]?.name ?? null, kind: chain.get(key) ?? null },
    counts: countsOf(some, chain),
    differing: (differing.get(key) ?? [])
      .slice(0, differingShown)
      .map(({ id, register, kind }) => ({ id, name: register, kind })),
    amount: amounts.get(key) ?? null,
    is_manageable: mayManage && !hidden.has(key),
  }));
  return {
    departments: departments.sort(undecidedFirst),
    pending_days: await countDueDays(db, { scope }, boundsAt(ctx.app.now())),
  };
}

const differingShown = 20;

function countsOf(rows: readonly repository.Named[], chain: ChainKinds): contract.Department['counts'] {
  const counts = new Map<string, contract.Department['counts'][number]>();
  for (const row of rows) {
    const { counts_as: kind, basis } = countedOf(row, chain);
    const key = `${kind} ${basis}`;
    counts.set(key, { kind, basis, registers: (counts.get(key)?.registers ?? 0) + row.registers });
  }
  return [...counts.values()].sort((a, b) => b.registers - a.registers);
}

const order = ['undecided', 'proposed', 'decided'];

function undecidedFirst(a: contract.Department, b: contract.Department): number {
  const rank = ({ counts }: contract.Department) =>
    Math.min(...counts.map(({ basis }) => order.indexOf(basis)));
  return (
    rank(a) - rank(b) ||
    Math.abs(b.amount ?? 0) - Math.abs(a.amount ?? 0) ||
    (departmentKey(a) < departmentKey(b) ? -1 : 1)
  );
}

/** Those of connections that also have locations which the actor does not see. */
async function hiddenKeys(ctx: Authorized): Promise<Set<string>> {
  const scope = scopeOf(ctx);
  if (scope.all) return new Set();
  return new Set((await repository.listNamedBeyond(reader(ctx), scope)).map(departmentKey));
}

/**
 * For all connections, also later ones. Those that decided the same follow from now on. @throws ApiError 404 for a department
 * that no connection in scope has named, 403 for one that is also at locations out of scope.
 */
export async function decideDepartment(
  ctx: Authorized<'registers.manage'>,
  { code, name, kind }: { code: string; name: string | null; kind: DepartmentKind },
) {
  const key = departmentKey({ code, name });
  const changed = await change(ctx, {}, async (ctx) => {
    const { tx } = ctx;
    const isIt = (row: Pick<Department, 'code' | 'name'>) => departmentKey(row) === key;
    const alike = (await repository.listNamed(tx, scopeOf(ctx))).filter(isIt);
    if (alike.length === 0)
      throw new ApiError(
        'not_found',
        'No register and no spreadsheet of your locations has a department with this code and name.',
      );
    if ((await hiddenKeys(ctx)).has(key))
      throw new ApiError('forbidden', 'This department is also at locations that you do not see.');
    const before = await listChainKinds(tx);
    const after = new Map(before).set(key, kind);
    const rows = (await repository.listByCode(tx, code)).filter(isIt);
    await repository.upsertKind(tx, { code, name: fold(name ?? ''), kind });
    const same = rows.filter((row) => row.kind === kind);
    await upsertDepartments(
      tx,
      same.map((row) => ({ ...row, kind: null })),
    );
    const ids = rows.filter((row) => row.kind === null || row.kind === kind).map((row) => row.register_id);
    const at = [
      ...(await listLocationsOf(tx, { all: true }, ids)),
      ...(await repository.listLocationsOfCloses(tx, code)).filter(isIt),
    ];
    const location_ids = [...new Set(at.map(({ location_id }) => location_id))];
    if (before.get(key) === kind) return [];
    await addAllDays(tx, location_ids);
    const kindsOf = (chain: ChainKinds) =>
      [...new Set(alike.map((row) => countedOf({ ...row, kind: null }, chain).counts_as))].sort().join(', ');
    audit(ctx, {
      action: 'register.department_decided',
      subject: { type: 'settings', id: null, name: named({ code, name }) },
      details: { before: { kind: kindsOf(before) }, after: { kind: kindsOf(after) } },
      location_ids,
    });
    return location_ids;
  });
  await beginTasks(ctx, changed);
  return present(ctx);
}

function named({ code, name }: Pick<Department, 'code' | 'name'>): string {
  return name ? `${code} ${name}` : code;
}
