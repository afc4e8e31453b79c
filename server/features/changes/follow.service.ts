import { changedMaxRows } from '../../../contract/changes.ts';
import type { Authorized } from '../../kernel/access.ts';
import { type Clock, renewEpoch } from '../../kernel/changes/change-clock.ts';
import { readPosition } from '../../kernel/changes/cursor.ts';
import type { App } from '../../kernel/context.ts';
import type { SharedAccess } from '../../kernel/http/request-access.ts';
import type { Stream } from '../../kernel/http/streams.ts';
import { listChanged } from './changes.repository.ts';
import { byList } from './changes.rules.ts';
import { createCoverEnds } from './cover-ends.service.ts';
import { accessMaxAgeMs, deliver } from './deliver.service.ts';
import {
  endAll,
  type Follower,
  greet,
  keepFresh,
  type Reader,
  renewAll,
  renewReader,
} from './follower.service.ts';
import { createPoll } from './poll.pure.ts';

/** More changed rows than this are one `hello`. */
const maxRows = changedMaxRows;

export interface Following {
  /** Resolves after `hello`, or when the stream has ended before. */
  follow(ctx: Authorized<'signed_in'>, stream: Stream, access: SharedAccess<'signed_in'>): Promise<void>;
  stop(): void;
}

/** One reader of the change log for all streams of the process. Without streams it reads nothing. */
export function createFollowing(app: App): Following {
  /** By the token of their streams. */
  const readers = new Map<string, Reader>();
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
    const all = [...readers.values()];
    await covers.renew(all);
    if (isOther || areTooMany) await renewAll(all);
    else if (rows.length > 0) await deliver(database.read, all, { now, readAt, range, lists: byList(rows) });
    if (isOther || areTooMany || isAway) await greetAgain(all, readAt, now);
    const changed = new Set(rows.flatMap(({ list, row_id }) => (list === 'users' ? row_id : [])));
    const isNamed = ({ user_id }: Reader) => isOther || areTooMany || changed.has(user_id);
    await covers.read(all.filter(isNamed));
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
  const covers = createCoverEnds(app, poll.wake);

  function add(key: string, reader: Reader, follower: Follower): void {
    const { followers } = reader;
    if (followers.size === 0) {
      readers.set(key, reader);
      reader.beating = setInterval(beat, accessMaxAgeMs, reader).unref();
    }
    followers.add(follower);
    follower.stream.onEnd(() => {
      followers.delete(follower);
      if (followers.size > 0) return;
      clearInterval(reader.beating);
      readers.delete(key);
      if (readers.size > 0) return;
      poll.stop();
      seen = null;
    });
  }

  return {
    async follow(ctx, stream, { key, renew }) {
      const reader = readers.get(key) ?? newReader(ctx, renew);
      const follower: Follower = { stream, seq: null };
      add(key, reader, follower);
      // In this order: a change that takes the access away is read after it is followed, or was seen by the renewal.
      seen ??= await clock.read();
      await renewReader(reader);
      await covers.read([reader]);
      if (!stream.isOpen) return;
      poll.start();
      let position = await readPosition(reader.ctx);
      // A change that was read in between was not told to this stream.
      while (seen && position.epoch === seen.epoch && position.seq < seen.seq)
        position = await readPosition(reader.ctx);
      reader.scope ??= position.scope;
      if (reader.scope === position.scope) greet(reader, [follower], position);
      else endAll(reader, 'access_changed');
    },
    stop() {
      poll.stop();
      covers.stop();
    },
  };
}

function newReader(ctx: Authorized<'signed_in'>, renew: Reader['renew']): Reader {
  const user_id = ctx.actor.user_id ?? '';
  return { ctx, user_id, renew, renewedAt: 0, scope: null, followers: new Set(), next: null };
}

async function beat(reader: Reader): Promise<void> {
  // Without the database nothing is told, but the client hears that the connection is alive.
  await renewReader(reader).catch(() => {});
  for (const { stream } of reader.followers) stream.comment();
}

async function greetAgain(readers: Reader[], readAt: number, now: Clock): Promise<void> {
  for (const reader of readers) {
    await keepFresh(reader, readAt);
    const greeted = [...reader.followers].filter(({ seq }) => seq !== null);
    greet(reader, greeted, now);
  }
}
