import type { App } from '../../kernel/context.ts';
import { listNextCovers } from './changes.repository.ts';
import { type Reader, renewAll } from './follower.service.ts';

/** Longer than the poll ever waits. */
const soonMs = 2000;

/**
 * Nothing is committed when a cover starts or ends, and the streams of its user end then. The moment is read with the stream
 * and after a change of the user; the poll compares it with the clock, and is woken when it is soon.
 */
export function createCoverEnds({ database, now }: Pick<App, 'database' | 'now'>, wake: () => void) {
  let waking: NodeJS.Timeout | undefined;

  async function read(readers: readonly Reader[]): Promise<void> {
    if (readers.length === 0) return;
    const ids = new Set(readers.map(({ user_id }) => user_id));
    const found = await listNextCovers(database.read, [...ids], now().toISOString());
    const next = new Map(found.map((row) => [row.user_id, row.next]));
    for (const reader of readers) reader.next = next.get(reader.user_id) ?? null;
  }

  return {
    read,
    async renew(readers: readonly Reader[]): Promise<void> {
      const at = now();
      const due = readers.filter(({ next }) => next !== null && next <= at.toISOString());
      await renewAll(due);
      await read(due);
      const left = readers.flatMap(({ next }) => (next ? Date.parse(next) - at.getTime() : []));
      const soonest = Math.min(...left);
      clearTimeout(waking);
      if (soonest <= soonMs) waking = setTimeout(wake, soonest).unref();
    },
    stop: () => clearTimeout(waking),
  };
}
