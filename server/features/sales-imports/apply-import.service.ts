import {
  type ImportResult,
  importResults,
  type SalesImport,
  type SalesImportOptions,
  type SalesImportPreview,
} from '../../../contract/sales-imports.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { change } from '../../kernel/change.ts';
import { type InTransaction, reader } from '../../kernel/context.ts';
import { yieldToRequests } from '../../platform/background/background.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { workOnTasks } from '../registers/figures/tasks.service.ts';
import type { Done, Plan } from './plan.pure.ts';
import { planOf, undoOf } from './plan.service.ts';
import type { Row } from './read/close-rows.pure.ts';
import * as repository from './sales-imports.repository.ts';
import { findImport, getSalesImport, type Manager } from './sales-imports.service.ts';

type Counts = SalesImportPreview['counts'];

/** Of one transaction, for which others wait. */
const itemsAtOnce = 10;
const shownMax = 200;
const leftOutMax = 100;

/** Ends a transaction that was only tried. */
class DryRun extends Error {
  readonly done: Done[];
  constructor(done: Done[]) {
    super('A dry run');
    this.done = done;
  }
}

/**
 * The work of `applySalesImport`, of which every transaction is taken back. The choices are stored, so that the import can be
 * continued. @throws ApiError 400 for columns that do not fit, 404, 409 for an import that is applied.
 */
export async function previewSalesImport(
  ctx: Manager,
  id: string,
  options: SalesImportOptions,
): Promise<SalesImportPreview> {
  const plan = await planOf(ctx, await findNew(ctx, id), options);
  await change(ctx, {}, async ({ tx }) => {
    if ((await repository.lockImport(tx, id))?.state !== 'new') throw notNow();
    await repository.updateImport(tx, id, { options });
  });
  const done: Done[] = [];
  await work(ctx, plan, async (ctx, some) => {
    const tried = change(ctx, {}, async (ctx) => {
      throw new DryRun(await plan.take(ctx, some));
    });
    await tried.catch((error: unknown) => {
      if (!(error instanceof DryRun)) throw error;
      done.push(...error.done);
    });
  });
  const changes = done.map((one) => one.change);
  const isQuiet = ({ result }: (typeof changes)[number]) => Number(result === 'unchanged');
  return {
    changes: changes.toSorted((a, b) => isQuiet(a) - isQuiet(b)).slice(0, shownMax),
    counts: countsOf(changes.map(({ result }) => result)),
    left_out: plan.left_out.slice(0, leftOutMax),
    left_out_count: plan.left_out.length,
  };
}

/** As `previewSalesImport`. What was done before a fault can be undone. */
export async function applySalesImport(
  ctx: Manager,
  id: string,
  options: SalesImportOptions,
): Promise<SalesImport> {
  const row = await findNew(ctx, id);
  const plan = await planOf(ctx, row, options);
  await begin(ctx, id, { from: 'new', to: 'applied', options });
  let position = 0;
  const reasons = new Map(plan.left_out.map(({ line, text }) => [line, text]));
  await finish(ctx, row, plan, 'sales_import.applied', async (ctx, done, items) => {
    const rows = done.flatMap(({ change, ...stored }) => {
      if (change.result === 'unchanged' || change.result === 'refused') return [];
      return { import_id: id, position: position++, ...stored };
    });
    await repository.insertChanges(ctx.tx, rows);
    for (const [index, { change }] of done.entries())
      if (change.result === 'refused')
        for (const line of items[index]?.lines ?? []) reasons.set(line, change.reason ?? '');
  });
  await keepLeftOut(ctx, row, reasons);
  return getSalesImport(ctx, id);
}

/** Of the lines of the file only those that were not imported stay, with the reason. */
async function keepLeftOut(
  ctx: Manager,
  { id, facts }: repository.ImportRow,
  reasons: ReadonlyMap<number, string>,
): Promise<void> {
  if (reasons.size === 0) return change(ctx, {}, ({ tx }) => repository.deleteLines(tx, id));
  let position = 0;
  for await (const lines of repository.listLines<Row>(reader(ctx), id)) {
    const at = position++;
    const left = lines.flatMap((row) => {
      const text = reasons.get(row.line);
      return text === undefined ? [] : { ...row, text };
    });
    await change(ctx, {}, ({ tx }) => repository.updateLines(tx, id, at, left));
  }
  const all = [...reasons].map(([line, text]) => ({ line, text })).sort((a, b) => a.line - b.line);
  const left_out = { left_out: all.slice(0, leftOutMax), left_out_count: all.length };
  await change(ctx, {}, ({ tx }) => repository.updateImport(tx, id, { facts: { ...facts, ...left_out } }));
}

/** What somebody changed since stays, and is counted as `refused`. @throws ApiError 404, 409 for what is not applied. */
export async function undoSalesImport(ctx: Manager, id: string): Promise<SalesImport> {
  const row = await findImport(ctx, id);
  const plan = await undoOf(ctx, row);
  await begin(ctx, id, { from: 'applied', to: 'undone' });
  await finish(ctx, row, plan, 'sales_import.undone', async () => {});
  return getSalesImport(ctx, id);
}

async function findNew(ctx: Manager, id: string): Promise<repository.ImportRow> {
  const row = await findImport(ctx, id);
  if (row.state !== 'new') throw notNow();
  return row;
}

/** @throws ApiError 409 when somebody was faster. */
function begin(
  ctx: Manager,
  id: string,
  { from, to, ...changes }: { from: string; to: 'applied' | 'undone'; options?: SalesImportOptions },
): Promise<void> {
  return change(ctx, {}, async ({ tx }) => {
    const row = await repository.lockImport(tx, id);
    if (row?.state !== from) throw notNow();
    await repository.updateImport(tx, id, { ...changes, state: to, counts: countsOf([]) });
  });
}

async function finish(
  ctx: Manager,
  { id, about, name }: repository.ImportRow,
  plan: Plan,
  action: 'sales_import.applied' | 'sales_import.undone',
  store: (ctx: InTransaction<Manager>, done: readonly Done[], items: Plan['items']) => Promise<void>,
): Promise<void> {
  const results: ImportResult[] = [];
  const changed = new Set<string>();
  await work(ctx, plan, (ctx, some) =>
    change(ctx, {}, async (ctx) => {
      const done = await plan.take(ctx, some);
      for (const { change, location_id } of done) {
        results.push(change.result);
        if (location_id !== null && change.result !== 'refused') changed.add(location_id);
      }
      await store(ctx, done, some);
      await repository.updateImport(ctx.tx, id, { counts: countsOf(results) });
    }),
  );
  await change(ctx, {}, async (ctx) => {
    const subject = { type: 'register' as const, id: null, name };
    const { new: added, changed: updated } = countsOf(results);
    const details = { about, changed: added + updated };
    audit(ctx, { action, subject, details, location_ids: [...changed] });
  });
  await workOnTasks(ctx, [...changed]);
}

/** Others are answered, and can write, between two transactions. */
async function work(
  ctx: Manager,
  plan: Plan,
  take: (ctx: Manager, some: Plan['items']) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < plan.items.length; at += itemsAtOnce) {
    await yieldToRequests();
    await take(ctx, plan.items.slice(at, at + itemsAtOnce));
  }
}

function countsOf(results: readonly ImportResult[]): Counts {
  const count = (one: ImportResult) => results.filter((result) => result === one).length;
  return Object.fromEntries(importResults.map((one) => [one, count(one)])) as Counts;
}

function notNow(): ApiError {
  return new ApiError('conflict', 'This import was applied or undone meanwhile. Choose the file again.');
}
