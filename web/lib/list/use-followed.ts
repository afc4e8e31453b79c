import { type UseInfiniteQueryResult, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { seesPastOfUsers } from '../../../contract/users.ts';
import { useAccess } from '../account/access.ts';
import type { ListSource } from './list-cache.ts';
import {
  type Followed,
  followAll,
  followSome,
  type ListChange,
  onListChange,
  refreshRows,
} from './list-changes.ts';
import { type ListRow, loadedRows, type Pages, type Question } from './list-pages.ts';

/** Rows that were read so long ago are read again when a list shows them again. */
const freshMs = 5_000;

/**
 * Follows what others change in a list on the screen: rows in view at once, the other loaded ones when they are scrolled
 * to. Returns what notes the rows in view.
 */
export function useFollowed<Row extends ListRow>(
  source: ListSource<Row>,
  question: Question,
  { data }: UseInfiniteQueryResult<Pages<Row>>,
): (ids: readonly string[]) => void {
  const client = useQueryClient();
  const { hasPermission } = useAccess();
  const seesEveryRow = hasPermission('locations.all') && seesPastOfUsers(hasPermission);
  const followed: Followed<Row> = { client, source, question, whyGone: seesEveryRow ? 'deleted' : 'hidden' };
  const [rows] = useState(() => new FollowedRows<Row>());

  const follow = useEffectEvent(async (change: ListChange) => {
    if (data) await rows.follow(followed, change, data);
  });
  useEffect(() => onListChange(source.name, (change) => follow(change)), [source]);

  const readAt = data?.pages[0]?.readAt;
  const name = JSON.stringify(question);
  const lookAgain = useEffectEvent(() => {
    if (readAt !== undefined && performance.now() - readAt > freshMs)
      follow('unknown').catch(() => undefined);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each question
  useEffect(() => lookAgain(), [name]);

  return (ids) => rows.see(followed, ids);
}

class FollowedRows<Row extends ListRow> {
  #inView: readonly string[] = [];
  /** Loaded rows that may have changed; null while the first page is read again. */
  #old: Set<string> | null = new Set();

  see(followed: Followed<Row>, ids: readonly string[]) {
    this.#inView = ids;
    this.#refresh(followed).catch(() => undefined);
  }

  async follow(followed: Followed<Row>, change: ListChange, data: Pages<Row>) {
    if (change !== 'unknown') {
      const isFollowed = await followSome(followed, change as typeof change & { rows: Row[] });
      if (isFollowed) return;
    }
    const loaded = loadedRows(data).map(({ id }) => id);
    this.#old = null;
    try {
      const read = await followAll(followed);
      this.#old = new Set(loaded.filter((id) => !read.has(id)));
    } finally {
      this.#old ??= new Set(loaded);
    }
    await this.#refresh(followed);
  }

  async #refresh(followed: Followed<Row>) {
    const old = this.#inView.filter((id) => this.#old?.delete(id));
    if (old.length > 0) await refreshRows(followed, old);
  }
}
