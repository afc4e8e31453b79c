import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AuditEntry, AuditQuery } from '../../../contract/audit.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { newerEntriesQuery } from './audit.api.ts';

const everyMs = 5_000;

/** Grows when something happened anywhere, at most every 5 s. */
const activity = createStore(0);
let isTelling = false;

export function tellAuditActivity() {
  if (isTelling) return;
  isTelling = true;
  setTimeout(() => {
    isTelling = false;
    activity.set(activity.get() + 1);
  }, everyMs);
}

/** How many entries that pass the filters are newer than the newest one on the page: '12', '100+', or null. */
export function useNewerEntries(filters: AuditQuery, newest: AuditEntry | undefined): string | null {
  const happened = useStore(activity);
  // What happened before the page was opened is on it.
  const [before] = useState(happened);
  const query = useQuery({
    ...newerEntriesQuery(filters, happened),
    enabled: happened > before,
    placeholderData: keepPreviousData,
  });
  const entries = query.data ?? [];
  if (entries.length === 0 || (newest && newest.at >= (entries[0]?.at ?? ''))) return null;
  const known = entries.findIndex(({ id }) => id === newest?.id);
  if (known === 0) return null;
  return known < 0 && newest ? `${entries.length}+` : String(known < 0 ? entries.length : known);
}
