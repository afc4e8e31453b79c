import { sql } from 'kysely';
import { clockToleranceMs } from '../platform/clock.ts';
import type { Database, Transaction } from './database/database.ts';

export interface Limit {
  limit: number;
  window_seconds: number;
}

export interface RateLimit {
  /**
   * Counts an attempt for the key. The counters are in the database, so all instances share them. Without `tx` the
   * attempt is counted even if the request fails; with `tx` only if that transaction commits.
   */
  consumeAttempt(
    key: string,
    limit: Limit,
    tx?: Transaction,
  ): Promise<{ allowed: boolean; count: number; retry_after_seconds: number }>;
  /** Clears the count of a key. */
  clear(key: string): Promise<void>;
  /** Takes back one attempt that should not count. */
  refundAttempt(key: string): Promise<void>;
  /** Deletes windows that are over. */
  purge(): Promise<void>;
}

/**
 * Limits attempts in fixed windows. A window that ends later than it could was started by a clock that was ahead, so
 * it counts as over. With `enabled` false, everything is allowed and nothing is counted.
 */
export function createRateLimit(database: Database, enabled: boolean, now: () => Date): RateLimit {
  return {
    async consumeAttempt(key, { limit, window_seconds }, tx) {
      if (!enabled) return { allowed: true, count: 0, retry_after_seconds: 0 };
      const at = now();
      const endsMs = at.getTime() + window_seconds * 1000;
      const ends = new Date(endsMs).toISOString();
      const latest = new Date(endsMs + clockToleranceMs).toISOString();
      const count = (tx: Transaction) =>
        tx
          .insertInto('auth_rate')
          .values({ key, window_ends_at: ends, count: 1 })
          .onConflict((conflict) =>
            conflict.column('key').doUpdateSet((eb) => {
              const known = eb.ref('auth_rate.window_ends_at');
              const isOver = sql`(${known} <= ${at.toISOString()} or ${known} > ${latest})`;
              return {
                count: sql<number>`case when ${isOver} then 1 else ${eb.ref('auth_rate.count')} + 1 end`,
                window_ends_at: sql<string>`case when ${isOver} then ${eb.ref('excluded.window_ends_at')} else ${known} end`,
              };
            }),
          )
          .returning(['count', 'window_ends_at'])
          .executeTakeFirstOrThrow();
      const row = tx ? await count(tx) : await database.write(count);
      const left = Math.ceil((Date.parse(row.window_ends_at) - at.getTime()) / 1000);
      return { allowed: row.count <= limit, count: row.count, retry_after_seconds: Math.max(1, left) };
    },
    async clear(key) {
      if (enabled) await database.write((tx) => tx.deleteFrom('auth_rate').where('key', '=', key).execute());
    },
    async refundAttempt(key) {
      if (!enabled) return;
      await database.write((tx) =>
        tx
          .updateTable('auth_rate')
          .set((eb) => ({ count: eb('count', '-', 1) }))
          .where('key', '=', key)
          .where('count', '>', 0)
          .execute(),
      );
    },
    async purge() {
      await database.write((tx) =>
        tx.deleteFrom('auth_rate').where('window_ends_at', '<', now().toISOString()).execute(),
      );
    },
  };
}
