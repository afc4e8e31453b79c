import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { readOften } from '../../platform/database/query.ts';
import type { Database, Queryable, Transaction } from '../database/database.ts';

export interface Clock {
  /** The number of the last change. */
  seq: number;
  epoch: string;
}

export type ChangeClock = ReturnType<typeof createChangeClock>;

const recentMs = 1000;

export function createChangeClock(database: Database) {
  let last: { clock: Clock; at: number } | null = null;
  const read = async () => {
    const clock = await readClock(database.read);
    last = { clock, at: performance.now() };
    return clock;
  };
  const scopes = new LRUCache<string, string>({ max: 1000, ttl: recentMs });
  let listen = () => {};
  return {
    /** Something changed in this process. */
    announce: () => listen(),
    /** One listener, which replaces the one before. */
    onChange(listener: () => void) {
      listen = listener;
    },
    read,
    /** `recent` for the locations of a user. */
    async recentScope(user_id: string, read: () => Promise<string>): Promise<string> {
      const known = scopes.get(user_id);
      if (known !== undefined) return known;
      const scope = await read();
      scopes.set(user_id, scope);
      return scope;
    },
    /** At most a second old, so that the first page of a list seldom waits for it. An older one is never wrong. */
    recent: async () => (last && performance.now() - last.at < recentMs ? last.clock : read()),
  };
}

/** Every cursor is unknown from now on. With `from`, only if no other process was faster. */
export async function renewEpoch(tx: Transaction, from?: string): Promise<void> {
  const query = tx.updateTable('change_clock').set({ epoch: randomUUID() });
  await (from === undefined ? query : query.where('epoch', '=', from)).execute();
}

/** Inside of a transaction; else `ChangeClock.read`. */
export async function readClock(db: Queryable): Promise<Clock> {
  const query = sql<Clock>`select seq, epoch from change_clock where id = 1`;
  const [clock] = await readOften(db, query);
  if (!clock) throw new Error('The counter of changes is missing');
  return clock;
}
