import { sql } from 'kysely';
import { clockToleranceMs } from './clock.ts';
import type * as database from './database/database.ts';
import type { Counts } from './metrics/metrics.ts';

export interface RateTables {
  auth_rate: { key: string; window_ends_at: string; count: number };
}

type Database = database.Database<RateTables>;
type Transaction = database.Transaction<RateTables>;

export interface Limit {
  limit: number;
  window_seconds: number;
}

export interface Attempt {
  key: string;
  limit: Limit;
}

interface Counted {
  allowed: boolean;
  count: number;
  retry_after_seconds: number;
}

export type RateLimit = ReturnType<typeof createRateLimit>;

/**
 * A window that ends later than it could was started by a clock that was ahead, so it is over. With `enabled` false,
 * everything is allowed and nothing is counted.
 */
export function createRateLimit(database: Database, enabled: boolean, now: () => Date, refused: Counts) {
  const write = <T>(work: (tx: Transaction) => Promise<T>, tx?: Transaction) =>
    tx ? work(tx) : database.write(work);

  /**
   * One statement; all windows must have the same length. Without `tx` the attempts count even if the request fails,
   * with `tx` only if that transaction commits.
   */
  async function consumeAttempts(attempts: readonly Attempt[], tx?: Transaction): Promise<Counted[]> {
    if (!enabled) return attempts.map(() => ({ allowed: true, count: 0, retry_after_seconds: 0 }));
    const [windowSeconds = 0, ...others] = new Set(attempts.map(({ limit }) => limit.window_seconds));
    if (others.length > 0)
      throw new Error('Attempts that are counted together have windows of the same length');
    const at = now();
    const endsMs = at.getTime() + windowSeconds * 1000;
    const window_ends_at = new Date(endsMs).toISOString();
    const latest = new Date(endsMs + clockToleranceMs).toISOString();
    const query = (tx: Transaction) =>
      tx
        .insertInto('auth_rate')
        .values(attempts.map(({ key }) => ({ key, window_ends_at, count: 1 })))
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
        .returning(['key', 'count', 'window_ends_at']);
    const { counted } = await write(async (tx) => {
      const counted = query(tx).execute();
      tx.later(counted);
      return { counted };
    }, tx);
    const rows = await counted;
    const byKey = new Map(rows.map((row) => [row.key, row]));
    return attempts.map(({ key, limit }) => {
      const { count, window_ends_at } = byKey.get(key) ?? { count: 0, window_ends_at: at.toISOString() };
      const left = Math.ceil((Date.parse(window_ends_at) - at.getTime()) / 1000);
      const allowed = count <= limit.limit;
      // What comes before the first colon is a word of the code; the rest may be an email.
      if (!allowed) refused.add(/^([a-z-]+):/.exec(key)?.[1] ?? 'other');
      return { allowed, count, retry_after_seconds: Math.max(1, left) };
    });
  }

  return {
    consumeAttempts,
    async consumeAttempt(key: string, limit: Limit, tx?: Transaction): Promise<Counted> {
      const [counted] = await consumeAttempts([{ key, limit }], tx);
      if (!counted) throw new Error('One attempt has one count');
      return counted;
    },
    async forgiveAttempts(
      { refunded, cleared }: { refunded: string; cleared?: string },
      tx?: Transaction,
    ): Promise<void> {
      if (!enabled) return;
      await write(async (tx) => {
        if (cleared) tx.later(tx.deleteFrom('auth_rate').where('key', '=', cleared).execute());
        const refund = tx
          .updateTable('auth_rate')
          .set((eb) => ({ count: eb('count', '-', 1) }))
          .where('key', '=', refunded)
          .where('count', '>', 0);
        tx.later(refund.execute());
      }, tx);
    },
    /** Deletes windows that are over. */
    async purge(): Promise<void> {
      await database.write((tx) =>
        tx.deleteFrom('auth_rate').where('window_ends_at', '<', now().toISOString()).execute(),
      );
    },
  };
}

/** Out of a bucket that refills all the time, in the milliseconds that it needs to refill. */
export interface Taken {
  key: string;
  ms: number;
  /** When the first of it was taken, in milliseconds since 1970. */
  since: number;
}

/**
 * One statement for different buckets. Returns when each is full again, in milliseconds since 1970, which a bucket has in
 * place of the end of a window.
 */
export async function takeFromBuckets(
  database: Database,
  taken: readonly Taken[],
  nowMs: number,
): Promise<Map<string, number>> {
  const latest = new Date(nowMs + clockToleranceMs).toISOString();
  const values = taken.map(({ key, ms, since }) => ({
    ...{ key, count: ms, window_ends_at: new Date(since + ms).toISOString() },
  }));
  const rows = await database.write((tx) =>
    tx
      .insertInto('auth_rate')
      .values(values)
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((eb) => {
          const known = eb.ref('auth_rate.window_ends_at');
          const [ms, least] = [eb.ref('excluded.count'), eb.ref('excluded.window_ends_at')];
          const later =
            tx.dialect === 'postgres'
              ? sql`${known} + ${ms} * interval '1 millisecond'`
              : sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${known}, (${ms} / 1000.0) || ' seconds')`;
          const isLess = sql`(${known} > ${latest} or ${later} < ${least})`;
          return { window_ends_at: sql<string>`case when ${isLess} then ${least} else ${later} end` };
        }),
      )
      .returning(['key', 'window_ends_at'])
      .execute(),
  );
  return new Map(rows.map(({ key, window_ends_at }) => [key, Date.parse(window_ends_at)]));
}
