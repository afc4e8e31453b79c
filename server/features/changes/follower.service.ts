import type { ByeReason } from '../../../contract/changes.ts';
import { type Authorized, hasSamePermissions } from '../../kernel/access.ts';
import type { Clock } from '../../kernel/changes/change-clock.ts';
import { encodeCursor, readScope } from '../../kernel/changes/cursor.ts';
import { ApiError } from '../../kernel/errors.ts';
import type { Renew } from '../../kernel/http/request-access.ts';
import type { Stream } from '../../kernel/http/streams.ts';

const renewedAtOnce = 20;
/** An event is sent by an access that was checked at most this long ago: half of what is promised after a cut. */
const freshMs = 500;

/** A stream, and what its reader may see. */
export interface Follower {
  ctx: Authorized<'signed_in'>;
  user_id: string;
  stream: Stream;
  renew: Renew<'signed_in'>;
  /** By `performance.now()`. */
  renewedAt: number;
  /** Of the cursor that it knows; null before `hello`. */
  scope: string | null;
  /** The number of the last change that it was told of. */
  seq: number;
}

const reasons: Partial<Record<ApiError['code'], ByeReason>> = {
  unauthenticated: 'token_expired',
  session_ended: 'session_ended',
  account_deactivated: 'deactivated',
};

/** Ends the stream of a reader whose access is not what it was. Rejects when the database does not answer. */
export async function renewFollower(follower: Follower): Promise<void> {
  const { ctx, stream, scope } = follower;
  const startedAt = performance.now();
  try {
    const renewed = await follower.renew();
    const isSame = hasSamePermissions(renewed.actor, ctx.actor);
    if (!isSame || (scope !== null && (await readScope(renewed)) !== scope)) stream.end('access_changed');
    follower.ctx = renewed;
    follower.renewedAt = startedAt;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    stream.end(reasons[error.code] ?? 'access_changed');
  }
}

/** Before something is sent. `checkedAt`: every cut until then was seen. It is long ago when there was much to do since. */
export async function keepFresh(follower: Follower, checkedAt: number): Promise<void> {
  const latest = Math.max(checkedAt, follower.renewedAt);
  if (performance.now() - latest > freshMs) await renewFollower(follower);
}

export async function renewAll(followers: readonly Follower[]): Promise<void> {
  const queue = followers.values();
  const work = async () => {
    for (const follower of queue) await renewFollower(follower);
  };
  await Promise.all(Array.from({ length: renewedAtOnce }, work));
}

export function greet(follower: Follower, now: Clock): void {
  const { ctx, stream, scope } = follower;
  if (scope === null) return;
  follower.seq = now.seq;
  stream.send('hello', { cursor: encodeCursor(ctx, { ...now, scope }), version: ctx.app.config.version });
}
