import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { isWithin } from '../../../platform/clock.ts';
import { uuidFrom } from '../../../platform/uuid.ts';

/** Auth protocol, section 5. The active token can be computed again at any time, so only its key is stored. */
export interface RefreshToken {
  session_id: string;
  counter: number;
  mac: Buffer;
}

const idBytes = 16;
const counterBytes = 4;
const macBytes = 32;
const tokenPattern = /^[A-Za-z0-9_-]+$/;

/** How long after its use a token older than the parent still gets the active one (auth protocol, section 5). */
export const reuseIntervalMs = 10_000;

/** A new key ends the tokens issued before. */
export function firstRefreshToken() {
  return { refresh_key: randomBytes(32).toString('base64url'), refresh_counter: 1, refresh_uses: '' };
}

/** `serverKey` is not in the database, so a copy of it is not enough. */
export function formatRefreshToken(
  serverKey: Buffer,
  session: { id: string; refresh_key: string; refresh_counter: number },
): string {
  const head = encodeHead(session.id, session.refresh_counter);
  return Buffer.concat([head, mac(serverKey, session.refresh_key, head)]).toString('base64url');
}

/** Null when it is malformed. Does not check the MAC. */
export function parseRefreshToken(text: string): RefreshToken | null {
  if (!tokenPattern.test(text)) return null;
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== idBytes + counterBytes + macBytes) return null;
  return {
    session_id: uuidFrom(bytes),
    counter: bytes.readUInt32BE(idBytes),
    mac: bytes.subarray(idBytes + counterBytes),
  };
}

export function isGenuine(serverKey: Buffer, refreshKey: string, token: RefreshToken): boolean {
  return timingSafeEqual(token.mac, mac(serverKey, refreshKey, encodeHead(token.session_id, token.counter)));
}

export type Decision = 'rotate' | 'return_active' | 'replayed' | 'unknown';

/** The token is genuine and its session open (the table in auth protocol, section 5). */
export function decide(
  session: { refresh_counter: number; refresh_uses: string },
  counter: number,
  nowMs: number,
): Decision {
  const age = session.refresh_counter - counter;
  if (age < 0) return 'unknown';
  if (age === 0) return 'rotate';
  // The parent gets the active token at any age: the client lost our answer, or another tab was first.
  if (age === 1) return 'return_active';
  const usedAt = readUses(session.refresh_uses).at(-age);
  return usedAt !== undefined && isWithin(reuseIntervalMs, usedAt, nowMs) ? 'return_active' : 'replayed';
}

/** Drops times that are too old to allow an older token. */
export function recordUse(uses: string, nowMs: number): string {
  const recent = readUses(uses).filter((usedAt) => isWithin(reuseIntervalMs, usedAt, nowMs));
  return [...recent, nowMs].join(',');
}

function readUses(uses: string): number[] {
  return uses ? uses.split(',').map(Number) : [];
}

function encodeHead(sessionId: string, counter: number): Buffer {
  const head = Buffer.alloc(idBytes + counterBytes);
  head.write(sessionId.replaceAll('-', ''), 'hex');
  head.writeUInt32BE(counter, idBytes);
  return head;
}

function mac(serverKey: Buffer, refreshKey: string, head: Buffer): Buffer {
  const key = createHmac('sha256', serverKey).update(refreshKey).digest();
  return createHmac('sha256', key).update(head).digest();
}
