import { type Act, acts, mayAct } from '../../contract/access/acts.ts';
import { allPermissions, type Permission, type Requirement } from '../../contract/access/permissions.ts';
import { reasons } from '../../contract/access/reasons.ts';
import type { Endpoint } from '../../contract/http/endpoint.ts';
import { deactivatedMessage, noAccessMessage, setupRequiredMessage } from '../../contract/http/errors.ts';
import { isForTokens } from '../../contract/http/for-tokens.ts';
import { displayName, seesPastOfUsers } from '../../contract/users.ts';
import { inOrder } from '../platform/background/background.ts';
import { ApiError } from '../platform/http/errors.ts';
import {
  type Actor,
  type ActorToken,
  type App,
  type Authentication,
  type Context,
  type Credential,
  type InTransaction,
  now,
  type RequestInfo,
} from './context.ts';
import type { Queryable } from './database/database.ts';

declare const granted: unique symbol;

/** What nobody has who is not signed in. */
export type Known = Exclude<Requirement, 'anyone'>;

/**
 * Only this file creates one, so it proves that the actor has the permission; without a name, that they are signed in or
 * have any. Nothing in a scope is read without one.
 */
export type Authorized<R extends Requirement = Known> = Context & { readonly [granted]: R };

const everything: ReadonlySet<Permission> = new Set(allPermissions);
const nothing: ReadonlySet<Permission> = new Set();

/**
 * Own locations are those at a moment, because covers end; with `coversNothing` without a look at covers. `hidesPast`
 * leaves out users who left, and when users last signed in.
 */
export type Scope = ({ all: true } | OwnScope) & { hidesPast?: boolean };

interface OwnScope {
  all: false;
  user_id: string;
  at: string;
  coversNothing?: boolean;
  /** The API token that is narrowed to its places, among all locations or the user's own. */
  within?: { token_id: string; ofAll: boolean; isService?: boolean };
}

export function scopeOf(ctx: Authorized): Scope {
  const { actor } = ctx;
  const hidesPast = !seesPastOfUsers((permission) => actor.permissions.has(permission));
  if (actor.permissions.has('locations.all')) return { all: true, hidesPast };
  if (!actor.user_id) throw new Error('An anonymous request has no scope');
  const { user_id, coversNothing } = actor;
  const { id: token_id = '', within, isService } = actor.token ?? {};
  const own = {
    all: false,
    user_id,
    at: now(ctx),
    hidesPast,
    ...(coversNothing && { coversNothing }),
  } as const;
  return within ? { ...own, within: { token_id, ...within, ...(isService && { isService }) } } : own;
}

/**
 * `requireEndpoint` then decides what the actor may do. Without `isUse`, the session grows older nevertheless.
 * @throws ApiError 401 without a live session, for a deactivated user and before the code of the second factor, unless
 * anyone may call; 403 before a required second factor is set up.
 */
export async function identify(
  app: App,
  request: RequestInfo,
  authorization: string | undefined,
  endpoint: Pick<Endpoint, 'permission' | 'duringSetup' | 'isBackground'>,
  onService?: (user_id: string) => void,
): Promise<Context> {
  const { permission, duringSetup, isBackground } = endpoint;
  if (permission === 'anyone') return { app, request, actor: anonymous };
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
  if (!token) throw new ApiError('unauthenticated', 'Sign in to continue.');
  const result = await app.authenticate(app, token, { isUse: !isBackground, ip: request.ip, onService });
  if (!result.ok) throw refusals[result.reason]();
  if (result.second_factor === 'code_required') throw refusals.code_required();
  if (result.second_factor === 'setup_required' && !duringSetup) throw refusals.setup_required();
  const actor = actorOf(app, result);
  return { app, actor, request: { ...request, ...(result.token && { via: 'token' as const }) } };
}

/** @throws ApiError 403 */
export function requireEndpoint<E extends Pick<Endpoint, 'permission' | 'forTokens'>>(
  ctx: Context,
  endpoint: E,
): Authorized<E['permission']> {
  if (ctx.actor.token && !isForTokens(endpoint)) throw new ApiError('forbidden', reasons.notForTokens);
  return requirePermission(ctx, endpoint.permission);
}

type Identified = Extract<Authentication, { ok: true }>;

function actorOf(app: App, user: Identified): Actor {
  const { user_id, session_id, token, email, covers_nothing: coversNothing } = user;
  const name = token?.isService ? `${displayName(user)} (service account)` : displayName(user);
  const actor = {
    kind: 'user',
    user_id,
    session_id,
    name,
    email,
    ...(coversNothing && { coversNothing }),
  } as const;
  return { ...actor, permissions: permissionsOf(app, user), ...(token && { token }) };
}

/** A token is as narrow where nothing else is checked. */
function permissionsOf(
  app: App,
  user: { permissions: readonly string[]; token?: ActorToken },
): ReadonlySet<Permission> {
  const isOpen = app.config.access_policy === 'open' && !user.token;
  return isOpen ? everything : new Set(user.permissions as Permission[]);
}

/**
 * Begins every change. Since the request was authorized, the actor may have been deactivated, signed out or lost a
 * role. Until the transaction ends, nobody can revoke their permissions. @throws ApiError 401, 403
 */
