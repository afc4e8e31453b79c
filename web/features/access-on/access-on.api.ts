import { queryOptions } from '@tanstack/react-query';
import * as contract from '../../../contract/access-on.ts';
import { saveAnswer } from '../../lib/browser/save-file.ts';
import { call, open } from '../../lib/http/http.ts';

/** What happened since is undone anew each time. */
const fresh = { staleTime: 0, gcTime: 0 };

export function locationAccessOnQuery(id: string, day: string) {
  return queryOptions({
    queryKey: ['access-on', 'location', id, day],
    queryFn: ({ signal }) =>
      call(contract.getLocationAccessOn, { params: { id }, query: { day } }, { signal }),
    ...fresh,
  });
}

export function userAccessOnQuery(id: string, day: string) {
  return queryOptions({
    queryKey: ['access-on', 'user', id, day],
    queryFn: ({ signal }) => call(contract.getUserAccessOn, { params: { id }, query: { day } }, { signal }),
    ...fresh,
  });
}

export async function exportLocationAccessOn(id: string, day: string) {
  await saveAnswer(open(contract.exportLocationAccessOn, { params: { id }, query: { day } }), 'access.csv');
}

export async function exportUserAccessOn(id: string, day: string) {
  await saveAnswer(open(contract.exportUserAccessOn, { params: { id }, query: { day } }), 'access.csv');
}
