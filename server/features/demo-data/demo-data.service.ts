import { setTimeout as sleep } from 'node:timers/promises';
import { type Authorized, systemContext } from '../../kernel/access.ts';
import { change } from '../../kernel/change.ts';
import type { App, InTransaction } from '../../kernel/context.ts';
import { inParts } from '../../platform/database/query.ts';
import { createLocation, listLocationRefs } from '../locations/locations.service.ts';
import { allRoles } from '../roles/roles.service.ts';
import { replaceUserRoles } from '../users/assign/assignments.service.ts';
import { createUser, findUser } from '../users/users.service.ts';
import { atTime, refusedAs } from './demo-acts.service.ts';
import { addDemoCovers } from './demo-covers.service.ts';
import { demoActor } from './demo-data.repository.ts';
import { addDemoDistricts, giveDistrict } from './demo-districts.service.ts';
import { addDemoRegisters } from './demo-registers.service.ts';
import { districtOf } from './districts.pure.ts';
import { demoLocation } from './locations.pure.ts';
import { momentFor, type Span } from './random.pure.ts';
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
  /** Of their sales; the last two weeks without it. */
  days?: number;
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
  const districts = await addDemoDistricts(app, amount);
  const deletedLocations = new Set<string>();
  const locationSpan: Span = { days: 480, skipDays: 240, count: amount.locations };
  const locations = await inBatches(app, amount.locations, {
    async add(ctx, indexes) {
      const batch = indexes.map((index) => demoLocation(seed, index));
      const ids = batch.map(({ id }) => id);
      const known = new Set((await listLocationRefs(ctx, ids)).map(({ id }) => id));
      const results: (keyof Outcome)[] = [];
      for (const [at, location] of batch.entries()) {
        const index = (indexes[0] ?? 0) + at;
        const moment = momentFor(seed, 'store', index, locationSpan);
        const district = districts.get(districtOf(index));
        const result = known.has(location.id)
          ? 'known'
          : await refusedAs({ number_taken: 'taken', conflict: 'deleted' }, () =>
              createLocation(atTime(ctx, moment), { ...location, district_id: district?.id ?? null }),
            );
        if (result === 'deleted') deletedLocations.add(location.id);
        results.push(result);
      }
      return results;
    },
    report: (done) => report('locations', done, amount.locations),
  });
  const userSpan: Span = { days: 240, skipDays: 0, count: amount.users };
  const users = await inBatches(app, amount.users, {
    async add(ctx, indexes) {
      const roleIds = new Map((await allRoles(ctx)).map((role) => [role.name, role.id]));
      const results: (keyof Outcome)[] = [];
      const added: [DemoUser, Date][] = [];
      for (const index of indexes) {
        const user = demoUser(seed, index, amount.locations);
        const location_ids = user.profile.location_ids.filter((id) => !deletedLocations.has(id));
        const moment = momentFor(seed, 'person', index, userSpan);
        const result = await addUser(ctx, { ...user.profile, location_ids }, moment);
        if (result === 'added') added.push([user, moment]);
        results.push(result);
      }
      // After all creates: changing roles locks the administrators, for which other transactions wait.
      for (const [user, moment] of added) await giveRoles(ctx, user, roleIds, moment);
      for (const [user, moment] of added) await giveDistrict(ctx, user, districts, moment);
      return results;
    },
    report: (done) => report('users', done, amount.users),
  });
  await addDemoCovers(app, amount);
  const registers = await addDemoRegisters(
    app,
    { seed, registers: Math.min(amount.registers, amount.locations), days: amount.days ?? 0 },
    (done) => report('registers', done, amount.registers),
  );
  return { districts: districts.size, locations, users, registers };
}

interface Work {
  /** Returns what became of each row. */
  add(ctx: InTransaction<Authorized>, indexes: readonly number[]): Promise<(keyof Outcome)[]>;
  report(done: number): void;
}

async function inBatches(app: App, count: number, { add, report }: Work): Promise<Outcome> {
  const outcome: Outcome = { added: 0, known: 0, taken: 0, deleted: 0 };
  // One transaction at a time: two that make administrators would wait for each other.
  for (const indexes of inParts([...Array(count).keys()], rowsPerTransaction)) {
    const results = await change(systemContext(app, demoActor), {}, (ctx) => add(ctx, indexes));
    for (const result of results) outcome[result]++;
    report((indexes[0] ?? 0) + results.length);
    await sleep(pauseMs);
  }
  return outcome;
}

async function addUser(
  ctx: InTransaction<Authorized>,
  profile: DemoUser['profile'],
  at: Date,
): Promise<keyof Outcome> {
  if (await findUser(atTime(ctx, at), profile.id)) return 'known';
  return refusedAs({ email_taken: 'taken', number_taken: 'taken', conflict: 'deleted' }, () =>
    createUser(atTime(ctx, at), profile),
  );
}

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
