import { mayImport } from '../../../../contract/access/acts.ts';
import type { RunSubject } from '../../../../contract/runs.ts';
import { forbidden } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';

/** @throws ApiError 403 for an actor who may neither add nor edit rows of this list. */
export function requireImport(ctx: Context, about: RunSubject): void {
  if (!mayImport(about, (permission) => ctx.actor.permissions.has(permission))) throw forbidden(ctx);
}
