import type { FileOutcome, RegisterReceipt } from '../../../../contract/registers.ts';
import type { Authorized } from '../../../kernel/access.ts';
import { change } from '../../../kernel/change.ts';
import { recordFigures } from '../../../kernel/changes/record-change.ts';
import { type InTransaction, now } from '../../../kernel/context.ts';
import type { RegisterFilesTable } from '../../../kernel/database/schema.ts';
import type { Spool } from '../../../platform/spool.ts';
import { orderedId } from '../../../platform/uuid.ts';
import { boundsAt, whyDayWaits } from '../figures/days.pure.ts';
import { deleteRecordsOf, listDaysOf, lockLocations } from '../figures/records.repository.ts';
import { workOnTasks } from '../figures/tasks.service.ts';
import { createCapacity, refuseTooMuch } from './capacity.service.ts';
import { addDays, keepFiles, type StoredFile } from './keep-files.service.ts';
import type { PreparedFile, ReadDocument, Reading } from './prepare.pure.ts';
import { readFiles } from './read-files.service.ts';
import * as repository from './register-files.repository.ts';
import {
  byHand,
  type KeyHolder,
  locationsOf,
  type Route,
  readRoutes,
  requireWorkingKey,
  type Sender,
} from './routes.service.ts';

type Outcome = RegisterReceipt['files'][number];

/** Each file is accepted or refused by itself. Repeating a request changes nothing. */
export async function receiveFiles(
  ctx: Authorized,
  from: KeyHolder | typeof byHand,
  name: string,
  arrived: Spool,
): Promise<RegisterReceipt> {
  const files: (Outcome & { id: string | null })[] = [];
  const touched = new Set<string>();
  for await (const batch of readFiles(ctx.app, name, arrived)) {
    await refuseTooMuch(ctx, from === byHand ? byHand : from.id, batch);
    const { outcomes, location_ids } = await storeFiles(ctx, from, batch);
    files.push(...outcomes);
    for (const id of location_ids) touched.add(id);
  }
  await workOnTasks(ctx, [...touched]);
  // A report may have lost against one that is known already.
  const ids = files.flatMap(({ id }) => id ?? []);
  const last = await repository.listOutcomes(ctx.app.database.read, ids);
  return {
    files: files.map(({ id, ...file }) => ({ ...file, ...(id !== null && last.get(id)) })),
  };
}

/** In one short transaction: what follows from them is left as tasks. */
function storeFiles(ctx: Authorized, from: KeyHolder | typeof byHand, batch: readonly PreparedFile[]) {
  return change(ctx, {}, async (ctx) => {
    if (from !== byHand) await requireWorkingKey(ctx, from);
    const sender: Sender = from === byHand ? byHand : from.id;
    const routeOf = await readRoutes(ctx, sender);
    const files = batch.map((file) => ({ ...file, route: routeOf(numberOf(file.reading)) }));
    const location_ids = locationsOf(files);
    await lockLocations(ctx.tx, location_ids);
    const { known, stored } = await storeNew(ctx, sender, files);
    await keepFiles(ctx, [...stored.values()]);
    for (const id of location_ids) recordFigures(ctx, id);
    const outcomes = files.map(({ name, sha256 }) => {
      const own = stored.get(sha256)?.row;
      // Of the same bytes in one batch the first ones are stored.
      if (own && stored.delete(sha256)) return { id: own.id, name, outcome: own.outcome, reason: own.reason };
      const row = known.get(sha256);
      const isFinal = row === undefined || row.outcome === 'accepted' || row.outcome === 'replaced';
      const outcome: FileOutcome = isFinal ? 'duplicate' : row.outcome;
      return { id: null, name, outcome, reason: isFinal ? 'These bytes were received before' : row.reason };
    });
    return { outcomes, location_ids };
  });
}

export function numberOf(reading: Reading): string | null {
  return 'document' in reading ? reading.document.store_number : null;
}

