import { queryOptions } from '@tanstack/react-query';
import { getMail, getSettings, listMails } from '../../../contract/settings.ts';
import { call } from '../../lib/http/http.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call(getSettings, {}, { signal }),
});

export const mailsQuery = queryOptions({
  queryKey: ['mails'],
  queryFn: ({ signal }) => call(listMails, {}, { signal }),
  staleTime: 0,
});

export function mailQuery(id: string) {
  return queryOptions({
    queryKey: ['mails', id],
    queryFn: ({ signal }) => call(getMail, { params: { id } }, { signal }),
    staleTime: 0,
  });
}
