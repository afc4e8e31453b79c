import type { FileOutcome, RegisterReceipt } from '../../../../contract/registers.ts';
import { type Scope, scopeOf } from '../../../kernel/access.ts';
import { yieldToReaders, yieldToRequests } from '../../../kernel/background.ts';
import { type Context, type InTransaction, now } from '../../../kernel/context.ts';
import type { RegisterFilesTable } from '../../../kernel/database/schema.ts';
import { transaction } from '../../../kernel/transaction.ts';
import type { Spool } from '../../../platform/spool.ts';
import * as connections from '../connections/registers.repository.ts';
import { findLocationName } from '../figures/choices.repository.ts';
import { isCountedPeriod } from '../figures/choose-reports.pure.ts';
import { computeDays, computeStaleDays } from '../figures/compute-days.service.ts';
import { lockLocations } from '../figures/records.repository.ts';
import { keepDocument, type StoredFile } from './keep-document.service.ts';
import { type PreparedFile, prepareFile } from './prepare.pure.ts';
import * as repository from './register-files.repository.ts';
import { type NumberedLocation, type Route, routeByNumber, routeToOne } from './route-file.pure.ts';
import { unpack } from './unpack.pure.ts';

/** Of one transaction, for which others wait. */
export const filesAtOnce = 50;
export const bytesAtOnce = 4_000_000;

/** Null for files that are added by hand. */
export type Sender = { register_id: string } | null;

type Outcome = RegisterReceipt['files'][number];

/** Each file is accepted or refused by itself. Repeating a request changes nothing. */
export async function receiveFiles(
  ctx: Context,
  sender: Sender,
  name: string,
  arrived: Spool,
): Promise<RegisterReceipt> {
  const files: Outcome[] = [];
  let batch: PreparedFile[] = [];
  let size = 0;
  const store = async () => {
    if (batch.length > 0) files.push(...(await storeFiles(ctx, sender, batch)));
    batch = [];
    size = 0;
  };
  for await (const file of unpack(name, arrived)) {
    const prepared = await prepareFile(file, yieldToRequests);
    batch.push(prepared);
    size += prepared.bytes;
    if (batch.length >= filesAtOnce || size >= bytesAtOnce) await store();
    await yieldToRequests();
  }
  await store();
  await computeStaleDays(ctx);
  return { files };
}

function storeFiles(ctx: Context, sender: Sender, batch: readonly PreparedFile[]): Promise<Outcome[]> {
  return transaction(ctx, async (ctx) => {
    const routeOf = await readRoutes(ctx, sender);
    const routes = batch.map((file) => routeOf(numberOf(file)));
    await lockLocations(
      ctx.tx,
      routes.flatMap((route) => ('location_id' in route ? route.location_id : [])),
    );
    const { known, stored } = await insertNew(ctx, sender, batch, routes);
    await yieldToReaders();
    await keepAndCompute(ctx, stored);
    return batch.map(({ name, sha256 }, index) => {
      const row = known.get(sha256);
      const isFirst = batch.findIndex((file) => file.sha256 === sha256) === index;
      const own = isFirst && stored.find((one) => one.row.sha256 === sha256);
      if (own) return { name, outcome: own.row.outcome, reason: own.row.reason };
      const isFinal = row === undefined || row.outcome === 'accepted' || row.outcome === 'replaced';
      const outcome: FileOutcome = isFinal ? 'duplicate' : row.outcome;
      return { name, outcome, reason: isFinal ? 'These bytes were received before' : row.reason };
    });
  });
}

/** Also days that files had a part in before. */
export async function keepAndCompute(
  ctx: InTransaction,
  stored: readonly StoredFile[],
  before: readonly { location_id: string; business_date: string }[] = [],
): Promise<void> {
  const touched = await keepDocument(ctx, stored);
  await yieldToReaders();
  for (const { location_id, business_date } of before)
    touched.set(location_id, (touched.get(location_id) ?? new Set()).add(business_date));
  for (const [location_id, dates] of touched) {
    const own = stored.find(({ row }) => row.location_id === location_id);
    const name = own ? own.location_name : await findLocationName(ctx.tx, location_id);
    await computeDays(ctx, { id: location_id, name }, [...dates]);
  }
  await yieldToReaders();
  // A report may have lost against one that is known already.
  const outcomes = await repository.listOutcomes(
    ctx.tx,
    stored.map(({ row }) => row.id),
  );
  for (const { row } of stored) Object.assign(row, outcomes.get(row.id));
}

type RouteOf = (number: string | null) => (Route & { name?: string }) | { waits: string };

/**
 * Read and locked once for many files. `scope` is that of who added them by hand. The first number of a key fixes its location for the
 * files after it.
 */
