import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRowPress } from '../../components/table/row-press.ts';
import { tellAuditActivity } from '../../features/audit/newer-entries.ts';
import { useAuth } from '../../lib/account/auth-store.ts';
import { Live } from '../../lib/live/index.ts';
import { changeAsker, firstCursor } from '../../lib/network/change-log.ts';
import { followLists, followYou } from './follow-lists.ts';

/** What lets screens follow the changes of others. It is loaded after the first rows. */
export function LivePart() {
  const { user } = useAuth();
  const client = useQueryClient();
  const id = user?.id;
  useRowPress();
  useEffect(() => {
    if (id === undefined) return;
    const live = new Live(id, {
      onChanges: (changes) => followLists(changes, client),
      onActivity: tellAuditActivity,
      onYou: (about) => followYou(about, client),
    });
    const begin = () => {
      const cursor = firstCursor.get();
      if (cursor !== null) live.begin(cursor);
    };
    begin();
    const stopBeginning = firstCursor.subscribe(begin);
    changeAsker.set(() => live.ask());
    return () => {
      stopBeginning();
      changeAsker.set(null);
      live.stop();
    };
  }, [id, client]);
  return null;
}
