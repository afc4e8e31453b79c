import type { Received } from '../../../../contract/http/endpoint.ts';
import type { listRegisterFiles, RegisterFile } from '../../../../contract/registers.ts';
import { type Authorized, scopeOf } from '../../../kernel/access.ts';
import { change } from '../../../kernel/change.ts';
import { type App, type Context, type InTransaction, now, reader } from '../../../kernel/context.ts';
import type { Transaction } from '../../../kernel/database/database.ts';
import type { RegisterFilesTable } from '../../../kernel/database/schema.ts';
import { decodeMoment, encodeMoment, type Moment, readPage } from '../../../kernel/paging.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import type { Spool } from '../../../platform/spool.ts';
import { compare } from '../figures/days.pure.ts';
import { deleteRecordsOf, listDaysOf, lockLocations } from '../figures/records.repository.ts';
import { addFedDays } from '../figures/tasks.repository.ts';
import { registerContext, workOnTasks } from '../figures/tasks.service.ts';
import { addDays, keepFiles, type StoredFile } from './keep-files.service.ts';
import type { Reading } from './prepare.pure.ts';
import { readContent } from './read-files.service.ts';
import { createOutcomes, numberOf, receiveFiles } from './receive.service.ts';
import * as repository from './register-files.repository.ts';
import {
  byHand,
  type KeyHolder,
  locationsOf,
  type Route,
  type RouteOf,
  readRoutes,
} from './routes.service.ts';

/** Of one transaction, for which others wait. */
const filesAtOnce = 50;
const bytesAtOnce = 4_000_000;
const retentionDays = 90;
const dayMs = 86_400_000;
const waitingAtOnce = 200;
const kindsAtOnce = 500;

export async function listFiles(
  ctx: Authorized<'registers.read'>,
  { limit, after, ...filter }: Received<typeof listRegisterFiles>['query'],
) {
  const position = decodeMoment('files', after);
  const { rows, last } = await readPage(limit, (limit) =>
    repository.listFiles(reader(ctx), scopeOf(ctx), filter, position, limit),
  );
  return {
    files: rows.map((row) => presentFile(ctx, row)),
    next: last && encodeMoment('files', { created_at: last.received_at, id: last.id }),
  };
}

export function addFileByHand(ctx: Authorized<'registers.manage'>, name: string, arrived: Spool) {
  return receiveFiles(ctx, byHand, name, arrived);
}

/** With the key of a connection, as a program of this name. */
export function receiveWithKey(app: App, register: KeyHolder, name: string, arrived: Spool) {
  return receiveFiles(registerContext(app, register.name), register, name, arrived);
}

/** @throws ApiError 404 out of scope, 409 for a file whose bytes are deleted. */
export async function readFileAgain(ctx: Authorized<'registers.manage'>, id: string): Promise<RegisterFile> {
  const find = async () => {
    const [row] = await repository.listFiles(reader(ctx), scopeOf(ctx), { id }, null, 1);
    return row ?? notFound();
  };
  const row = await find();
  if (!row.has_content)
    throw new ApiError('conflict', 'This file is no longer kept, so it cannot be read again.');
  await readAgain(ctx, [id]);
  return presentFile(ctx, await find());
}

type Read = { file: RegisterFilesTable; reading: Reading };

/** Their former part in the figures is taken away in the same transaction. Their place in the order of arrival stays. */
async function readAgain(
  ctx: Authorized,
  ids: readonly string[],
  note: (tx: Transaction) => Promise<void> = async () => {},
): Promise<void> {
  const read: Read[] = [];
  for (const id of ids) {
    const file = await repository.findFile(reader(ctx), id);
    if (file?.content) read.push({ file, reading: await readContent(ctx.app, file.name, file.content) });
  }
  const location_ids = await change(ctx, {}, async (ctx) => {
    const { tx } = ctx;
    const routed = await routeAgain(ctx, read);
    const former = routed.flatMap(({ file }) => file.location_id ?? []);
    const location_ids = [...former, ...locationsOf(routed)];
    await lockLocations(tx, location_ids);
    const files = read.map(({ file }) => file.id);
    await addDays(ctx, await listDaysOf(tx, files));
    await deleteRecordsOf(tx, files);
    const stored: StoredFile[] = [];
    const outcomeOf = createOutcomes(ctx);
    for (const { file, reading, route } of routed) {
      const { row, document } = await outcomeOf(reading, route, file.sender);
      await repository.updateFile(tx, file.id, row);
      stored.push({ row: { ...file, ...row }, document });
    }
    await keepFiles(ctx, stored);
    await note(tx);
    return location_ids;
  });
  await workOnTasks(ctx, location_ids);
}

type SentBy = Pick<RegisterFilesTable, 'sender' | 'added_by'>;

function whoOf({ sender, added_by }: SentBy): string {
  return `${sender} ${added_by}`;
}