export async function readRoutes(
  ctx: InTransaction,
  sender: Sender,
  scope: Scope = scopeOf(ctx),
): Promise<RouteOf> {
  const { tx } = ctx;
  if (sender === null) return routesByHand(ctx, scope);
  const [register] = await connections.lockRegisters(tx, [sender.register_id]);
  const locations = await connections.listLocationsOf(tx, { all: true }, [sender.register_id]);
  const [only, ...others] = locations;
  if (!register || !only) return () => ({ waits: 'This connection has no location' });
  const { id: register_id } = register;
  if (others.length === 0) {
    let { store_number } = register;
    return (number) => {
      const route = routeToOne({ register_id, location: only, store_number }, number);
      if ('location_id' in route) store_number ??= route.store_number ?? null;
      return { ...route, name: only.name };
    };
  }
  const open = locations.filter(({ closed_on }) => closed_on === null);
  return (number) => withRegister(routeByNumber(open, number), () => register_id);
}

async function routesByHand(ctx: InTransaction, scope: Scope): Promise<RouteOf> {
  const { tx } = ctx;
  const locations = await connections.listNumberedLocations(tx, scope);
  const at = await connections.listConnectionsAt(
    tx,
    locations.map(({ location_id }) => location_id),
  );
  const first = new Map<string, string>();
  for (const { location_id, register_id } of at) {
    if (!first.has(location_id)) first.set(location_id, register_id);
  }
  await connections.lockRegisters(tx, [...new Set(first.values())]);
  return (number) => withRegister(routeByNumber(locations, number), (id) => first.get(id) ?? null);
}

function withRegister(
  found: NumberedLocation | { waits: string },
  registerOf: (location_id: string) => string | null,
): ReturnType<RouteOf> {
  if ('waits' in found) return found;
  const register_id = registerOf(found.location_id);
  if (register_id === null) return { waits: `No register is connected at ${found.name}` };
  return { location_id: found.location_id, register_id, name: found.name };
}

export function numberOf({ reading }: Pick<PreparedFile, 'reading'>): string | null {
  return 'document' in reading ? reading.document.store_number : null;
}

async function insertNew(
  ctx: InTransaction,
  sender: Sender,
  batch: readonly PreparedFile[],
  routes: readonly ReturnType<RouteOf>[],
) {
  const { tx } = ctx;
  const from = sender?.register_id ?? 'hand';
  const hashes = batch.map(({ sha256 }) => sha256);
  const before = await repository.listKnown(tx, from, hashes);
  const known = new Map(before.map((row) => [row.sha256, row]));
  const seen = new Set<string>();
  const stored: StoredFile[] = [];
  const added: StoredFile[] = [];
  for (const [index, file] of batch.entries()) {
    const route = routes[index];
    if (!route || seen.has(file.sha256)) continue;
    seen.add(file.sha256);
    const former = known.get(file.sha256);
    if (!former) {
      added.push(storedOf(ctx, { sender, from, file, route }));
    } else if (former.outcome === 'waiting' && 'location_id' in route) {
      // Its number fits now, or for who sent it this time.
      const again = storedOf(ctx, { sender, from, file: { ...file, id: former.id }, route });
      await repository.updateFile(tx, former.id, again.row);
      stored.push(again);
    }
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

interface New {
  sender: Sender;
  from: string;
  file: PreparedFile;
  route: ReturnType<RouteOf>;
}

function storedOf(ctx: Context, { sender, from, file, route }: New): StoredFile {
  const { id, name, sha256, bytes, content, reading } = file;
  const isRouted = 'location_id' in route;
  const row: RegisterFilesTable = {
    ...{ id, sender: from, name, sha256, bytes, content },
    received_at: now(ctx),
    register_id: isRouted ? route.register_id : (sender?.register_id ?? null),
    location_id: isRouted ? route.location_id : null,
    added_by: sender ? null : ctx.actor.user_id,
    added_by_name: sender ? null : ctx.actor.name,
    ...outcomeOf(reading, route),
  };
  return {
    row,
    document: 'document' in reading && isRouted && row.outcome === 'accepted' ? reading.document : null,
    location_name: isRouted ? (route.name ?? '') : '',
  };
}

type Described = Pick<
  RegisterFilesTable,
  'outcome' | 'reason' | 'document' | 'store_number' | 'business_date'
>;

export function outcomeOf(reading: PreparedFile['reading'], route: ReturnType<RouteOf>): Described {
  if ('refusal' in reading) {
    const unknown = { document: null, store_number: null, business_date: null };
    return { outcome: 'refused', reason: reading.refusal, ...unknown };
  }
  const { document, is_understood, store_number, reports, events, uncountable } = reading.document;
  const dates = new Set([...reports.map(({ business_date }) => business_date), ...events.dates]);
  const [only] = dates;
  const described = { document, store_number, business_date: dates.size === 1 ? (only ?? null) : null };
  if (!is_understood) {
    return { outcome: 'not_understood', reason: `${document} is kept, but not read`, ...described };
  }
  if ('waits' in route) return { outcome: 'waiting', reason: route.waits, ...described };
  const other = reports.find(({ period }) => !isCountedPeriod(period));
  const reason =
    uncountable > 0
      ? `${uncountable} ${uncountable === 1 ? 'event has' : 'events have'} no business date and cannot be counted`
      : other
        ? `A report of period ${other.period} is kept, but not counted`
        : null;
  return { outcome: 'accepted', reason, ...described };
}
