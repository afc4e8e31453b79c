import { queryOptions } from '@tanstack/react-query';
import { type AuthFailure, askAuth } from '../../lib/account/auth-failure.ts';

/** The email that waits for both mailboxes, as the server has it now; null without one. */
export const waitingEmailQuery = queryOptions({
  queryKey: ['waiting-email'],
  queryFn: async () => {
    const { answer, failure } = await askAuth('Failed to load your email', (client) => client.getUser());
    if (failure) throw new Error(failure.message);
    return answer?.data.user?.new_email ?? null;
  },
  staleTime: 0,
});

/** Sends a link to both mailboxes. An email that somebody else has is answered the same. */
export async function askForEmail(email: string, current_password: string): Promise<AuthFailure | null> {
  const { failure } = await askAuth('The email was not changed', (client) =>
    client.updateUser({ email, current_password }),
  );
  return failure;
}

/** Asking for the email that one has takes the waiting change back. */
export async function keepEmail(email: string): Promise<AuthFailure | null> {
  const { failure } = await askAuth('The change was not cancelled', (client) => client.updateUser({ email }));
  return failure;
}

export async function resendEmailLinks(email: string): Promise<AuthFailure | null> {
  const { failure } = await askAuth('The links were not sent', (client) =>
    client.resend({ type: 'email_change', email }),
  );
  return failure;
}
