import { createHash } from 'node:crypto';
import { type Authorized, scopeOf } from '../access.ts';
import type { Context } from '../context.ts';
import { listOwnLocations } from '../scope.ts';
import type { Clock } from './change-clock.ts';

/** What a cursor says: the state that its reader has, and of what the reader saw the rows. */
export interface Position extends Clock {
  /** Of the user, their permissions and their locations. */
  scope: string;
}

const purpose = 'cursor of changes';
const plain = /^([0-9a-f-]{36})\.(\d{1,15})\.([\w-]{16})$/;

/** Of a reader with access to all locations who also sees users who left. Only they learn ids and numbers of changes. */
export function seesEveryRow(ctx: Authorized): boolean {
  const scope = scopeOf(ctx);
  return scope.all && !scope.hidesPast;
}

/** Encrypted for those who do not see every row: the number would tell how much happens elsewhere. */
export function encodeCursor(ctx: Authorized, { epoch, seq, scope }: Position): string {
  const text = `${epoch}.${seq}.${scope}`;
  return seesEveryRow(ctx) ? text : ctx.app.secrets.seal(text, purpose);
}

/** Null for anything that `encodeCursor` did not make for such a reader. */
export function decodeCursor(ctx: Authorized, cursor: string): Position | null {
  const [, epoch, seq, scope] = plain.exec(seesEveryRow(ctx) ? cursor : unseal(ctx, cursor)) ?? [];
  return epoch && seq && scope ? { epoch, seq: Number(seq), scope } : null;
}

function unseal({ app }: Context, cursor: string): string {
  try {
    return app.secrets.open(cursor, purpose);
  } catch {
    return '';
  }
}

/** Read it before the rows: then a newer row comes twice at worst, and one of another scope makes the cursor unknown. */
export async function readPosition(ctx: Authorized): Promise<Position> {
  const [clock, scope] = await Promise.all([ctx.app.clock.read(), readScope(ctx)]);
  return { ...clock, scope };
}

/** Another one when the reader's permissions or locations are others. */
export async function readScope(ctx: Authorized): Promise<string> {
  return hashOf(ctx, await readLocations(ctx));
}

/**
 * With the profile and the first page of a list. At most a second old, so that a page seldom waits for it: an earlier
 * state is right too, and a location that was added or taken away since makes the cursor one of another scope.
 */
export async function firstCursor(
  ctx: Authorized,
  { after, ids }: { after?: unknown; ids?: unknown } = {},
): Promise<{ cursor?: string }> {
  if (after !== undefined || ids !== undefined) return {};
  const { clock } = ctx.app;
  const { user_id, token } = ctx.actor;
  const locations = clock.recentScope(token?.id ?? user_id ?? '', () => readLocations(ctx));
  const [now, theirs] = await Promise.all([clock.recent(), locations]);
  return { cursor: encodeCursor(ctx, { ...now, scope: hashOf(ctx, theirs) }) };
}

/** As one text, hashed because there may be thousands. */
async function readLocations(ctx: Authorized): Promise<string> {
  const own = await listOwnLocations(ctx.app.database.read, scopeOf(ctx));
  return own ? digest(own) : '';
}

function hashOf({ actor }: Context, locations: string): string {
  return digest([actor.token?.id ?? actor.user_id ?? '', ...[...actor.permissions].sort(), locations]);
}

function digest(texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('\n')).digest('base64url').slice(0, 16);
}
