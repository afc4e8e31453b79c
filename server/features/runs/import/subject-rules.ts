import type { Permission } from '../../../../contract/access/permissions.ts';
import type { RunSubject } from '../../../../contract/runs.ts';
import { forbidden, requirePermission } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';

const changing: Record<RunSubject, readonly Permission[]> = {
  users: ['users.create', 'users.update'],
  locations: ['locations.create', 'locations.update'],
};

/** @throws ApiError 403 for an actor who may neither add nor edit rows of this list. */
export function requireImport(ctx: Context, about: RunSubject): void {
  requirePermission(ctx, `${about}.read`);
  if (!changing[about].some((permission) => ctx.actor.permissions.has(permission))) throw forbidden(ctx);
}