/** In the order of the files. The connections are locked in the order of their ids. */
async function routeAgain(
  ctx: InTransaction<Authorized>,
  read: readonly Read[],
): Promise<(Read & { route: Route })[]> {
  const routes = new Map<string, RouteOf>();
  const first = new Map(read.map(({ file }) => [whoOf(file), file]));
  for (const [who, file] of [...first].sort(([a], [b]) => compare(a, b)))
    routes.set(who, await routesOf(ctx, file));
  return read.map(({ file, reading }) => {
    const route = routes.get(whoOf(file))?.(numberOf(reading)) ?? { waits: '' };
    return { file, reading, route };
  });
}

/** A file goes to no location that who added it does not see. Without that user, or with a key, to any. */
async function routesOf(ctx: InTransaction<Authorized>, { sender, added_by }: SentBy): Promise<RouteOf> {
  if (added_by === null) return readRoutes(ctx, sender, { all: true });
  const adder = await ctx.app.findActor(ctx.tx, added_by);
  const isAll = adder?.permissions.includes('locations.all');
  return readRoutes(ctx, sender, isAll ? { all: true } : { all: false, user_id: added_by, at: now(ctx) });
}

/**
 * Files whose number fits now, and days whose time has come. For the background; a user's act does it at once for the
 * files that it may fit.
 */
export async function readWaiting(app: App, isStopping: () => boolean = () => false): Promise<void> {
  const ctx = registerContext(app, 'Register files');
  const kinds = await repository.listWaitingKinds(app.database.read, kindsAtOnce);
  for (const some of Map.groupBy(kinds, whoOf).values()) {
    for (const kind of await listFitting(ctx, some)) {
      if (isStopping()) return;
      const ids = await repository.listWaiting(app.database.read, kind, waitingAtOnce);
      await app.faults.each(ids, {
        what: 'waiting register files',
        idOf: (id) => id,
        run: (id) => readAgain(ctx, [id]),
        // It waits no more.
        giveUp: (id) =>
          app.database.write((tx) =>
            repository.updateFile(tx, id, { outcome: 'refused', reason: unreadable }),
          ),
      });
    }
  }
  await workOnTasks(ctx, null, isStopping);
}

const unreadable = 'It could not be read. The log of the server says why.';

/** Of one sender, because a chain may have thousands of files that wait for good. */
function listFitting(ctx: Authorized, kinds: readonly repository.WaitingKind[]) {
  return change(ctx, {}, async (ctx) => {
    const [first] = kinds;
    if (!first) return [];
    const routeOf = await routesOf(ctx, first);
    return kinds.filter(({ store_number }) => 'location_id' in routeOf(store_number));
  });
}

/**
 * All stored files in the order of their arrival, after a better reading or an upgrade of one server after the other, and
 * the days of feeds that servers of both releases stored. A call that was killed goes on where it was,
 * unless this is another version. Returns how many were read, also by the calls before.
 */
export async function readAllAgain(app: App, report: (done: number) => void): Promise<number> {
  const ctx = registerContext(app, 'Register files');
  const { version } = app.config;
  const begun = await repository.findRereading(app.database.read, version);
  let done = begun?.done ?? 0;
  let after = begun && { created_at: begun.received_at, id: begun.file_id };
  if (begun) report(done);
  for (;;) {
    const some = await listSomeAfter(app, after);
    const last = some.at(-1);
    if (!last) break;
    done += some.length;
    const row = { id: 1, version, received_at: last.created_at, file_id: last.id, done };
    await readAgain(
      ctx,
      some.map(({ id }) => id),
      (tx) => repository.saveRereading(tx, row),
    );
    after = last;
    report(done);
  }
  // Such a server counts a day that both have stored twice.
  await app.database.write((tx) => addFedDays(tx));
  await workOnTasks(ctx, null);
  await app.database.write((tx) => repository.deleteRereading(tx));
  return done;
}

/** One at least. */
async function listSomeAfter(app: App, after: Moment | null) {
  const page = await repository.listFilesAfter(app.database.read, after, filesAtOnce);
  let bytes = 0;
  return page.filter((file, index) => {
    bytes += file.bytes;
    return index === 0 || bytes <= bytesAtOnce;
  });
}

/** The bytes are deleted; what they said stays. */
export async function purgeRegisterFiles(app: App): Promise<void> {
  const before = new Date(app.now().getTime() - retentionDays * dayMs).toISOString();
  await app.database.write((tx) => repository.dropContents(tx, before));
}

function presentFile(ctx: Context, row: repository.FileRow): RegisterFile {
  const {
    register_id,
    register_name,
    location_id,
    location_name,
    added_by,
    added_by_name,
    withdrawn_by,
    has_content,
    ...file
  } = row;
  const mayManage = ctx.actor.permissions.has('registers.manage');
  return {
    ...file,
    ...(withdrawn_by !== null && { outcome: 'withdrawn' as const, reason: `Withdrawn by ${withdrawn_by}` }),
    register: register_id === null ? null : { id: register_id, name: register_name ?? '' },
    location: location_id === null ? null : { id: location_id, name: location_name ?? '' },
    added_by: added_by === null ? null : added_by_name,
    can_read_again: has_content && mayManage && withdrawn_by === null,
  };
}

function notFound(): never {
  throw new ApiError('not_found', 'This file does not exist, or is outside your locations.');
}
