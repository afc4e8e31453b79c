import { changedMaxRows } from '../../../contract/changes.ts';
import type { Authorized } from '../../kernel/access.ts';
import { type Clock, renewEpoch } from '../../kernel/changes/change-clock.ts';
import { readPosition } from '../../kernel/changes/cursor.ts';
import type { App } from '../../kernel/context.ts';
import type { Renew } from '../../kernel/http/request-access.ts';
import type { Stream } from '../../kernel/http/streams.ts';
import { listChanged } from './changes.repository.ts';
import { byList } from './changes.rules.ts';
import { accessMaxAgeMs, deliver } from './deliver.service.ts';
import { type Follower, greet, keepFresh, renewAll, renewFollower } from './follower.service.ts';
import { createPoll } from './poll.pure.ts';

/** More changed rows than this are one `hello`. */
const maxRows = changedMaxRows;

export interface Following {
  /** Resolves after `hello`, or when the stream has ended before. */
  follow(ctx: Authorized<'signed_in'>, stream: Stream, renew: Renew<'signed_in'>): Promise<void>;
  stop(): void;
}

/** One reader of the change log for all streams of the process. Without streams it reads nothing. */
export function createFollowing(app: App): Following {
  const followers = new Set<Follower>();
  const { database, clock } = app;
  /** What all streams were told. */
  let seen: Clock | null = null;
  let isAway = false;

  async function readChanges(): Promise<boolean> {
    const from = seen ?? (await clock.read());
    const readAt = performance.now();
    const now = await clock.read();
    if (now.epoch === from.epoch && now.seq < from.seq) {
      // Commits were lost, as when a standby takes over: their numbers will be given again.
      await database.write((tx) => renewEpoch(tx, now.epoch));
      return true;
    }
    const isOther = now.epoch !== from.epoch;
    const range = { after: from.seq, until: now.seq };
    const hasMore = !isOther && range.after < range.until;
    const rows = hasMore ? await listChanged(database.read, range, maxRows + 1) : [];
    const areTooMany = rows.length > maxRows;
    if (isOther || areTooMany) await renewAll([...followers]);
    else if (rows.length > 0)
      await deliver(database.read, followers, { now, readAt, range, lists: byList(rows) });
    if (isOther || areTooMany || isAway) {
      for (const follower of [...followers]) {
        await keepFresh(follower, readAt);
        greet(follower, now);
      }
    }
    isAway = false;
    seen = now;
    return isOther || hasMore;
  }

  const poll = createPoll({
    read: readChanges,
    onFailure: () => {
      isAway = true;
    },
  });
  clock.onChange(poll.wake);

  function add(follower: Follower): void {
    followers.add(follower);
    const beat = async () => {
      // Without the database nothing is told, but the client hears that the connection is alive.
      await renewFollower(follower).catch(() => {});
      follower.stream.comment();
    };
    const beating = setInterval(beat, accessMaxAgeMs);
    beating.unref();
    follower.stream.onEnd(() => {
      clearInterval(beating);
      followers.delete(follower);
      if (followers.size > 0) return;
      poll.stop();
      seen = null;
    });
  }

  return {
    async follow(ctx, stream, renew) {
      const user_id = ctx.actor.user_id ?? '';
      const follower: Follower = { ctx, user_id, stream, renew, renewedAt: 0, scope: null, seq: 0 };
      add(follower);
      // In this order: a change that takes the access away is read after it is followed, or was seen by the renewal.
      seen ??= await clock.read();
      await renewFollower(follower);
      if (!stream.isOpen) return;
      poll.start();
      let position = await readPosition(follower.ctx);
      // A change that was read in between was not told to this stream.
      while (seen && position.epoch === seen.epoch && position.seq < seen.seq)
        position = await readPosition(follower.ctx);
      follower.scope = position.scope;
      greet(follower, position);
    },
    stop: poll.stop,
  };
}
