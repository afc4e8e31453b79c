import { queryOptions } from '@tanstack/react-query';
import * as contract from '../../../contract/settings.ts';
import { call } from '../../lib/http/http.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call(contract.getSettings, {}, { signal }),
});

export const mailsQuery = queryOptions({
  queryKey: ['mails'],
  queryFn: ({ signal }) => call(contract.listMails, {}, { signal }),
  staleTime: 0,
  // What waits for the mail server changes by itself.
  refetchInterval: ({ state }) => (state.data?.mails.some((mail) => mail.state === 'pending') ? 5000 : false),
});

export function sendMailAgain(id: string, signal: AbortSignal) {
  return call(contract.sendMailAgain, { params: { id } }, { signal });
}

export function sendTestEmail() {
  return call(contract.sendTestEmail);
}

export function mailQuery(id: string) {
  return queryOptions({
    queryKey: ['mails', id],
    queryFn: ({ signal }) => call(contract.getMail, { params: { id } }, { signal }),
    staleTime: 0,
  });
}
