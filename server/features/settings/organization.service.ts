import {
  type Organization,
  type OrganizationInput,
  organizationFields,
  variableOf,
} from '../../../contract/organization.ts';
import { type Authorized, requireAct } from '../../kernel/access.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { change } from '../../kernel/change.ts';
import type { Context } from '../../kernel/context.ts';
import { changedFields, updateStamp } from '../../kernel/edit.ts';
import { refuseStale } from '../../kernel/stale.ts';
import { ApiError } from '../../platform/http/errors.ts';
import * as repository from './settings.repository.ts';

type Changes = { [Field in keyof OrganizationInput]?: OrganizationInput[Field] | undefined };

export async function getOrganization(ctx: Authorized<'settings.read'>): Promise<Organization> {
  await ctx.app.live.refresh();
  return present(ctx, await repository.findOrganization(ctx.app.database.read));
}

/** @throws ApiError 403 without access to all locations; 409 for what a variable sets; 412 */
export async function updateOrganization(
  ctx: Authorized<'settings.update'>,
  changes: Changes,
  ifMatch: string | null,
): Promise<Organization> {
  requireAct(ctx, 'editOrganization');
  refuseFixed(ctx, changes);
  const saved = await change(ctx, {}, async (ctx) => {
    const stored = await repository.lockOrganization(ctx.tx);
    const before = valuesOf(ctx, stored);
    const changed = changedFields(before, changes, organizationFields);
    if (!changed) return stored;
    const { updated_at = '', updated_by = null, updated_by_name = '' } = stored;
    await refuseStale(ctx, { updated_at, updated_by, updated_by_name }, ifMatch);
    const next = { ...stored, ...changed.after, ...updateStamp(ctx, { updated_at: updated_at || '1970' }) };
    await repository.updateOrganization(ctx.tx, next);
    audit(ctx, {
      action: 'settings.updated',
      subject: { type: 'settings', id: null, name: 'Organization' },
      details: { ...changed },
    });
    return next;
  });
  // This server at once, the others within a second.
  await ctx.app.live.refresh();
  return present(ctx, saved);
}

/** @throws ApiError 409 */
function refuseFixed({ app }: Context, changes: Changes): void {
  const field = app.live.fixed.find(
    (one) => changes[one] !== undefined && changes[one] !== (app.config[one] ?? null),
  );
  if (!field) return;
  throw new ApiError('conflict', `${variableOf(field)} is set on the server, so it cannot be changed here.`);
}

function present(ctx: Context, stored: repository.StoredOrganization): Organization {
  return {
    ...valuesOf(ctx, stored),
    fixed: [...ctx.app.live.fixed],
    updated_at: stored.updated_at ?? null,
  };
}

/** What is stored, except what a variable sets, or the default of what nobody changed. */
function valuesOf(
  { app: { config, live } }: Context,
  stored: repository.StoredOrganization,
): OrganizationInput {
  const values = organizationFields.map((field) => {
    const value = live.fixed.includes(field) ? undefined : stored[field];
    return [field, value === undefined ? (config[field] ?? null) : value];
  });
  return Object.fromEntries(values) as OrganizationInput;
}