export async function recheckActor({ app, actor, tx }: InTransaction, changed: string | null): Promise<void> {
  const locked = app.lockUsers(tx, { actor: actor.user_id, changed });
  const by = credentialOf(actor);
  if (actor.kind !== 'user' || !by) return locked;
  // A statement of its own: one that waits for a lock sees the other tables as they were before the wait.
  const [, result] = await inOrder([locked, app.reauthenticate(app, tx, by)]);
  if (!result.ok) throw refusals[result.reason]();
  if (result.second_factor === 'code_required') throw refusals.code_required();
  const current = actorOf(app, result);
  const isLess = [...actor.permissions].some((permission) => !current.permissions.has(permission));
  if (isLess || !seesAsMuch(current, actor)) throw permissionsChanged();
}

function credentialOf({ session_id, token }: Pick<Actor, 'session_id' | 'token'>): Credential | null {
  if (token) return { token_id: token.id };
  return session_id === null ? null : { session_id };
}

/**
 * For work of a session or an API token that continues without requests. In a transaction, lock the user before.
 * @throws ApiError 401 when it is over or the user is deactivated, 403 without the second factor.
 */
export async function contextOf(
  app: App,
  db: Queryable,
  by: Credential,
  request: RequestInfo,
): Promise<Authorized<'signed_in'>> {
  const user = await app.reauthenticate(app, db, by);
  if (!user.ok) throw refusals[user.reason]();
  if (user.second_factor !== 'satisfied') throw refusals[user.second_factor]();
  return mint({ app, request, actor: actorOf(app, user) });
}

/**
 * For work that continues without a session. In a transaction, lock the user before.
 * @throws ApiError 401 for a user who is deactivated or deleted, 403 before a required second factor is set up.
 */
export async function contextWithoutSession(
  app: App,
  db: Queryable,
  user_id: string,
  request: RequestInfo,
): Promise<Authorized<'signed_in'>> {
  const user = await app.findActor(db, user_id);
  if (!user) throw refusals.deactivated();
  if (user.needs_setup) throw refusals.setup_required();
  const permissions = permissionsOf(app, user);
  const actor = { kind: 'user', user_id, session_id: null, name: displayName(user) } as const;
  return mint({ app, request, actor: { ...actor, email: user.email, permissions } });
}

export const permissionsChanged = () =>
  new ApiError('forbidden', 'Your permissions changed. Reload the page and try again.');

const refusals = {
  invalid_token: () => new ApiError('unauthenticated', 'Your session is not valid. Sign in again.'),
  session_ended: () => new ApiError('session_ended', 'Your session has ended. Sign in again.'),
  deactivated: () => new ApiError('account_deactivated', deactivatedMessage),
  token_mistyped: () =>
    new ApiError('unauthenticated', 'This API token has a typing error or is not complete. Copy it again.'),
  token_unknown: () => new ApiError('unauthenticated', 'This API token is not known here.'),
  token_over: () =>
    new ApiError('unauthenticated', 'This API token has expired or was ended. Make a new one.'),
  token_ownerless: () =>
    new ApiError(
      'unauthenticated',
      'The role that owned this service account was deleted. It needs another one.',
    ),
  token_network: () =>
    new ApiError('unauthenticated', 'This API token may not be used from this IP address.'),
  code_required: () =>
    new ApiError('second_factor_required', 'Enter the code from your authenticator app to continue.'),
  setup_required: () => new ApiError('second_factor_setup_required', setupRequiredMessage),
};

/** @throws ApiError 403, with a text that does not depend on what exists. */
export function requirePermission<R extends Requirement>(ctx: Context, requirement: R): Authorized<R> {
  if (!holds(ctx.actor, requirement)) throw forbidden(ctx);
  return mint(ctx);
}

export function holds({ permissions }: Actor, requirement: Requirement): boolean {
  return requirement === 'anyone' || requirement === 'signed_in' || permissions.has(requirement);
}

export function hasSamePermissions(actor: Actor, other: Actor): boolean {
  const { permissions } = actor;
  return (
    permissions.size === other.permissions.size &&
    [...permissions].every((one) => other.permissions.has(one)) &&
    seesAsMuch(actor, other) &&
    seesAsMuch(other, actor)
  );
}

/** Of one API token, whose owner may have lost access to all locations. */
function seesAsMuch(actor: Actor, other: Actor): boolean {
  return !other.token?.within?.ofAll || actor.token?.within?.ofAll === true;
}

/** @throws ApiError 403 */
export function requireAct(ctx: Context, act: Act): void {
  for (const permission of acts[act]) requirePermission(ctx, permission);
}

export function mayDo(act: Act, { actor }: Pick<Context, 'actor'>): boolean {
  return mayAct(act, (permission) => actor.permissions.has(permission));
}

export function forbidden(ctx: Context): ApiError {
  const detail = ctx.actor.permissions.size === 0 ? noAccessMessage : reasons.notAllowed;
  return new ApiError('forbidden', detail);
}

/** Has every permission. */
export function systemContext<R extends Requirement = Known>(
  app: App,
  name = 'Command line',
  request: RequestInfo = { id: 'command-line', ip: '', user_agent: '', via: 'command line' },
): Authorized<R> {
  return mint({
    app,
    actor: { kind: 'system', user_id: null, session_id: null, name, email: null, permissions: everything },
    request,
  });
}

const anonymous: Actor = {
  kind: 'anonymous',
  user_id: null,
  session_id: null,
  name: 'Someone not signed in',
  email: null,
  permissions: nothing,
};

/** For signing in and confirming an email. */
export function anonymousContext(app: App, request: RequestInfo): Authorized<'anyone'> {
  return mint({ app, request, actor: anonymous });
}

function mint<R extends Requirement>(ctx: Context): Authorized<R> {
  return ctx as Authorized<R>;
}
