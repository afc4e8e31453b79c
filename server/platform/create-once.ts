import { createHash } from 'node:crypto';
import type { Context } from './context.ts';
import { ApiError } from './errors.ts';

/** Identifies what a create asked for, so that its repetition is recognised. */
export function fingerprint(input: unknown): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('base64url');
}

interface Made {
  created_by: string | null;
  created_from: string | null;
}

/**
 * A create whose id is known already: fine when the same person repeats the same request.
 * @throws ApiError 409 for anything else.
 */
export function requireRepetition(ctx: Context, row: Made | null, asked: string): void {
  if (row && row.created_from === asked && row.created_by === ctx.actor.user_id) return;
  throw new ApiError('conflict', 'This id is already in use.');
}
