import { tokenLimit } from '../../../../contract/fields/limits.ts';
import type { AccountCall } from '../../../../contract/service-accounts.ts';
import type { App, TokenUse } from '../../../kernel/context.ts';
import { takeFromBuckets } from '../../../platform/rate-limit.ts';
import { addCalls, latestCalls } from './service-accounts.repository.ts';
import { touchToken } from './tokens.repository.ts';

/** Instances tell each other what was taken: a token can exceed its limit by what others do meanwhile. */
export const shareUseMs = 1000;

/** Refills all the time. Times are milliseconds since 1970. */
interface Bucket {
  /** As far as is known here. */
  full_at: number;
  /** Requests of this instance that the others do not know of, and the first of them. */
  unshared: number;
  since: number;
}

interface Use {
  at: number;
  ip: string;
}

export function createTokenUse({
  config,
  database,
  now,
  faults,
  meters,
}: Pick<App, 'config' | 'database' | 'now' | 'faults' | 'meters'>): TokenUse {
  const buckets = new Map<string, Bucket>();
  const used = new Map<string, Use>();
  /** By service account, not saved yet. */
  const calls = new Map<string, readonly AccountCall[]>();
  const refillMs = 1000 / tokenLimit.per_second;
  const wholeMs = tokenLimit.burst * refillMs;
  const secondsUntil = (ms: number) => Math.max(1, Math.ceil(ms / 1000));

  return {
    admit(id, ip) {
      const nowMs = now().getTime();
      used.set(id, { at: nowMs, ip });
      if (!config.rate_limits) return null;
      const bucket = buckets.get(id) ?? { full_at: 0, unshared: 0, since: nowMs };
      const next = Math.max(bucket.full_at, nowMs) + refillMs;
      const isAllowed = next <= nowMs + wholeMs;
      const full_at = isAllowed ? next : bucket.full_at;
      const since = bucket.unshared > 0 ? bucket.since : nowMs;
      if (isAllowed) buckets.set(id, { full_at, unshared: bucket.unshared + 1, since });
      else meters.limits.add('token');
      return {
        isAllowed,
        remaining: Math.max(0, Math.floor((nowMs + wholeMs - full_at) / refillMs)),
        full_in: secondsUntil(full_at - nowMs),
        retry_in: secondsUntil(next - wholeMs - nowMs),
      };
    },
    recordedAt: (id) => used.get(id)?.at,
    record: (id, call) => calls.set(id, latestCalls([call], calls.get(id) ?? [])),
    callsOf: (id) => calls.get(id) ?? [],
    async share() {
      const nowMs = now().getTime();
      for (const [id, { unshared, full_at }] of buckets)
        if (unshared === 0 && full_at <= nowMs) buckets.delete(id);
      const shared = [...buckets].filter(([, { unshared }]) => unshared > 0);
      if (shared.length === 0) return;
      const taken = shared.map(([id, { unshared, since }]) => ({
        ...{ key: `token:${id}`, ms: unshared * refillMs, since },
      }));
      const fullAt = await takeFromBuckets(database, taken, nowMs);
      for (const [id, { unshared: known }] of shared) {
        const bucket = buckets.get(id);
        if (!bucket) continue;
        const unshared = bucket.unshared - known;
        const ofAll = (fullAt.get(`token:${id}`) ?? 0) + unshared * refillMs;
        buckets.set(id, { full_at: Math.max(bucket.full_at, ofAll), unshared, since: nowMs });
      }
    },
    async flush() {
      const forget = async ([id, one]: [string, Use]) => {
        if (used.get(id) === one) used.delete(id);
      };
      await faults.together([...used], {
        what: 'last uses of API tokens',
        idOf: ([id]) => id,
        run: async (batch) => {
          await database.write(async (tx) => {
            for (const [id, { at, ip }] of batch)
              await touchToken(tx, id, { last_used_at: new Date(at).toISOString(), last_used_ip: ip });
          });
          for (const one of batch) await forget(one);
        },
        giveUp: forget,
      });
      const forgetCalls = async ([id, saved]: [string, readonly AccountCall[]]) => {
        const rest = calls.get(id)?.filter((call) => !saved.includes(call)) ?? [];
        if (rest.length > 0) calls.set(id, rest);
        else calls.delete(id);
      };
      await faults.each([...calls], {
        what: 'calls of service accounts',
        idOf: ([id]) => id,
        run: async ([id, recent]) => {
          await database.write((tx) => addCalls(tx, id, recent));
          await forgetCalls([id, recent]);
        },
        giveUp: forgetCalls,
      });
    },
  };
}
