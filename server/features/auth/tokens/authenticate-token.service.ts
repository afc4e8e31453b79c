import type { Authenticate, Authentication, Reauthenticate } from '../../../kernel/context.ts';
import { type App, now } from '../../../kernel/context.ts';
import { authenticate, reauthenticate } from '../sessions/authenticate.service.ts';
import { isInNetworks } from './networks.pure.ts';
import { hashOfToken, isTokenText, isWholeToken } from './token-text.pure.ts';
import { findTokenAccess, type TokenAccess } from './tokens.repository.ts';

/** Of a session or an API token. */
export const authenticateAny: Authenticate = (app, text, options) =>
  isTokenText(text) ? authenticateToken(app, text, options) : authenticate(app, text, options);

export const reauthenticateAny: Reauthenticate = async (app, db, by) => {
  if ('session_id' in by) return reauthenticate(app, db, by.session_id);
  return evaluate(app, await findTokenAccess(db, { id: by.token_id }));
};

/** Token, owner, their permissions and required factor are read on every call, in one statement, as of a session. */
async function authenticateToken(
  app: App,
  text: string,
  { ip, onService }: Parameters<Authenticate>[2],
): Promise<Authentication> {
  if (!isWholeToken(text)) return { ok: false, reason: 'token_mistyped' };
  const row = await findTokenAccess(app.database.read, { token_hash: hashOfToken(text) });
  if (row?.is_service) onService?.(row.owner_id);
  const found = evaluate(app, row);
  if (found.ok && row && !isInNetworks(row.allowed_networks, ip))
    return { ok: false, reason: 'token_network' };
  return found;
}

/** It may what it was given, if its owner may: the user, or the role of a service account. */
function evaluate(app: App, row: TokenAccess | undefined): Authentication {
  if (!row) return { ok: false, reason: 'token_unknown' };
  if (!row.is_active) return { ok: false, reason: 'deactivated' };
  if (row.ended_at !== null || row.expires_at <= now({ app })) return { ok: false, reason: 'token_over' };
  const { is_service: isService } = row;
  if (isService && row.owner_role_id === null) return { ok: false, reason: 'token_ownerless' };
  const held = row.permissions?.split(',') ?? [];
  const seesAll = held.includes('locations.all');
  const ticked = row.ticked.split(',');
  const permissions = held.filter((one) => ticked.includes(one));
  const isWhole = row.scope === 'all';
  return {
    ok: true,
    user_id: row.owner_id,
    session_id: null,
    token: {
      ...{ id: row.id, name: row.name, ...(isService && { isService }) },
      ...(!isWhole && { within: { ofAll: isService || seesAll } }),
    },
    email: row.email,
    full_name: row.full_name,
    permissions: isWhole && seesAll ? [...permissions, 'locations.all'] : permissions,
    // Whoever made the token entered the code.
    second_factor: row.needs_factor && !row.has_factor ? 'setup_required' : 'satisfied',
  };
}
