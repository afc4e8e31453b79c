import type { AuthError, GoTrueClient } from '@supabase/auth-js';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as contract from '../../../contract/sessions.ts';
import { askAuth } from '../../lib/account/ask-auth.ts';
import type { SaveContext } from '../../lib/form/use-save.ts';
import { call } from '../../lib/http/http.ts';

export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async ({ signal }) => (await call(contract.listOwnSessions, {}, { signal })).sessions,
  staleTime: 0,
});

export async function endOwnSession(id: string, { client }: SaveContext) {
  await call(contract.endOwnSession, { params: { id } });
  await client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
}

export async function endOtherSessions({ client }: SaveContext) {
  await call(contract.endOtherSessions);
  await client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
}

/** The new email that both mailboxes have not confirmed yet; null without one. */
export const waitingEmailQuery = queryOptions({
  queryKey: ['waiting-email'],
  queryFn: async () => {
    const { data } = await askAuth('Failed to load your email', (client) => client.getUser());
    return data.user.new_email ?? null;
  },
  staleTime: 0,
});

export interface EmailChange {
  email: string;
  /** Of a user who has one. */
  current_password?: string;
}

/** The answer does not reveal whether another account has the email. */
export function requestEmailChange(change: EmailChange, { client }: SaveContext) {
  return save(client, 'The email was not changed', (auth) => auth.updateUser(change));
}

/** Cancels the pending change: a request for the current email means that. */
export function cancelEmailChange(email: string, { client }: SaveContext) {
  return save(client, 'The change was not canceled', (auth) => auth.updateUser({ email }));
}

export function resendEmailLinks(email: string, { client }: SaveContext) {
  return save(client, 'The links were not sent', (auth) => auth.resend({ type: 'email_change', email }));
}

/** Also refreshed after a failure, because the change may be confirmed or canceled meanwhile. */
async function save(
  client: QueryClient,
  text: string,
  request: (auth: GoTrueClient) => Promise<{ error: AuthError | null }>,
) {
  try {
    await askAuth(text, request);
  } finally {
    await client.invalidateQueries({ queryKey: waitingEmailQuery.queryKey });
  }
}
