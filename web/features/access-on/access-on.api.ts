import { queryOptions } from '@tanstack/react-query';
import * as contract from '../../../contract/access-on.ts';
import { saveAnswer } from '../../lib/browser/save-file.ts';
import { call, open } from '../../lib/http/http.ts';

/** Who could see a location, or what a user could see. */
export type About = 'location' | 'user';

/** What happened since is undone anew each time. */
export function accessOnQuery(about: About, id: string, day: string) {
  const wanted = { params: { id }, query: { day } };
  return queryOptions({
    queryKey: ['access-on', about, id, day],
    queryFn: ({ signal }) =>
      about === 'location'
        ? call(contract.getLocationAccessOn, wanted, { signal })
        : call(contract.getUserAccessOn, wanted, { signal }),
    ...{ staleTime: 0, gcTime: 0 },
  });
}

export async function exportAccessOn(about: About, id: string, day: string) {
  const wanted = { params: { id }, query: { day } };
  const file =
    about === 'location'
      ? open(contract.exportLocationAccessOn, wanted)
      : open(contract.exportUserAccessOn, wanted);
  await saveAnswer(file, 'access.csv');
}
