import { LRUCache } from 'lru-cache';
import type { App, Authenticate, Authentication, Reauthenticate } from '../../../kernel/context.ts';
import type { AmrEntry } from '../../../kernel/database/auth-schema.ts';
import type { Transaction } from '../../../kernel/database/database.ts';
import { findIdentityId } from '../identities/identities.repository.ts';
import { isOver } from '../identities/session-limits.ts';
import { type SigningKeys, signingKeysOf } from '../keys/signing-keys.service.ts';
import { activityOf } from './session-activity.service.ts';
import { type AccessRow, findAccess, prepareAccessRead } from './sessions.repository.ts';

/** A user with a live session, as every request needs them. */
export interface User {
  ok: true;
  user_id: string;
  session_id: string;
  email: string;
  /** Null without a name, or without a profile: it is made when they first ask for it. */
  full_name: string | null;
  is_active: true;
  permissions: string[];
  aal: 'aal1' | 'aal2';
  /** Newest first. */
  amr: AmrEntry[];
  second_factor: SecondFactorState;
}

/** What signing in still asks: nothing, the code, or first of all a second factor. */
export type SecondFactorState = Extract<Authentication, { ok: true }>['second_factor'];

/** `session_ended` with `is_deleted`: not only the session is gone, the user is. */
export type Refusal =
  | { ok: false; reason: 'invalid_token' | 'deactivated' }
  | { ok: false; reason: 'session_ended'; is_deleted: boolean };

type Check = (token: string) => Promise<User | Refusal>;

interface Claims {
  session_id: string;
  user_id: string;
  expires_at: number;
  isElevated: boolean;
  /** Of the key that signed the token: when the key goes, so does the token. */
  kid: string;
}

const cachedTokens = 4000;
const checks = new WeakMap<App, Check>();

/**
 * Checks an access token: its signature once (then remembered until it expires), its session, user and
 * permissions on every call, in one statement. So sign-out, deactivation and a lost role act at once.
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
 * The same inside a transaction, for a session whose token was checked before it began. With its user locked, whoever
 * ends the session or takes locations or roles from them waits until the transaction is over, or came first and is seen.
 */
export async function reauthenticate(app: App, tx: Transaction, session_id: string): Promise<User | Refusal> {
  const row = await findAccess(tx, session_id);
  if (!row) return { ok: false, reason: 'session_ended', is_deleted: false };
  return judge(app, row, session_id, true);
}
reauthenticate satisfies Reauthenticate;

function createCheck(app: App, keys: SigningKeys): Check {
  const { database, now } = app;
  const activity = activityOf(app);
  const verified = new LRUCache<string, Claims>({ max: cachedTokens });
  const readAccess = prepareAccessRead(database);

  async function claimsOf(token: string): Promise<Claims | null> {
    const known = verified.get(token);
    if (known && known.expires_at * 1000 > now().getTime() && (await keys.isKnown(known.kid))) return known;
    const verdict = await keys.verify(token);
    if (!verdict) return null;
    const { session_id, sub: user_id, exp: expires_at, aal } = verdict.claims;
    const claims = { session_id, user_id, expires_at, isElevated: aal === 'aal2', kid: verdict.kid };
    verified.set(token, claims);
    return claims;
  }

  return async (token) => {
    const claims = await claimsOf(token);
    if (!claims) return { ok: false, reason: 'invalid_token' };
    const [row] = await readAccess(claims.session_id);
    if (!row || row.user_id !== claims.user_id) {
      const is_deleted = !(await findIdentityId(database.read, claims.user_id));
      return { ok: false, reason: 'session_ended', is_deleted };
    }
    const found = judge(app, row, claims.session_id, claims.isElevated);
    if (found.ok) activity.note(claims.session_id);
    return found;
  };
}

/** What a session is worth by what is stored about it, and about its user. */
function judge(app: App, row: AccessRow, session_id: string, isElevated: boolean): User | Refusal {
  // Said before 'ended': a user thrown out by deactivation reads why.
  if (row.is_active === false) return { ok: false, reason: 'deactivated' };
  const isTimeUp = isOver(app.config, row, activityOf(app).notedAt(session_id), app.now().getTime());
  if (row.ended_at !== null || isTimeUp) return { ok: false, reason: 'session_ended', is_deleted: false };
  // The row knows what was taken away since the token was made; the token, that it is older than the code.
  const aal = isElevated && row.aal === 'aal2' ? 'aal2' : 'aal1';
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
