import { randomUUID } from 'node:crypto';
import { formatUnits } from '../../../../contract/fields/units.ts';
import { type Authorized, scopeOf } from '../../../kernel/access.ts';
import { audit } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import type { App, InTransaction } from '../../../kernel/context.ts';
import { createStamp } from '../../../kernel/create-once.ts';
import type { RegisterStockTable } from '../../../kernel/database/schema.ts';
import { changedFields, updateStamp } from '../../../kernel/edit.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { lockLocations } from '../figures/records.repository.ts';
import * as repository from './stock.repository.ts';

const fields = ['counted', 'counted_at', 'reorder_point'] as const;
export type StockInput = Pick<RegisterStockTable, 'location_id' | 'code' | (typeof fields)[number]>;
export type StockChanges = Partial<Pick<StockInput, (typeof fields)[number]>>;

/** @throws ApiError 409 when the location has stock of the product already. */
export function createStock(
  ctx: Authorized<'registers.manage'>,
  input: StockInput,
): Promise<{ id: string; updated_at: string }> {
  return change(ctx, {}, async (ctx) => {
    const { tx } = ctx;
    const { location_id, counted, counted_at, reorder_point } = input;
    await lockLocations(tx, [location_id]);
    const row = { ...input, id: randomUUID(), sold_since: 0, on_hand: counted, ...createStamp(ctx, null) };
    if (!(await repository.insertStock(tx, row))) {
      throw new ApiError('conflict', 'This location has stock of this product already.');
    }
    await repository.noteStockLocations(tx, [location_id]);
    await record(ctx, 'stock.created', row.id, { after: inWords({ counted, counted_at, reorder_point }) });
    return row;
  });
}

/** @throws ApiError 404 out of scope. */
export function updateStock(
  ctx: Authorized<'registers.manage'>,
  id: string,
  changes: StockChanges,
): Promise<{ id: string; updated_at: string }> {
  return change(ctx, {}, async (ctx) => {
    const row = await lockStock(ctx, id);
    const changed = changedFields<typeof row, (typeof fields)[number]>(row, changes, fields);
    if (!changed) return row;
    const stamp = updateStamp(ctx, row);
    const { counted = row.counted } = changed.after;
    const isCounted = changed.after.counted !== undefined || changed.after.counted_at !== undefined;
    await repository.updateStock(ctx.tx, id, {
      ...changed.after,
      // What was sold since is computed anew soon after.
      ...(isCounted && { sold_since: 0, on_hand: counted }),
      ...stamp,
    });
    if (isCounted) await repository.noteStockLocations(ctx.tx, [row.location_id]);
    const words = { before: inWords(changed.before), after: inWords(changed.after) };
    await record(ctx, 'stock.updated', id, words);
    return { id, updated_at: stamp.updated_at };
  });
}

/** @throws ApiError 404 out of scope. */
export function deleteStock(ctx: Authorized<'registers.manage'>, id: string): Promise<void> {
  return change(ctx, {}, async (ctx) => {
    const { counted, counted_at, reorder_point } = await lockStock(ctx, id);
    await record(ctx, 'stock.deleted', id, { before: inWords({ counted, counted_at, reorder_point }) });
    await repository.deleteStock(ctx.tx, id);
  });
}

/** Until the transaction ends. Rows change only with their location locked. */
export async function lockStockRow({ tx }: InTransaction, id: string): Promise<void> {
  const location_id = await repository.findLocationOf(tx, id);
  if (location_id !== null) await lockLocations(tx, [location_id]);
}

async function lockStock(ctx: InTransaction<Authorized>, id: string) {
  await lockStockRow(ctx, id);
  const [seen] = await repository.listFacts(ctx.tx, scopeOf(ctx), [id]);
  return seen ?? notFound();
}

async function record(
  ctx: InTransaction,
  action: 'stock.created' | 'stock.updated' | 'stock.deleted',
  id: string,
  details: Record<string, unknown>,
): Promise<void> {
  const [row] = await repository.listFacts(ctx.tx, { all: true }, [id]);
  if (!row) return;
  const subject = { type: 'stock' as const, id, name: repository.nameOf(row) };
  audit(ctx, { action, subject, details, location_ids: [row.location_id] });
}

function inWords({ counted, counted_at, reorder_point }: StockChanges) {
  return {
    ...(counted !== undefined && { on_hand: formatUnits(counted) }),
    ...(counted_at !== undefined && { counted_at }),
    ...(reorder_point !== undefined && {
      reorder_point: reorder_point === null ? null : formatUnits(reorder_point),
    }),
  };
}

/**
 * Of a feed, which names the whole truth about a product at a location. No audit entries, as for the figures of a feed.
 * False for a count that is older than the known one. Call it with the locations locked.
 */
export async function takeFedStock(ctx: InTransaction, rows: readonly StockInput[]): Promise<boolean[]> {
  const { tx } = ctx;
  const known = new Map(
    (await repository.listByKeys(tx, { all: true }, rows)).map((row) => [repository.keyOf(row), row]),
  );
  const taken: boolean[] = [];
  for (const { location_id, code, ...values } of rows) {
    const key = repository.keyOf({ location_id, code });
    const before = known.get(key);
    const { counted, counted_at } = values;
    const isOlder = before?.counted_at != null && counted_at !== null && counted_at < before.counted_at;
    taken.push(!isOlder);
    if (isOlder) continue;
    const changes = { ...values, sold_since: 0, on_hand: counted };
    if (before) {
      await repository.updateStock(tx, before.id, { ...changes, ...updateStamp(ctx, before) });
      continue;
    }
    const made = { location_id, code, ...changes, id: randomUUID(), ...createStamp(ctx, null) };
    await repository.insertStock(tx, made);
    known.set(key, made);
  }
  const location_ids = rows.map(({ location_id }) => location_id);
  await repository.noteStockLocations(tx, location_ids);
  return taken;
}

export function findStockName(app: App, id: string): Promise<string> {
  return repository.findName(app.database.read, id);
}

function notFound(): never {
  throw new ApiError('not_found', 'This product is not in stock at one of your locations.');
}
