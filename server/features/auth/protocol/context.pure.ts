import type { Config } from '../../../config/config.ts';
import type { Context, InTransaction } from '../../../kernel/context.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import type { SigningKeys } from '../../../kernel/sessions.ts';

/**
 * Functions of the users feature that accounts need. `app.ts` passes them in, because the users feature imports this
 * one to end sessions and delete identities.
 */
export interface AccountHooks {
  /** Finds the profile that was created for the email on the Users screen. */
  profileByEmail(
    ctx: InTransaction,
    email_key: string,
  ): Promise<{ id: string; full_name: string | null; is_active: boolean } | null>;
  /** Creates the profile, or keeps the one that was found, and grants the admin role if `admin` is set. */
  onVerified(
    ctx: InTransaction,
    account: { id: string; email: string; full_name: string | null; admin: boolean },
  ): Promise<void>;
  /** The email key of FIRST_ADMIN_EMAIL; null once an administrator can sign in. */
  pendingFirstAdmin(db: Queryable, config: Config): Promise<string | null>;
  onEmailChanged(ctx: InTransaction, account: { id: string; email: string }): Promise<void>;
}

/** The context of work for a request, during it or later. */
export interface HookedContext extends Context {
  hooks: AccountHooks;
}

export interface AuthContext extends HookedContext {
  keys: SigningKeys;
  /** The random id of the browser, from its cookie or new. It proves nothing; see trusted-devices.service.ts. */
  device: string;
  /** Adds the user to the log line of this request. */
  identified(userId: string): void;
  /** Runs work after the answer, so that its duration does not show. Failures are logged; shutdown waits for it. */
  inBackground(work: () => Promise<void>): void;
}
