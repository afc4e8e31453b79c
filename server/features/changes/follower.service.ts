import type { ByeReason } from '../../../contract/changes.ts';
import { type Authorized, hasSamePermissions } from '../../kernel/access.ts';
import type { Clock } from '../../kernel/changes/change-clock.ts';
import { encodeCursor, readScope } from '../../kernel/changes/cursor.ts';
import type { Renew } from '../../kernel/http/request-access.ts';
import type { Stream } from '../../kernel/http/streams.ts';
import { ApiError, asUnavailable, logFault } from '../../platform/http/errors.ts';

const renewedAtOnce = 20;
/** An event is sent by an access that was checked at most this long ago: half of what is promised after a cut. */
const freshMs = 500;

/**
 * The holder of an access token, whose streams all see the same: their access is renewed once. Not of a session, whose
 * tokens end at different times, and of which one may be older than the code of the second factor.
 */
export interface Reader {
  ctx: Authorized<'signed_in'>;
  user_id: string;
  renew: Renew<'signed_in'>;
  /** By `performance.now()`. */
  renewedAt: number;
  /** Of the cursor that its streams know; null before the first `hello`. */
  scope: string | null;
  followers: Set<Follower>;
  /** When a cover of the user starts or ends next: nothing is committed then. */
  next: string | null;
  beating?: NodeJS.Timeout;
}

/** A stream. */
export interface Follower {
  stream: Stream;
  /** The number of the last change that it was told of; null before `hello`. */
  seq: number | null;
}

const reasons: Partial<Record<ApiError['code'], ByeReason>> = {
  unauthenticated: 'token_expired',
  session_ended: 'session_ended',
  account_deactivated: 'deactivated',
};

/** Ends the streams of a reader whose access is not what it was. Rejects when the database does not answer. */
export async function renewReader(reader: Reader): Promise<void> {
  const { ctx, scope } = reader;
  const startedAt = performance.now();
  try {
    const renewed = await reader.renew();
    const isSame = hasSamePermissions(renewed.actor, ctx.actor);
    if (!isSame || (scope !== null && (await readScope(renewed)) !== scope)) endAll(reader, 'access_changed');
    // Another renewal may have begun later and ended before.
    if (startedAt < reader.renewedAt) return;
    reader.ctx = renewed;
    reader.renewedAt = startedAt;
  } catch (error) {
    if (error instanceof ApiError) return endAll(reader, reasons[error.code] ?? 'access_changed');
    if (asUnavailable(error)) throw error;
    // Others hear of changes nevertheless; these clients ask again, and get the failure as an answer.
    logFault(ctx.app.log, error, 'the access of a stream could not be renewed');
    endAll(reader, 'restart');
  }
}

export function endAll({ followers }: Reader, reason: ByeReason): void {
  for (const { stream } of [...followers]) stream.end(reason);
}

/** Before something is sent. `checkedAt`: every cut until then was seen. It is long ago when there was much to do since. */
export async function keepFresh(reader: Reader, checkedAt: number): Promise<void> {
  const latest = Math.max(checkedAt, reader.renewedAt);
  if (performance.now() - latest > freshMs) await renewReader(reader);
}

export async function renewAll(readers: readonly Reader[]): Promise<void> {
  const queue = readers.values();
  const work = async () => {
    for (const reader of queue) await renewReader(reader);
  };
  await Promise.all(Array.from({ length: renewedAtOnce }, work));
}

export function greet({ ctx, scope }: Reader, followers: Iterable<Follower>, now: Clock): void {
  if (scope === null) return;
  const { version } = ctx.app.config;
  const cursor = encodeCursor(ctx, { ...now, scope });
  for (const follower of followers) {
    follower.seq = now.seq;
    follower.stream.send('hello', { cursor, version });
  }
}