/** By their hashes: what was known of them before, and what is stored now. */
async function storeNew(
  ctx: InTransaction,
  sender: Sender,
  files: readonly (PreparedFile & { route: Route })[],
) {
  const { tx } = ctx;
  const hashes = files.map(({ sha256 }) => sha256);
  const known = await repository.listKnown(tx, sender, hashes);
  const stored = new Map<string, StoredFile>();
  const added: RegisterFilesTable[] = [];
  const outcomeOf = createOutcomes(ctx);
  const { user_id, name } = ctx.actor;
  const by =
    sender === byHand ? { added_by: user_id, added_by_name: name } : { added_by: null, added_by_name: null };
  const head = { sender, received_at: now(ctx), ...by };
  for (const { reading, route, ...file } of files) {
    const former = known.get(file.sha256);
    if (stored.has(file.sha256) || (former && !former.withdrawn_by && !isFound(former, route))) continue;
    const { row: found, document } = await outcomeOf(reading, route, sender);
    const row = { id: former?.id ?? orderedId(new Date().toISOString()), ...head, ...file, ...found };
    stored.set(file.sha256, { row, document });
    if (former) await takeAgain(ctx, former.id, row);
    else added.push(row);
  }
  // Another process may have inserted the same bytes meanwhile.
  const inserted = await repository.insertFiles(tx, added);
  const lost = added.filter(({ id }) => !inserted.has(id)).map(({ sha256 }) => sha256);
  for (const sha256 of lost) stored.delete(sha256);
  if (lost.length === 0) return { known, stored };
  return { known: new Map([...known, ...(await repository.listKnown(tx, sender, lost))]), stored };
}

/** Of a withdrawn file nothing that it said before stays. */
async function takeAgain(ctx: InTransaction, id: string, row: RegisterFilesTable): Promise<void> {
  await addDays(ctx, await listDaysOf(ctx.tx, [id]));
  await deleteRecordsOf(ctx.tx, [id]);
  await repository.updateFile(ctx.tx, id, row);
}

/** Its number fits now, or for who sent it this time. */
function isFound(former: { outcome: FileOutcome; location_id: string | null }, route: Route): boolean {
  return former.outcome === 'waiting' && former.location_id === null && 'location_id' in route;
}

type Described = Pick<
  RegisterFilesTable,
  'outcome' | 'reason' | 'document' | 'store_number' | 'business_date' | 'register_id' | 'location_id'
>;

/** What becomes of the files of a batch. `document` is what is kept of one, null when it does not count. */
export function createOutcomes(ctx: InTransaction) {
  const whyTooMuch = createCapacity(ctx);
  const bounds = boundsAt(ctx.app.now());
  return async (
    reading: Reading,
    route: Route,
    sender: Sender,
  ): Promise<{ row: Described; document: ReadDocument | null }> => {
    const isRouted = 'location_id' in route;
    const place = isRouted
      ? { register_id: route.register_id, location_id: route.location_id }
      : { register_id: sender === byHand ? null : sender, location_id: null };
    if ('refusal' in reading) {
      const unknown = { document: null, store_number: null, business_date: null };
      return { row: { outcome: 'refused', reason: reading.refusal, ...unknown, ...place }, document: null };
    }
    const { document, is_understood, store_number, dates } = reading.document;
    const business_date = dates.length === 1 ? (dates[0] ?? null) : null;
    const described = { document, store_number, business_date, ...place };
    const uncounted = (outcome: Described['outcome'], reason: string) => ({
      row: { outcome, reason, ...described },
      document: null,
    });
    if (!is_understood) return uncounted('not_understood', `${document} is kept, but not read`);
    if (!isRouted) return uncounted('waiting', route.waits);
    const full = await whyTooMuch(route, reading.document);
    if (full !== null) return uncounted('refused', full);
    const waits = dates.map((date) => whyDayWaits(date, route, bounds)).filter((why) => why !== null);
    const outcome = waits.length > 0 && waits.length === dates.length ? 'waiting' : 'accepted';
    const reason = waits[0] ?? whatIsOdd(reading.document);
    return { row: { outcome, reason, ...described }, document: reading.document };
  };
}

function whatIsOdd({ uncountable, other_period }: ReadDocument): string | null {
  if (uncountable > 0)
    return `${uncountable} ${uncountable === 1 ? 'event has' : 'events have'} no business date and cannot be counted`;
  return other_period === null ? null : `A report of period ${other_period} is kept, but not counted`;
}
