import { tokenLimit } from '../../../../contract/fields/limits.ts';
import type { AccountCall } from '../../../../contract/service-accounts.ts';
import type { App, TokenUse } from '../../../kernel/context.ts';
import { addCalls, latestCalls } from './service-accounts.repository.ts';
import { touchToken } from './tokens.repository.ts';

/** Instances tell each other how many requests they answered: a token can exceed its limit by what it does meanwhile. */
export const shareUseMs = 1000;

interface Window {
  /** Milliseconds since 1970. */
  ends_at: number;
  /** Of all instances, as far as is known, and of this one since then. */
  count: number;
  unshared: number;
}

interface Use {
  at: number;
  ip: string;
}

export function createTokenUse({
  config,
  database,
  limits,
  now,
  faults,
}: Pick<App, 'config' | 'database' | 'limits' | 'now' | 'faults'>): TokenUse {
  const windows = new Map<string, Window>();
  const used = new Map<string, Use>();
  /** By service account, not saved yet. */
  const calls = new Map<string, readonly AccountCall[]>();
  const { limit, window_seconds } = tokenLimit;

  function windowOf(id: string, nowMs: number): Window {
    const known = windows.get(id);
    if (known && known.ends_at > nowMs) return known;
    const begun = { ends_at: nowMs + window_seconds * 1000, count: 0, unshared: 0 };
    windows.set(id, begun);
    return begun;
  }

  return {
    admit(id, ip) {
      const nowMs = now().getTime();
      used.set(id, { at: nowMs, ip });
      if (!config.rate_limits) return null;
      const window = windowOf(id, nowMs);
      const isAllowed = window.count + window.unshared < limit;
      if (isAllowed) window.unshared++;
      return {
        isAllowed,
        remaining: limit - window.count - window.unshared,
        resets_in: Math.max(1, Math.ceil((window.ends_at - nowMs) / 1000)),
      };
    },
    recordedAt: (id) => used.get(id)?.at,
    record: (id, call) => calls.set(id, latestCalls([call], calls.get(id) ?? [])),
    callsOf: (id) => calls.get(id) ?? [],
    async share() {
      const nowMs = now().getTime();
      for (const [id, { ends_at }] of windows) if (ends_at <= nowMs) windows.delete(id);
      const shared = [...windows].filter(([, { unshared }]) => unshared > 0);
      if (shared.length === 0) return;
      const counts = shared.map(([, { unshared }]) => unshared);
      const attempts = shared.map(([id], at) => ({
        key: `token:${id}`,
        limit: tokenLimit,
        count: counts[at] ?? 0,
      }));
      for (const [at, counted] of (await limits.consumeAttempts(attempts)).entries()) {
        const window = shared[at]?.[1];
        if (!window) continue;
        window.unshared -= counts[at] ?? 0;
        window.count = Math.min(counted.count, limit);
        window.ends_at = now().getTime() + counted.retry_after_seconds * 1000;
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
