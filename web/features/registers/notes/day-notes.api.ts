import { queryOptions } from '@tanstack/react-query';
import { type DayNoteInput, listDayNotes, setDayNote } from '../../../../contract/day-notes.ts';
import type { SaveContext } from '../../../lib/form/use-save.ts';
import { call } from '../../../lib/http/http.ts';
import { salesKey } from '../../../lib/network/query-keys.ts';

/** Of one day. Null without a note. */
export function dayNoteQuery(id: string, business_date: string) {
  return queryOptions({
    queryKey: [...salesKey, 'note', id, business_date],
    queryFn: async ({ signal }) => {
      const query = { from: business_date, to: business_date, location: id };
      return (await call(listDayNotes, { query }, { signal })).notes[0] ?? null;
    },
    staleTime: 0,
  });
}

export async function saveDayNote(
  params: { id: string; business_date: string },
  body: DayNoteInput,
  { client, signal }: SaveContext,
) {
  const { note } = await call(setDayNote, { params, body }, { signal });
  await client.invalidateQueries({ queryKey: salesKey });
  return note;
}
