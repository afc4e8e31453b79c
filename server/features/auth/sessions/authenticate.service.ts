import {
  type App,
  type Authentication,
  type FindActor,
  now,
  type SessionActivity,
} from '../../../kernel/context.ts';
import type { AmrEntry } from '../../../kernel/database/auth-schema.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { isIdentity } from '../identities/identities.repository.ts';
import { isOver } from './session-limits.rules.ts';
import { type AccessRow, findAccess, findActiveUser, touchSession } from './sessions.repository.ts';

type Identified = Extract<Authentication, { ok: true }>;

/** Without a name or a profile `full_name` is null; the profile is created when the user first asks for it. */
export interface User extends Identified {
  session_id: string;
  has_factor: boolean;
  aal: 'aal1' | 'aal2';
  /** Newest first. */
  amr: AmrEntry[];
}

/** `is_deleted`: the user is deleted, not only the session. */
type Refusal =
  | { ok: false; reason: 'invalid_token' | 'deactivated' }
  | { ok: false; reason: 'session_ended'; is_deleted: boolean };

/**
 * The signature is checked once. Session, user and permissions are read on every call, in one statement, so that
 * sign-out, deactivation and a revoked role act at once.
 */
export async function authenticate(
  app: App,
  token: string,
  { isUse }: { isUse: boolean } = { isUse: true },
): Promise<User | Refusal> {
  const claims = await app.keys.verify(token);
  if (!claims) return { ok: false, reason: 'invalid_token' };
  const { session_id, user_id, isAal2 } = claims;
  const row = await findAccess(app.database.read, session_id, now({ app }));
  if (!row || row.user_id !== user_id) {
    const is_deleted = !(await isIdentity(app.database.read, user_id));
    return { ok: false, reason: 'session_ended', is_deleted };
  }
  const found = evaluate(app, row, session_id, isAal2);
  if (found.ok && isUse) app.activity.record(session_id);
  return found;
}

/**
 * With the user's row locked, anybody who ends the session or revokes locations or roles either committed before and is
 * seen, or waits until this transaction ends.
 */
export async function reauthenticate(app: App, db: Queryable, session_id: string): Promise<User | Refusal> {
  const row = await findAccess(db, session_id, now({ app }));
  if (!row) return { ok: false, reason: 'session_ended', is_deleted: false };
  return evaluate(app, row, session_id, true);
}

export const findActor: FindActor = findActiveUser;

function evaluate(app: App, row: AccessRow, session_id: string, isAal2: boolean): User | Refusal {
  // Checked before 'ended', so that a deactivated user reads why.
  if (row.is_active === false) return { ok: false, reason: 'deactivated' };
  const isTimeUp = isOver(app.config, row, app.activity.recordedAt(session_id), app.now().getTime());
  if (row.ended_at !== null || isTimeUp) return { ok: false, reason: 'session_ended', is_deleted: false };
  // The row knows of a factor removed after the token was issued; the token may be older than the code.
  const aal = isAal2 && row.aal === 'aal2' ? 'aal2' : 'aal1';
  return {
    ok: true,
    user_id: row.user_id,
    session_id,
    email: row.email,
    full_name: row.full_name,
    permissions: row.permissions ? row.permissions.split(',') : [],
    covers_nothing: Boolean(row.covers_nothing),
    aal,
    amr: row.amr,
    has_factor: Boolean(row.has_factor),
    second_factor: stateOf(row, aal),
  };
}

function stateOf(row: AccessRow, aal: User['aal']): User['second_factor'] {
  // Without a factor here, the provider said that the user entered one there.
  if (aal === 'aal2') return 'satisfied';
  if (row.has_factor) return 'code_required';
  return row.needs_factor ? 'setup_required' : 'satisfied';
}

export const activityWriteMs = 60_000;

export function createActivity({
  database,
  now,
  faults,
}: Pick<App, 'database' | 'now' | 'faults'>): SessionActivity {
  const recorded = new Map<string, number>();
  return {
    record: (session_id) => void recorded.set(session_id, now().getTime()),
    recordedAt: (session_id) => recorded.get(session_id),
    async flush() {
      const forget = async ([id, at]: [string, number]) => {
        if (recorded.get(id) === at) recorded.delete(id);
      };
      await faults.together([...recorded], {
        what: 'last uses of sessions',
        idOf: ([id]) => id,
        run: async (batch) => {
          await database.write(async (tx) => {
            for (const [id, at] of batch) await touchSession(tx, id, new Date(at).toISOString());
          });
          for (const one of batch) await forget(one);
        },
        giveUp: forget,
      });
    },
  };
}
