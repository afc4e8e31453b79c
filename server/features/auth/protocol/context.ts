import type { Config } from '../../../config/config.ts';
import type { Context, InTransaction } from '../../../kernel/context.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { SigningKeys } from '../keys/signing-keys.service.ts';

/**
 * What a verified address means for profiles and roles. The users feature knows; it is handed in by the
 * composition, because that feature in turn ends sessions and deletes identities here.
 */
export interface AccountHooks {
  /** The profile that was made for the address on the Users screen. */
  profileByAddress(
    tx: Transaction,
    email_key: string,
  ): Promise<{ id: string; full_name: string | null; is_active: boolean } | null>;
  /** Makes the profile or keeps the claimed one, and gives the admin role. */
  onVerified(
    ctx: InTransaction,
    account: { id: string; email: string; full_name: string | null; admin: boolean },
  ): Promise<void>;
  /** The address that FIRST_ADMIN_EMAIL names, in the form of a key; null once an administrator can sign in. */
  pendingFirstAdmin(db: Queryable, config: Config): Promise<string | null>;
  /** Gives the profile the address that its identity has now. */
  onEmailChanged(ctx: InTransaction, account: { id: string; email: string }): Promise<void>;
}

/** For what is done for a request, during it or later. */
export interface HookedContext extends Context {
  hooks: AccountHooks;
}

/** A request to `/auth/v1`. */
export interface AuthContext extends HookedContext {
  keys: SigningKeys;
  /** The browser's own random name, from its cookie or new. It proves nothing; see trusted-devices.service.ts. */
  device: string;
  /** Names the user in the line that the log writes of this request. */
  identified(userId: string): void;
  /** Work whose duration must not show in the answer. Faults are logged; shutdown waits for it. */
  inBackground(work: () => Promise<void>): void;
}
