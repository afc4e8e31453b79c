import { LRUCache } from 'lru-cache';
import type {
  App,
  Authenticate,
  Authentication,
  FindActor,
  Reauthenticate,
} from '../../../kernel/context.ts';
import type { AmrEntry } from '../../../kernel/database/auth-schema.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { findIdentityId } from '../identities/identities.repository.ts';
import { type SigningKeys, signingKeysOf } from '../keys/signing-keys.service.ts';
import { activityOf } from './session-activity.service.ts';
import { isOver } from './session-limits.ts';
import { type AccessRow, findAccess, findActiveUser } from './sessions.repository.ts';

export interface User {
  ok: true;
  user_id: string;
  session_id: string;
  email: string;
  /** Null without a name or a profile; the profile is created when the user first asks for it. */
  full_name: string | null;
  is_active: true;
  permissions: string[];
  aal: 'aal1' | 'aal2';
  /** Newest first. */
  amr: AmrEntry[];
  second_factor: SecondFactorState;
}

/** What the session lacks: nothing, the code, or a second factor that must be set up. */
export type SecondFactorState = Extract<Authentication, { ok: true }>['second_factor'];

/** `is_deleted`: the user is deleted, not only the session. */
export type Refusal =
  | { ok: false; reason: 'invalid_token' | 'deactivated' }
  | { ok: false; reason: 'session_ended'; is_deleted: boolean };

type Check = (token: string) => Promise<User | Refusal>;

interface Claims {
  session_id: string;
  user_id: string;
  expires_at: number;
  isAal2: boolean;
  /** Id of the key that signed the token. Without the key, the token is not accepted. */
  kid: string;
}

const cachedTokens = 4000;
const checks = new WeakMap<App, Check>();

/**
 * Checks an access token. The signature is checked once and remembered until the token expires. Session, user and
 * permissions are read on every call, in one statement, so that sign-out, deactivation and a revoked role act at
 * once.
 */
export async function authenticate(app: App, token: string): Promise<User | Refusal> {
  let check = checks.get(app);
  if (!check) {
    check = createCheck(app, await signingKeysOf(app));
    checks.set(app, check);
  }
  return check(token);
}
authenticate satisfies Authenticate;

/**
 * Checks the session again. In a transaction, with the user's row locked, anybody who ends the session or revokes
 * locations or roles either committed before and is seen, or waits until this transaction ends.
 */
export async function reauthenticate(app: App, db: Queryable, session_id: string): Promise<User | Refusal> {
  const row = await findAccess(db, session_id);
  if (!row) return { ok: false, reason: 'session_ended', is_deleted: false };
  return evaluate(app, row, session_id, true);
}
reauthenticate satisfies Reauthenticate;

/** Implements `App.findActor`. */
export const findActor: FindActor = findActiveUser;

function createCheck(app: App, keys: SigningKeys): Check {
  const { database, now } = app;
  const activity = activityOf(app);
  const verified = new LRUCache<string, Claims>({ max: cachedTokens });

  async function claimsOf(token: string): Promise<Claims | null> {
    const known = verified.get(token);
    if (known && known.expires_at * 1000 > now().getTime() && (await keys.isKnown(known.kid))) return known;
    const result = await keys.verify(token);
    if (!result) return null;
    const { session_id, sub: user_id, exp: expires_at, aal } = result.claims;
    const claims = { session_id, user_id, expires_at, isAal2: aal === 'aal2', kid: result.kid };
    verified.set(token, claims);
    return claims;
  }

  return async (token) => {
    const claims = await claimsOf(token);
    if (!claims) return { ok: false, reason: 'invalid_token' };
    const row = await findAccess(database.read, claims.session_id);
    if (!row || row.user_id !== claims.user_id) {
      const is_deleted = !(await findIdentityId(database.read, claims.user_id));
      return { ok: false, reason: 'session_ended', is_deleted };
    }
    const found = evaluate(app, row, claims.session_id, claims.isAal2);
    if (found.ok) activity.record(claims.session_id);
    return found;
  };
}

/** Evaluates a session from its row: whether it is open, and what its user may do. */
function evaluate(app: App, row: AccessRow, session_id: string, isAal2: boolean): User | Refusal {
  // Checked before 'ended', so that a deactivated user reads why.
  if (row.is_active === false) return { ok: false, reason: 'deactivated' };
  const isTimeUp = isOver(app.config, row, activityOf(app).recordedAt(session_id), app.now().getTime());
  if (row.ended_at !== null || isTimeUp) return { ok: false, reason: 'session_ended', is_deleted: false };
  // The row knows about a factor removed since the token was issued; the token is at aal1 if it is older than the
  // code.
  const aal = isAal2 && row.aal === 'aal2' ? 'aal2' : 'aal1';
  return {
    ok: true,
    user_id: row.user_id,
    session_id,
    email: row.email,
    full_name: row.full_name,
    is_active: true,
    permissions: row.permissions ? row.permissions.split(',') : [],
    aal,
    amr: row.amr,
    second_factor: stateOf(row, aal),
  };
}

function stateOf(row: AccessRow, aal: User['aal']): SecondFactorState {
  if (row.has_factor) return aal === 'aal2' ? 'satisfied' : 'code_required';
  return row.needs_factor ? 'setup_required' : 'satisfied';
}
