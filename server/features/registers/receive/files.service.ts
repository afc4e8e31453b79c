import type { RegisterFile } from '../../../../contract/registers.ts';
import { type Authorized, type Scope, scopeOf, systemContext } from '../../../kernel/access.ts';
import { yieldToRequests } from '../../../kernel/background.ts';
import { type App, type Context, type InTransaction, reader } from '../../../kernel/context.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { decodePosition, encodePosition, readPage } from '../../../kernel/keyset.ts';
import { transaction } from '../../../kernel/transaction.ts';
import type { Spool } from '../../../platform/spool.ts';
import { findLocationName } from '../figures/choices.repository.ts';
import { computeDays, computeStaleDays } from '../figures/compute-days.service.ts';
import { deleteRecordsOf, lockLocations } from '../figures/records.repository.ts';
import { readContent } from './prepare.pure.ts';
import { keepAndCompute, outcomeOf, readRoutes, receiveFiles } from './receive.service.ts';
import * as repository from './register-files.repository.ts';

const retentionDays = 90;
const dayMs = 86_400_000;
const waitingAtOnce = 200;

interface FileQuery extends Omit<repository.FileFilter, 'id'> {
  limit: number;
  after?: string | undefined;
}

export async function listFiles(ctx: Authorized<'registers.read'>, { limit, after, ...filter }: FileQuery) {
  const position = decodePosition(after);
  const { rows, last } = await readPage(limit, (limit) =>
    repository.listFiles(reader(ctx), scopeOf(ctx), filter, position, limit),
  );
  return {
    files: rows.map((row) => presentFile(ctx, row)),
    next: last && encodePosition({ created_at: last.received_at, id: last.id }),
  };
}

export function addFileByHand(ctx: Authorized<'registers.manage'>, name: string, arrived: Spool) {
  return receiveFiles(ctx, null, name, arrived);
}

/** With the key of a connection, as a program of this name. */
export function receiveWithKey(
  app: App,
  register: { id: string; name: string },
  name: string,
  arrived: Spool,
) {
  return receiveFiles(registerContext(app, register.name), { register_id: register.id }, name, arrived);
}

function registerContext(app: App, name: string): Context {
  return systemContext(app, name, { id: 'register', ip: '', user_agent: '', via: 'register' });
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
  await readAgain(ctx, id);
  await computeStaleDays(ctx);
  return presentFile(ctx, await find());
}

/** Its former part in the figures is taken away in the same transaction. Its place in the order of arrival stays. */
async function readAgain(ctx: Context, id: string): Promise<void> {
  const file = await repository.findFile(reader(ctx), id);
  if (!file || file.content === null) return;
  const reading = await readContent(file.content, yieldToRequests);
  await transaction(ctx, async (ctx) => {
    const { tx } = ctx;
    const sender = file.sender === 'hand' ? null : { register_id: file.sender };
    const routeOf = await readRoutes(ctx, sender, await scopeOfAdder(ctx, file));
    const route = routeOf('document' in reading ? reading.document.store_number : null);
    const isRouted = 'location_id' in route;
    await lockLocations(tx, [
      ...(file.location_id ? [file.location_id] : []),
      ...(isRouted ? [route.location_id] : []),
    ]);
    const before = await deleteRecordsOf(tx, id);
    const changes = {
      ...outcomeOf(reading, route),
      location_id: isRouted ? route.location_id : null,
      register_id: isRouted ? route.register_id : (sender?.register_id ?? null),
    };
    await repository.updateFile(tx, id, changes);
    const row = { ...file, ...changes };
    const document =
      'document' in reading && isRouted && row.outcome === 'accepted' ? reading.document : null;
    await keepAndCompute(ctx, [{ row, document, location_name: isRouted ? (route.name ?? '') : '' }]);
    for (const [location_id, days] of Map.groupBy(before, (day) => day.location_id)) {
      const location = { id: location_id, name: await findLocationName(tx, location_id) };
      await computeDays(ctx, location, [...new Set(days.map((day) => day.business_date))]);
    }
  });
}

/** Files whose number fits now. For the background; a user's act does it at once for the files that it may fit. */
export async function readWaiting(app: App): Promise<void> {
  const ctx = registerContext(app, 'Register files');
  for (const id of await repository.listWaiting(app.database.read, waitingAtOnce)) {
    if (await fitsNow(ctx, id)) await readAgain(ctx, id);
  }
  await computeStaleDays(ctx);
}

async function fitsNow(ctx: Context, id: string): Promise<boolean> {
  const file = await repository.findFile(reader(ctx), id);
  if (!file) return false;
  return transaction(ctx, async (ctx) => {
    const sender = file.sender === 'hand' ? null : { register_id: file.sender };
    return 'location_id' in (await readRoutes(ctx, sender, await scopeOfAdder(ctx, file)))(file.store_number);
  });
}

/** A file goes to no location that who added it does not see. Without that user, or with a key, to any. */
async function scopeOfAdder(ctx: InTransaction, { added_by }: { added_by: string | null }): Promise<Scope> {
  if (added_by === null) return { all: true };
  const adder = await ctx.app.findActor(ctx.tx, added_by);
  return adder?.permissions.includes('locations.all') ? { all: true } : { all: false, user_id: added_by };
}

/** All kept files in the order of their arrival, after a better reading. */
export async function readAllAgain(app: App, report: (done: number) => void): Promise<number> {
  const ctx = registerContext(app, 'Register files');
  let done = 0;
  for (let after = null as repository.FilePosition | null; ; ) {
    const page = await repository.listFilesAfter(app.database.read, after, waitingAtOnce);
    for (const { id } of page) {
      await readAgain(ctx, id);
      done += 1;
    }
    report(done);
    after = page.at(-1) ?? null;
    if (!after) break;
  }
  await computeStaleDays(ctx);
  return done;
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
    has_content,
    ...file
  } = row;
  const mayManage = ctx.actor.permissions.has('registers.manage');
  return {
    ...file,
    register: register_id === null ? null : { id: register_id, name: register_name ?? '' },
    location: location_id === null ? null : { id: location_id, name: location_name ?? '' },
    added_by: added_by === null ? null : added_by_name,
    can_read_again: has_content && mayManage,
  };
}

function notFound(): never {
  throw new ApiError('not_found', 'This file does not exist, or is outside your locations.');
}
