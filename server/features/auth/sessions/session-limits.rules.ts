import type { Config } from '../../../config/config.ts';
import { isAhead } from '../../../platform/clock.ts';

interface Used {
  created_at: string;
  seen_at: string | null;
}

/**
 * Only requests count as use, because an open page refreshes its tokens by itself; `recordedAt` is one that is not
 * saved yet. A session that starts far in the future has ended too: it would outlive both limits.
 */
export function isOver(
  config: Config,
  session: Used,
  recordedAt: number | undefined,
  nowMs: number,
): boolean {
  const { session_idle_minutes: idle, session_lifetime_hours: lifetime } = config;
  if (idle === undefined && lifetime === undefined) return false;
  const createdAt = Date.parse(session.created_at);
  if (isAhead(createdAt, nowMs)) return true;
  if (lifetime !== undefined && nowMs - createdAt >= lifetime * 3_600_000) return true;
  if (idle === undefined) return false;
  const usedAt = Math.max(Date.parse(session.seen_at ?? session.created_at), recordedAt ?? 0);
  return nowMs - usedAt >= idle * 60_000;
}
