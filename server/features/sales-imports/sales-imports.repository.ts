import { sql } from 'kysely';
import type { SalesImport, SalesImportOptions } from '../../../contract/sales-imports.ts';
import type { Queryable, Transaction } from '../../kernel/database/database.ts';
import type {
  FuelCostsTable,
  SalesImportChangesTable,
  SalesImportsTable,
} from '../../kernel/database/schema.ts';
import { yieldToReaders } from '../../platform/background/background.ts';
import { forUpdate, inParts, isFound } from '../../platform/database/query.ts';
import { packText, unpackText } from '../../platform/packed-list.ts';

/** What is stored of a file beside its lines. */
export interface Facts extends Pick<SalesImport, 'headers' | 'samples' | 'rows' | 'totals'> {
  proposed: SalesImportOptions;
  /** Of an import that is applied. */
  left_out?: SalesImport['left_out'];
  left_out_count?: number;
}

export interface ImportRow extends Omit<SalesImportsTable, 'facts' | 'options' | 'counts'> {
  facts: Facts;
  options: SalesImportOptions | null;
  counts: SalesImport['counts'];
}

/** A day or a cost as it was stored before and after; null for nothing. */
export interface ImportChange extends Omit<SalesImportChangesTable, 'before' | 'after'> {
  before: unknown;
  after: unknown;
}

const textOf = (value: unknown) => (value === null ? null : JSON.stringify(value));
const parsed = (text: string | null) => (text === null ? null : JSON.parse(text));

function readRow({ facts, options, counts, ...row }: SalesImportsTable): ImportRow {
  // Imports of before this release have no such count.
  const known = counts === null ? null : { not_counted: 0, ...parsed(counts) };
  return { ...row, facts: parsed(facts), options: parsed(options), counts: known };
}

export function insertImport(tx: Transaction, { facts, ...row }: ImportRow): Promise<boolean> {
  const texts = { facts: JSON.stringify(facts), options: textOf(row.options), counts: textOf(row.counts) };
  const query = tx.insertInto('sales_imports').values({ ...row, ...texts });
  return isFound(query.returning('id').onConflict((conflict) => conflict.doNothing()));
}

type Changes = Partial<Pick<ImportRow, 'state' | 'facts' | 'options' | 'counts'>>;

export async function updateImport(tx: Transaction, id: string, { state, ...changes }: Changes) {
  const texts = Object.fromEntries(Object.entries(changes).map(([name, value]) => [name, textOf(value)]));
  const query = tx.updateTable('sales_imports').set({ ...texts, ...(state && { state }) });
  await query.where('id', '=', id).execute();
}

/** With what is stored of them. Those that were not applied go sooner. */
export async function deleteFormer(tx: Transaction, before: string, notAppliedBefore: string): Promise<void> {
  await sql`delete from sales_imports where created_at < ${before}
    or (created_at < ${notAppliedBefore} and state = 'new')`.execute(tx);
}

export async function deleteImport(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('sales_imports').where('id', '=', id).execute();
}

export async function findImport(db: Queryable, id: string): Promise<ImportRow | null> {
  const row = await db.selectFrom('sales_imports').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? readRow(row) : null;
}

export async function lockImport(tx: Transaction, id: string): Promise<ImportRow | null> {
  const query = tx.selectFrom('sales_imports').selectAll().where('id', '=', id);
  const row = await forUpdate(tx, query).executeTakeFirst();
  return row ? readRow(row) : null;
}

/** Those of one user, or all, newest first. */
export async function listImports(db: Queryable, created_by: string | null, limit: number) {
  let query = db.selectFrom('sales_imports').selectAll();
  if (created_by !== null) query = query.where('created_by', '=', created_by);
  return (await query.orderBy('created_at', 'desc').orderBy('id').limit(limit).execute()).map(readRow);
}

const formerMax = 20;

/** Those that this user applied, newest first. */
export async function listFormer(
  db: Queryable,
  { about, created_by }: Pick<ImportRow, 'about' | 'created_by'>,
) {
  const query = db.selectFrom('sales_imports').selectAll().where('about', '=', about);
  const applied = query.where('created_by', '=', created_by).where('state', '<>', 'new');
  return (await applied.orderBy('created_at', 'desc').limit(formerMax).execute()).map(readRow);
}

export async function insertLines(
  tx: Transaction,
  import_id: string,
  position: number,
  lines: readonly unknown[],
): Promise<void> {
  const row = { import_id, position, content: packText(JSON.stringify(lines)) };
  await tx.insertInto('sales_import_lines').values(row).execute();
}

export async function updateLines(
  tx: Transaction,
  import_id: string,
  position: number,
  lines: readonly unknown[],
): Promise<void> {
  const query = tx.updateTable('sales_import_lines').set({ content: packText(JSON.stringify(lines)) });
  await query.where('import_id', '=', import_id).where('position', '=', position).execute();
}

/** One portion after the other; others are answered between two. */
export async function* listLines<Line>(db: Queryable, import_id: string): AsyncGenerator<Line[]> {
  for (let position = 0; ; position++) {
    const query = db.selectFrom('sales_import_lines').select('content').where('import_id', '=', import_id);
    const row = await query.where('position', '=', position).executeTakeFirst();
    if (!row) return;
    yield JSON.parse(unpackText(row.content)) as Line[];
    await yieldToReaders();
  }
}

export async function deleteLines(tx: Transaction, import_id: string): Promise<void> {
  await tx.deleteFrom('sales_import_lines').where('import_id', '=', import_id).execute();
}

export async function insertChanges(tx: Transaction, changes: readonly ImportChange[]): Promise<void> {
  const rows = changes.map(({ before, after, ...key }) => ({
    ...{ ...key, before: textOf(before), after: textOf(after) },
  }));
  for (const part of inParts(rows)) await tx.insertInto('sales_import_changes').values(part).execute();
}

export async function listChanges(db: Queryable, import_id: string): Promise<ImportChange[]> {
  const query = db.selectFrom('sales_import_changes').selectAll().where('import_id', '=', import_id);
  const rows = await query.orderBy('position').execute();
  return rows.map(({ before, after, ...key }) => ({
    ...{ ...key, before: parsed(before), after: parsed(after) },
  }));
}

type CostKey = Pick<FuelCostsTable, 'location_id' | 'grade' | 'from_date'>;

export async function findCost(db: Queryable, { location_id, grade, from_date }: CostKey) {
  const query = db.selectFrom('fuel_costs').select(['id', 'cost']).where('grade', '=', grade);
  const at =
    location_id === null ? sql<boolean>`location_id is null` : sql<boolean>`location_id = ${location_id}`;
  return (await query.where('from_date', '=', from_date).where(at).executeTakeFirst()) ?? null;
}

/** Null takes it away. `id` is that of the row, or of a new one. */
export async function storeCost(tx: Transaction, key: CostKey, id: string, cost: number | null) {
  await tx.deleteFrom('fuel_costs').where('id', '=', id).execute();
  if (cost === null) return;
  const query = tx.insertInto('fuel_costs').values({ id, ...key, cost });
  await query.execute();
}
