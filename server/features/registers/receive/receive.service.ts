import { randomBytes } from 'node:crypto';
import type { FileOutcome, RegisterReceipt } from '../../../../contract/registers.ts';
import type { Authorized } from '../../../kernel/access.ts';
import { change } from '../../../kernel/change.ts';
import { recordFigures } from '../../../kernel/changes/record-change.ts';
import { type InTransaction, now } from '../../../kernel/context.ts';
import type { RegisterFilesTable } from '../../../kernel/database/schema.ts';
import type { Spool } from '../../../platform/spool.ts';
import { uuidFrom } from '../../../platform/uuid.ts';
import { boundsAt, whyDayWaits } from '../figures/day-bounds.pure.ts';
import { lockLocations } from '../figures/records.repository.ts';
import { workOnTasks } from '../figures/tasks.service.ts';
import { createCapacity } from './capacity.service.ts';
import { keepFiles, type StoredFile } from './keep-files.service.ts';
import type { PreparedFile, ReadDocument, Reading } from './prepare.pure.ts';
import { refuseTooMuch } from './quota.service.ts';
import { readFiles } from './read-files.service.ts';
import * as repository from './register-files.repository.ts';
import type { Route } from './route-file.pure.ts';
import { readRoutes, requireWorkingKey, type Sender } from './routes.service.ts';

type Outcome = RegisterReceipt['files'][number];

/** Each file is accepted or refused by itself. Repeating a request changes nothing. */
export async function receiveFiles(
  ctx: Authorized,
  sender: Sender,
  name: string,
  arrived: Spool,
): Promise<RegisterReceipt> {
  const files: (Outcome & { id: string | null })[] = [];
  const touched = new Set<string>();
  for await (const batch of readFiles(ctx.app, name, arrived)) {
    await refuseTooMuch(ctx, sender, batch);
    const { outcomes, location_ids } = await storeFiles(ctx, sender, batch);
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
function storeFiles(ctx: Authorized, sender: Sender, batch: readonly PreparedFile[]) {
  return change(ctx, {}, async (ctx) => {
    await requireWorkingKey(ctx, sender);
    const routeOf = await readRoutes(ctx, sender);
    const routes = batch.map(({ reading }) => routeOf(numberOf(reading)));
    const location_ids = [
      ...new Set(routes.flatMap((route) => ('location_id' in route ? route.location_id : []))),
    ];
    await lockLocations(ctx.tx, location_ids);
    const { known, stored } = await insertNew(ctx, sender, batch, routes);
    await keepFiles(ctx, stored);
    for (const id of location_ids) recordFigures(ctx, id);
    const outcomes = batch.map(({ name, sha256 }, index) => {
      const row = known.get(sha256);
      const isFirst = batch.findIndex((file) => file.sha256 === sha256) === index;
      const own = isFirst && stored.find((one) => one.row.sha256 === sha256);
      if (own) return { id: own.row.id, name, outcome: own.row.outcome, reason: own.row.reason };
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

async function insertNew(
  ctx: InTransaction,
  sender: Sender,
  batch: readonly PreparedFile[],
  routes: readonly Route[],
) {
  const { tx } = ctx;
  const from = sender?.register_id ?? 'hand';
  const hashes = batch.map(({ sha256 }) => sha256);
  const known = new Map((await repository.listKnown(tx, from, hashes)).map((row) => [row.sha256, row]));
  const seen = new Set<string>();
  const stored: StoredFile[] = [];
  const added: StoredFile[] = [];
  const rowOf = createRows(ctx, sender);
  for (const [index, file] of batch.entries()) {
    const route = routes[index];
    const former = known.get(file.sha256);
    if (!route || seen.has(file.sha256) || (former && !isFound(former, route))) continue;
    seen.add(file.sha256);
    const one = await rowOf(file, route, former?.id ?? orderedId());
    if (former) await repository.updateFile(tx, former.id, one.row);
    (former ? stored : added).push(one);
  }
  const inserted = await repository.insertFiles(
    tx,
    added.map(({ row }) => row),
  );
  stored.push(...added.filter(({ row }) => inserted.has(row.id)));
  const lost = added.filter(({ row }) => !inserted.has(row.id)).map(({ row }) => row.sha256);
  for (const row of lost.length > 0 ? await repository.listKnown(tx, from, lost) : [])
    known.set(row.sha256, row);
  return { known, stored };
}

/** Its number fits now, or for who sent it this time. */
function isFound(former: { outcome: FileOutcome; location_id: string | null }, route: Route): boolean {
  return former.outcome === 'waiting' && former.location_id === null && 'location_id' in route;
}

function createRows(ctx: InTransaction, sender: Sender) {
  const outcomeOf = createOutcomes(ctx);
  const head = {
    sender: sender?.register_id ?? 'hand',
    received_at: now(ctx),
    added_by: sender ? null : ctx.actor.user_id,
    added_by_name: sender ? null : ctx.actor.name,
  };
  return async (file: PreparedFile, route: Route, id: string): Promise<StoredFile> => {
    const { reading, ...described } = file;
    const { row, document } = await outcomeOf(reading, route);
    const register_id = row.register_id ?? sender?.register_id ?? null;
    return { row: { id, ...head, ...described, ...row, register_id }, document };
  };
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
  ): Promise<{ row: Described; document: ReadDocument | null }> => {
    const isRouted = 'location_id' in route;
    const place = {
      register_id: isRouted ? route.register_id : null,
      location_id: isRouted ? route.location_id : null,
    };
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

let made = 0;

/** Version 7 with a counter: files of one millisecond keep the order of their arrival. */
function orderedId(): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(Date.now(), 0, 6);
  made = (made + 1) % 0x1000;
  bytes.writeUInt16BE(made, 6);
  return uuidFrom(bytes, 7);
}
