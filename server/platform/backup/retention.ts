import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { manifestName } from './manifest.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const monthMs = 31 * dayMs;

/**
 * The backups that are kept, of names such as 'backup-2026-11-20T031500Z': all of an hour, the last of each hour for a
 * day and of each day for a month, and always the newest.
 */
export function remainingBackups(names: readonly string[], now: Date): string[] {
  const newestFirst = names
    .filter((name) => timeOf(name) !== null)
    .sort()
    .reverse();
  const hours = new Set<string>();
  const days = new Set<string>();
  return newestFirst.filter((name, index) => {
    const age = now.getTime() - (timeOf(name) ?? 0);
    const day = name.slice(0, 'backup-2026-11-20'.length);
    const hour = name.slice(0, 'backup-2026-11-20T03'.length);
    const isFirst = { hour: !hours.has(hour), day: !days.has(day) };
    hours.add(hour);
    days.add(day);
    if (index === 0 || age < hourMs) return true;
    if (age < dayMs) return isFirst.hour;
    return age < monthMs && isFirst.day;
  });
}

function timeOf(name: string): number | null {
  const [, day, h, m, s] = /^backup-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(name) ?? [];
  return day ? Date.parse(`${day}T${h}:${m}:${s}Z`) : null;
}

/** Deletes those that are not chosen; the newest is the first. What is no complete backup stays. */
export async function deleteBackups(
  below: string,
  choose: (names: readonly string[]) => readonly string[],
): Promise<string[]> {
  const names = (await readdir(below))
    .filter((name) => timeOf(name) !== null && existsSync(join(below, name, manifestName)))
    .sort()
    .reverse();
  const remaining = new Set(choose(names));
  const gone = names.filter((name) => !remaining.has(name));
  for (const name of gone) await rm(join(below, name), { recursive: true });
  return gone;
}
