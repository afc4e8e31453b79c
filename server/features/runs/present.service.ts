import {
  changesIn,
  hasEnded,
  type LineReason,
  type Run,
  type RunLine,
  type RunSubject,
} from '../../../contract/runs.ts';
import type { Authorized } from '../../kernel/access.ts';
import { type Context, reader } from '../../kernel/context.ts';
import { runScopeOf, seesAllRuns } from '../../kernel/run-subjects.ts';
import { listLocationRefs } from '../locations/locations.service.ts';
import { readStockFacts } from '../registers/stock/stock.service.ts';
import { namesInScope } from '../users/users.service.ts';
import type { LineRow } from './run-lines.repository.ts';
import { listTitles, listUndos, type RunRow } from './runs.repository.ts';
import { actsOn, isOwn } from './runs.rules.ts';

type Relations = Pick<Run, 'undo_of' | 'undone_by' | 'pending_undo'>;

export async function relationsOf(
  ctx: Authorized,
  rows: readonly Pick<RunRow, 'id' | 'undo_of'>[],
): Promise<(row: Pick<RunRow, 'id' | 'undo_of'>) => Relations> {
  const db = reader(ctx);
  const ids = rows.map((row) => row.id);
  const undos = Map.groupBy(await listUndos(db, ids), (undo) => undo.undo_of);
  const undone = rows.flatMap((row) => row.undo_of ?? []);
  const titles = await listTitles(db, runScopeOf(ctx), undone);
  return ({ id, undo_of }) => {
    const title = titles.get(undo_of ?? '');
    return {
      undo_of: undo_of !== null && title !== undefined ? { id: undo_of, title } : null,
      ...undoneBy(ctx, undos.get(id) ?? []),
    };
  };
}

/** An undo that somebody else prepared is in nobody's way until it changes something. */
function undoneBy(ctx: Authorized, undos: readonly RunRow[]): Omit<Relations, 'undo_of'> {
  const done = undos.findLast((undo) => undo.ended_at !== null && changesIn(undo.applied) > 0);
  if (done?.ended_at) return { undone_by: { id: done.id, ended_at: done.ended_at }, pending_undo: null };
  const pending = undos.findLast(
    (undo) => !hasEnded(undo) && (undo.state === 'applying' || isOwn(ctx, undo) || seesAllRuns(ctx)),
  );
  return { undone_by: null, pending_undo: pending ? { id: pending.id, state: pending.state } : null };
}

export async function presentRuns(ctx: Authorized, rows: readonly RunRow[]): Promise<Run[]> {
  const relations = await relationsOf(ctx, rows);
  return rows.map((row) => present(ctx, row, relations(row)));
}

export async function presentRun(ctx: Authorized, row: RunRow): Promise<Run> {
  const relations = await relationsOf(ctx, [row]);
  return present(ctx, row, relations(row));
}

function present(ctx: Context, row: RunRow, relations: Relations): Run {
  return {
    id: row.id,
    kind: row.kind,
    about: row.about,
    title: row.title,
    act: row.act?.act ?? null,
    state: row.state,
    file: row.file,
    options: row.options,
    total: row.total,
    done: row.done,
    planned: row.planned,
    applied: row.applied,
    confirm: row.state === 'planned' ? row.confirm : null,
    problem: row.problem,
    left_out: row.left_out,
    retryable: hasEnded(row) ? row.retryable : 0,
    ...relations,
    can: actsOn(ctx, row, relations),
    created_by: row.updated_by_name,
    is_own: isOwn(ctx, row),
    created_at: row.created_at,
    ended_at: hasEnded(row) ? row.ended_at : null,
    expires_at: row.expires_at,
  };
}

export async function presentLines(
  ctx: Authorized,
  { about }: RunRow,
  rows: readonly LineRow[],
): Promise<RunLine[]> {
  const subjectOf = await subjectsOf(ctx, about, rows);
  return rows.map((row) => {
    const { line, planned, result, reason, changes } = row;
    return { line, subject: subjectOf(row), planned, result, reason, reasons: reasonsOf(row), changes };
  });
}

/** A row that left the reader's scope is still named, but has no link. */
export async function subjectsOf(ctx: Authorized, about: RunSubject, rows: readonly LineRow[]) {
  const ids = rows.flatMap((row) => row.subject_id ?? []);
  const visible = await namesOf(ctx, about, ids);
  return ({ subject_id, subject_name: name }: LineRow) => {
    return { id: visible.has(subject_id ?? '') ? subject_id : null, name };
  };
}

export function reasonsOf({ reason, reasons }: Pick<LineRow, 'reason' | 'reasons'>): LineReason[] {
  if (reason === null) return [];
  return reasons ?? [{ text: reason, repairs: [] }];
}

/** Of those in the reader's scope, by id. */
export async function namesOf(
  ctx: Authorized,
  about: RunSubject,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (about === 'users') return namesInScope(ctx, ids);
  const rows =
    about === 'stock' ? (await readStockFacts(ctx, ids)).values() : await listLocationRefs(ctx, ids);
  return new Map([...rows].map(({ id, name }) => [id, name]));
}
