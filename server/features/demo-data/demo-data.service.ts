import { setTimeout as sleep } from 'node:timers/promises';
import type { Requirement } from '../../../contract/access/permissions.ts';
import type { ProblemCode } from '../../../contract/http/errors.ts';
import { type Authorized, systemContext } from '../../kernel/access.ts';
import { change } from '../../kernel/change.ts';
import type { App, InTransaction } from '../../kernel/context.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { createLocation, listLocationRefs } from '../locations/locations.service.ts';
import { allRoles } from '../roles/roles.service.ts';
import { replaceUserRoles } from '../users/assign/assignments.service.ts';
import { createUser, findUser } from '../users/users.service.ts';
import { addDemoRegisters } from './demo-registers.service.ts';
import { type DemoLocation, demoLocation } from './locations.pure.ts';
import { randomFor } from './random.pure.ts';
import { momentOf, type Span } from './timeline.pure.ts';
import { type DemoUser, demoUser } from './users.pure.ts';

/** Half a second: a running server waits five for its turn. */
const rowsPerTransaction = 500;
/** A running server retries its own transaction in steps of up to 25 ms. */
const pauseMs = 15;
const minuteMs = 60_000;

export interface Amount {
  locations: number;
  users: number;
  /** The first locations, whose registers send files. */
  registers: number;
  seed: number;
}

export interface Outcome {
  added: number;
  /** They are not changed. */
  known: number;
  /** Their email is taken. */
  taken: number;
  /** An id is used once, so deleted rows stay deleted. */
  deleted: number;
}

type Report = (what: 'locations' | 'users' | 'registers', done: number, of: number) => void;

/**
 * Through the use cases of the screens. The same numbers and seed give the same rows on every database. A second run
 * adds nothing, and completes one that was interrupted.
 */
export async function addDemoData(app: App, amount: Amount, report: Report) {
  const { seed } = amount;
  const deletedLocations = new Set<string>();
  const locationSpan: Span = { days: 480, skipDays: 240, count: amount.locations };
  const locations = await inBatches(app, amount.locations, {
    prepare: (ctx, indexes) => knownLocations(ctx, seed, indexes),
    async add(ctx, index, known) {
      const location = demoLocation(seed, index);
      if (known.has(location.id)) return 'known';
      const outcome = await addLocation(ctx, location, momentFor(seed, 'store', index, locationSpan));
      if (outcome === 'deleted') deletedLocations.add(location.id);
      return outcome;
    },
    report: (done) => report('locations', done, amount.locations),
  });
  const userSpan: Span = { days: 240, skipDays: 0, count: amount.users };
  const userOf = (index: number) => {
    const { profile, roles } = demoUser(seed, index, amount.locations);
    const location_ids = profile.location_ids.filter((id) => !deletedLocations.has(id));
    return { profile: { ...profile, location_ids }, roles };
  };
  const momentOfUser = (index: number) => momentFor(seed, 'person', index, userSpan);
  const users = await inBatches(app, amount.users, {
    prepare: roleIdsByName,
    add: (ctx, index) => addUser(ctx, userOf(index), momentOfUser(index)),
    complete: (ctx, index, roleIds) => giveRoles(ctx, userOf(index), roleIds, momentOfUser(index)),
    report: (done) => report('users', done, amount.users),
  });
  const registers = await addDemoRegisters(
    app,
    { seed, registers: Math.min(amount.registers, amount.locations) },
    (done) => report('registers', done, amount.registers),
  );
  return { locations, users, registers };
}

interface Work<T> {
  prepare(ctx: Authorized, indexes: number[]): Promise<T>;
  add(ctx: InTransaction<Authorized>, index: number, prepared: T): Promise<keyof Outcome>;
  /** Runs for the added rows when all rows of the batch exist. */
  complete?(ctx: InTransaction<Authorized>, index: number, prepared: T): Promise<void>;
  report(done: number): void;
}

async function inBatches<T>(app: App, count: number, work: Work<T>): Promise<Outcome> {
  const outcome: Outcome = { added: 0, known: 0, taken: 0, deleted: 0 };
  let next = 0;
  let done = 0;
  // One transaction at a time: two that make administrators would wait for each other.
  while (next < count) {
    const start = next;
    next = Math.min(count, start + rowsPerTransaction);
    const indexes = Array.from({ length: next - start }, (_, offset) => start + offset);
    const results = await change(systemContext(app, 'Demo data'), {}, (ctx) => addBatch(ctx, indexes, work));
    for (const result of results) outcome[result]++;
    done += results.length;
    work.report(done);
    await sleep(pauseMs);
  }
  return outcome;
}

async function addBatch<T>(ctx: InTransaction<Authorized>, indexes: number[], work: Work<T>) {
  const prepared = await work.prepare(ctx, indexes);
  const results: (keyof Outcome)[] = [];
  for (const index of indexes) results.push(await work.add(ctx, index, prepared));
  for (const [at, index] of indexes.entries()) {
    if (results[at] === 'added') await work.complete?.(ctx, index, prepared);
  }
  return results;
}

async function knownLocations(ctx: Authorized, seed: number, indexes: number[]): Promise<Set<string>> {
  const ids = indexes.map((index) => demoLocation(seed, index).id);
  return new Set((await listLocationRefs(ctx, ids)).map((location) => location.id));
}

async function roleIdsByName(ctx: Authorized): Promise<Map<string, string>> {
  return new Map((await allRoles(ctx)).map((role) => [role.name, role.id]));
}

function addLocation(
  ctx: InTransaction<Authorized>,
  location: DemoLocation,
  at: Date,
): Promise<keyof Outcome> {
  return refusedAs({ number_taken: 'taken', conflict: 'deleted' }, () =>
    createLocation(atTime(ctx, at), location),
  );
}

async function addUser(
  ctx: InTransaction<Authorized>,
  { profile }: DemoUser,
  at: Date,
): Promise<keyof Outcome> {
  if (await findUser(atTime(ctx, at), profile.id)) return 'known';
  return refusedAs({ email_taken: 'taken', number_taken: 'taken', conflict: 'deleted' }, () =>
    createUser(atTime(ctx, at), profile),
  );
}

/** A refusal comes before anything is written, so the transaction can continue. */
async function refusedAs(
  meanings: Partial<Record<ProblemCode, keyof Outcome>>,
  create: () => Promise<unknown>,
): Promise<keyof Outcome> {
  try {
    await create();
    return 'added';
  } catch (error) {
    const meaning = error instanceof ApiError ? meanings[error.code] : undefined;
    if (!meaning) throw error;
    return meaning;
  }
}

/** After all creates: changing roles locks the administrators, for which other transactions wait. */
async function giveRoles(
  ctx: InTransaction<Authorized>,
  { profile, roles }: DemoUser,
  roleIds: Map<string, string>,
  createdAt: Date,
) {
  // A role that was renamed or deleted is left out.
  const ids = roles.flatMap((name) => roleIds.get(name) ?? []);
  const soonAfter = new Date(createdAt.getTime() + minuteMs);
  if (ids.length > 0) await replaceUserRoles(atTime(ctx, soonAfter), profile.id, ids, null);
}

function momentFor(seed: number, what: string, index: number, span: Span): Date {
  return momentOf(index, randomFor(`${seed} ${what} ${index} moment`).next(), span);
}

function atTime<R extends Requirement>(
  ctx: InTransaction<Authorized>,
  at: Date,
): Authorized<R> & InTransaction {
  return { ...systemContext<R>({ ...ctx.app, now: () => at }, 'Demo data'), tx: ctx.tx };
}
