import { insertIdentity, newIdentity } from '../../features/auth/identities/identities.repository.ts';
import { hashPassword } from '../../features/auth/identities/passwords.pure.ts';
import { sessionObject, startSession } from '../../features/auth/sessions/session-lifecycle.service.ts';
import { anonymousContext } from '../../kernel/access.ts';
import { change } from '../../kernel/change.ts';
import type { App } from '../../kernel/context.ts';

interface Options {
  /** Gives the identity a password, so that it can sign in by itself. That costs a hash. */
  password?: string;
}

/** Gives a profile a confirmed account and a session, without the emails. Returns the access token. */
export async function signInAs(
  app: App,
  { id, email }: { id: string; email: string },
  { password }: Options = {},
) {
  const at = app.now().toISOString();
  const password_hash = password ? await hashPassword(password) : null;
  const ctx = {
    ...anonymousContext(app, { id: 'test', ip: '127.0.0.1', user_agent: 'test', via: 'screen' }),
    authorization: undefined,
    hooks: {
      profileByEmail: async () => null,
      pendingFirstAdmin: async () => null,
      onVerified: async () => {},
      onEmailChanged: async () => {},
    },
    device: 'test',
    identified: () => {},
    inBackground: (work: () => Promise<void>) => void work(),
  };
  const live = await change(ctx, {}, async (ctx) => {
    const identity = newIdentity({
      id,
      email,
      password_hash,
      email_confirmed_at: at,
      user_metadata: {},
      created_at: at,
    });
    await insertIdentity(ctx.tx, identity);
    return startSession(ctx, identity, 'password');
  });
  return (await sessionObject(ctx, live)).access_token;
}
