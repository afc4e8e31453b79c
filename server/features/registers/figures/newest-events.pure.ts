import type { JournalEvent } from '../read/register-file.pure.ts';
import { isInFuture } from './local-time.pure.ts';
import type { StoredEvent } from './stored.pure.ts';

/** Some events of a file and a business date. */
export interface JournalRow {
  file_id: string;
  register_id: string;
  /** The time of the file, then what orders files of one time. */
  arrived: string;
  position: number;
  /** In the order of the file. */
  events(): JournalEvent[];
}

/** Of all versions of an event the one that arrived last. Of two in one file the later one. */
export function* newestEvents(
  rows: readonly JournalRow[],
): Generator<{ event: StoredEvent; file_id: string }> {
  const seen = new Set<string>();
  const newestFirst = rows.toSorted((a, b) => compare(b.arrived, a.arrived) || b.position - a.position);
  for (const { file_id, register_id, arrived, events } of newestFirst) {
    const receivedAt = arrived.slice(0, arrived.indexOf(' '));
    for (const event of events().reverse()) {
      if (seen.has(event.identity)) continue;
      seen.add(event.identity);
      const is_future = isInFuture(event.began, receivedAt);
      yield { event: { ...event, register_id, is_future }, file_id };
    }
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
