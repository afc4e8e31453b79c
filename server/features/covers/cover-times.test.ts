import { afterAll, beforeAll, expect, test } from 'vitest';
import { coverReasons } from '../../../contract/access/reasons.ts';
import { createLocation } from '../../../contract/locations.ts';
import { systemContext } from '../../kernel/access.ts';
import { listOwnLocations } from '../../kernel/scope.ts';
import { startWorld, type World } from '../../testing/worlds/world.ts';
import { zones } from '../../testing/zones.ts';
import { createCovers } from './covers.service.ts';

const hourMs = 3_600_000;
const quarterMs = hourMs / 4;
let at = 0;
let world: World;
beforeAll(async () => {
  world = await startWorld({ now: () => new Date(at || Date.now()) });
});
afterAll(() => world.close());

/** Another way to read a clock than the one that is tested: '2026-03-08 01:45'. */
function clockOf(zone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return (time: number) => format.format(time);
}

/** The moments around which the clock changes in a year that is to come; days in March and November without any. */
function changesOf(zone: string, year: number): number[] {
  const show = clockOf(zone);
  const offset = (time: number) => Date.parse(`${show(time).replace(' ', 'T')}Z`) - time;
  const dayMs = 24 * hourMs;
  const found = [];
  for (let day = Date.UTC(year, 0, 1); day < Date.UTC(year + 1, 0, 1); day += dayMs) {
    if (offset(day) === offset(day + dayMs)) continue;
    const hours = Array.from({ length: 24 }, (_, hour) => day + (hour + 1) * hourMs);
    found.push(hours.find((time) => offset(time) !== offset(day)) ?? day);
  }
  return found.length >= 2 ? found.slice(0, 2) : [Date.UTC(year, 2, 14, 10), Date.UTC(year, 10, 7, 9)];
}

/** As the rule says: after a gap, and of two moments the first begins and the second ends. */
function momentOf(zone: string, around: number, local: string, edge: 'start' | 'end'): number {
  const show = clockOf(zone);
  const all = Array.from({ length: 8 * 24 }, (_, index) => around - 24 * hourMs + index * quarterMs);
  const same = all.filter((time) => show(time) === local);
  if (same.length > 0) return edge === 'start' ? (same[0] ?? 0) : (same.at(-1) ?? 0);
  return all.find((time) => show(time) > local) ?? 0;
}

test.each([
  0, 1,
])('a cover gives its location within its moments only, in 40 zones around change %s of their clocks', async (which) => {
  const user = await world.newUser(`Zoe Zones ${which}`, ['employee'], []);
  const year = new Date().getUTCFullYear() + 1;
  const covers: { id: string; from: number; until: number }[] = [];
  const changes = zones.map((zone) => changesOf(zone, year)[which] ?? 0);
  for (const [index, zone] of zones.entries()) {
    const body = { name: zone, address: '1 Road', city: 'Troy', state: 'NY', zip: '12180', time_zone: zone };
    at = 0;
    const { id } = (await world.ada.call(createLocation, { body })).ok();
    const change = changes[index] ?? 0;
    // What a clock would show if it were not changed: some times are skipped, others come twice.
    const clock = Date.parse(`${clockOf(zone)(change - 2 * hourMs).replace(' ', 'T')}Z`);
    const local = (quarters: number) => new Date(clock + quarters * quarterMs).toISOString().slice(0, 16);
    const [starts_at, ends_at] = [local(index % 13), local((index % 13) + 1 + (index % 5) * 2)];
    const from = momentOf(zone, change, starts_at.replace('T', ' '), 'start');
    const until = momentOf(zone, change, ends_at.replace('T', ' '), 'end');
    at = change - 12 * hourMs;
    const sent = { user_id: user.id, location_ids: [id], starts_at, ends_at, reason: null };
    const granting = createCovers(systemContext(world.app), sent);
    // A start and an end in one gap are the same moment.
    if (from >= until) {
      await expect(granting).rejects.toThrow(coverReasons.endsFirst);
      continue;
    }
    const [cover] = await granting;
    const span = { zone, starts_at: new Date(from).toISOString(), ends_at: new Date(until).toISOString() };
    expect({ zone, starts_at: cover?.starts_at, ends_at: cover?.ends_at }).toEqual(span);
    covers.push({ id, from, until });
  }
  expect(covers.length).toBeGreaterThan(30);
  const edges = covers.flatMap(({ from, until }) => [from - 1, from, until - 1, until]);
  at = 0;
  const { read } = world.app.database;
  for (const time of [Math.min(...changes) - 48 * hourMs, ...edges]) {
    const scope = { all: false, user_id: user.id, at: new Date(time).toISOString() } as const;
    const expected = covers.filter(({ from, until }) => from <= time && time < until).map(({ id }) => id);
    expect(await listOwnLocations(read, scope)).toEqual(expected.sort());
  }
});
