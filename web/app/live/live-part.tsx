import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect } from 'react';
import { holdRows } from '../../components/table/hold/holding.tsx';
import { useRowPress } from '../../components/table/hold/row-press.ts';
import { tellAuditActivity } from '../../features/audit/newer-entries.ts';
import { authState, useAuth } from '../../lib/account/auth-store.ts';
import { listsReadAt } from '../../lib/directory/index.ts';
import { listHolder } from '../../lib/list/hold.ts';
import { Live } from '../../lib/live/index.ts';
import { followLists, followYou } from './follow-lists.ts';

/** What lets screens follow the changes of others. It is loaded after the first rows. */
export function LivePart() {
  const { user } = useAuth();
  const client = useQueryClient();
  const id = user?.id;
  useRowPress();
  // Before the stream opens.
  useLayoutEffect(() => {
    listHolder.set(holdRows);
    return () => listHolder.set(null);
  }, []);
  useEffect(() => {
    if (id === undefined) return;
    const live = new Live(id, {
      onChanges: (changes) => followLists(changes, client),
      onActivity: tellAuditActivity,
      onYou: (about) => followYou(about, client),
    });
    const begin = () => {
      // A list may have been read beside the profile. Pages without one show what was read after the profile.
      const cursor = listsReadAt.get() ?? authState().profile?.cursor ?? null;
      if (cursor !== null) live.begin(cursor);
    };
    begin();
    const stopBeginning = listsReadAt.subscribe(begin);
    return () => {
      stopBeginning();
      live.stop();
    };
  }, [id, client]);
  return null;
}
