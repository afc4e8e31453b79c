import { expect, test } from 'vitest';
import { remainingBackups } from './retention.ts';

const now = new Date('2026-11-20T12:02:00.000Z');
const nameAt = (time: number) => `backup-${new Date(time).toISOString().slice(0, 19).replaceAll(':', '')}Z`;

test('remainingBackups keeps all of an hour, the last of each hour for a day and of each day for a month', () => {
  const names: string[] = [];
  for (let minutes = 0; minutes < 40 * 24 * 60; minutes += 5)
    names.push(nameAt(now.getTime() - minutes * 60_000));
  const kept = remainingBackups(names, now);
  expect(kept.slice(0, 13)).toEqual([...names.slice(0, 12), 'backup-2026-11-20T105700Z']);
  const hourly = kept.filter(
    (name) => name < (names[11] ?? '') && name >= nameAt(now.getTime() - 86_400_000),
  );
  expect(hourly).toHaveLength(23);
  const daily = kept.slice(12 + hourly.length);
  expect(daily[0]).toBe('backup-2026-11-18T235700Z');
  expect(daily.every((name) => name.endsWith('T235700Z'))).toBe(true);
  expect(daily.length).toBeGreaterThanOrEqual(29);
  expect(daily.length).toBeLessThanOrEqual(31);
});

test('remainingBackups keeps the newest, however old it is, and knows no other folders', () => {
  expect(remainingBackups(['backup-2020-01-01T000000Z', 'backup-2020-01-01T000500Z', 'notes'], now)).toEqual([
    'backup-2020-01-01T000500Z',
  ]);
});

test('remainingBackups loses nothing when it runs after every backup', () => {
  let kept: string[] = [];
  const start = now.getTime() - 3 * 86_400_000;
  for (let time = start; time <= now.getTime(); time += 5 * 60_000)
    kept = remainingBackups([...kept, nameAt(time)], new Date(time));
  // Of the day before yesterday, yesterday's first hours and today.
  expect(kept.at(-1)?.slice(0, 17)).toBe('backup-2026-11-17');
  expect(kept.filter((name) => name.startsWith('backup-2026-11-18'))).toHaveLength(1);
});
