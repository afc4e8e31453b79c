import { expect, test } from 'vitest';
import { dayAt, instantOf, timesShown } from '../../contract/fields/zone-clock.ts';
import { zones } from '../testing/zones.ts';

const hour = 3_600_000;
const quarter = hour / 4;

/** Another way to read a clock than the one that is tested. */
function reader(zone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  return (time: number) => format.format(time);
}

/** The moments around which the clock changes in the year, found hour by hour. */
function changesOf(show: (time: number) => string): number[] {
  const offset = (time: number) => Date.parse(`${show(time).replace(' ', 'T')}Z`) - time;
  const changes = [];
  for (let day = Date.UTC(2026, 0, 1); day < Date.UTC(2027, 0, 1); day += 24 * hour) {
    if (offset(day) !== offset(day + 24 * hour)) changes.push(day);
  }
  return changes.length > 0 ? changes : [Date.UTC(2026, 2, 8)];
}

/** The first moment that a clock shows after a time that it leaves out. */
function endOfGap(moments: readonly number[], show: (time: number) => string, text: string) {
  const moment = moments.find((time) => show(time) > text.replace('T', ' '));
  return [moment, moment];
}

test.each([
  'UTC',
  'Asia/Tokyo',
])('a server in %s finds each moment of 40 zones around the changes of their clocks', (ofServer) => {
  const before = process.env.TZ;
  process.env.TZ = ofServer;
  expect(zones).toHaveLength(40);
  let gaps = 0;
  let twice = 0;
  for (const zone of zones) {
    const show = reader(zone);
    for (const change of changesOf(show)) {
      const shown = new Map<string, number[]>();
      const moments = [];
      for (let time = change - 12 * hour; time <= change + 36 * hour; time += quarter) {
        moments.push(time);
        shown.set(show(time), [...(shown.get(show(time)) ?? []), time]);
        expect(dayAt(new Date(time), zone)).toBe(show(time).slice(0, 10));
      }
      const first = Date.parse(`${show(moments[0] ?? 0).replace(' ', 'T')}Z`);
      const last = Date.parse(`${show(moments.at(-1) ?? 0).replace(' ', 'T')}Z`);
      for (let local = first; local <= last; local += quarter) {
        const text = new Date(local).toISOString().slice(0, 19);
        const there = shown.get(text.replace('T', ' '));
        if (!there) gaps += 1;
        if ((there?.length ?? 1) > 1) twice += 1;
        const [day = '', time = ''] = text.split('T');
        expect([zone, text, timesShown(day, time, zone)]).toEqual([zone, text, there?.length ?? 0]);
        const found = [instantOf(day, time, zone), instantOf(day, time, zone, 'end')];
        const expected = there ? [Math.min(...there), Math.max(...there)] : endOfGap(moments, show, text);
        expect([zone, text, ...found.map(Number)]).toEqual([zone, text, ...expected]);
      }
    }
  }
  // An hour of each change of most zones.
  expect(gaps).toBeGreaterThan(80);
  expect(twice).toBeGreaterThan(80);
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
});
