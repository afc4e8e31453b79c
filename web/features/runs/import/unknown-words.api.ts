import { queryOptions } from '@tanstack/react-query';
import type { NumberColumn, WordColumn } from '../../../../contract/files/import-columns.ts';
import * as contract from '../../../../contract/runs.ts';
import { call } from '../../../lib/http/http.ts';

/** `reading` changes when the file is read again. */
export function unknownWordsQuery(
  id: string,
  reading: string,
  column: WordColumn | NumberColumn,
  index: number,
) {
  return queryOptions({
    queryKey: ['run', id, 'unknown-words', reading, column, index],
    queryFn: ({ signal }) =>
      call(contract.listUnknownWords, { params: { id }, query: { column, index } }, { signal }),
    gcTime: 0,
  });
}
