import { sql } from 'kysely';
import type { OwnProfile } from '../../../contract/profile.ts';
import type { Authorized } from '../../kernel/access.ts';
import { audit, userSubject } from '../../kernel/audit/audit.ts';
import { change } from '../../kernel/change.ts';
import { type Context, reader } from '../../kernel/context.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { secondFactorOf, signUpNameOf } from '../auth/accounts/user-accounts.service.ts';
import { ensureProfile, findHelper, findOneself, updateOwnProfile } from '../users/users.service.ts';

const createFailure = 'Failed to create user profile';

/** Without a row, one is created from the account (docs/specification.md, section 4). */
export async function getProfile(ctx: Authorized<'signed_in'>): Promise<OwnProfile> {
  return (await find(ctx)) ?? makeProfile(ctx);
}

/** Only administrators change the rest. */
export function updateProfile(
  ctx: Authorized<'signed_in'>,
  changes: { full_name?: string | undefined; phone?: string | null | undefined },
): Promise<OwnProfile> {
  const { id } = own(ctx);
  return change(ctx, { user: id }, async (ctx) => {
    await updateOwnProfile(ctx, id, changes);
    return (await find(ctx)) ?? gone();
  });
}

function makeProfile(ctx: Authorized<'signed_in'>): Promise<OwnProfile> {
  const { id, email } = own(ctx);
  return change(ctx, {}, async (ctx) => {
    const full_name = await signUpNameOf(ctx.tx, id);
    const isNew = await ensureProfile(ctx, { id, email, full_name });
    if (isNew) {
      audit(ctx, {
        action: 'user.created',
        subject: userSubject({ id, email, full_name }),
        details: { after: { email, full_name } },
      });
    }
    return (await find(ctx)) ?? gone();
  });
}

async function find(ctx: Authorized<'signed_in'>): Promise<OwnProfile | null> {
  const user = await findOneself(ctx);
  if (!user) return null;
  const { is_set_up, is_required } = await secondFactorOf(reader(ctx), user.id);
  const helper = ctx.actor.permissions.size === 0 ? await findHelper(ctx, user.id) : null;
  return {
    ...user,
    ...(await areasOf(ctx)),
    ...(helper && { helper }),
    permissions: [...ctx.actor.permissions].sort(),
    second_factor: { is_set_up, is_required },
  };
}

/** Areas of the sidebar that a chain may do without. */
async function areasOf(ctx: Context) {
  const query = sql<Record<'registers' | 'districts', boolean | number>>`select
    exists (select 1 from register_connections) or exists (select 1 from register_closes)
      or exists (select 1 from register_stock_locations) as registers,
    exists (select 1 from districts) as districts`;
  const row = (await query.execute(reader(ctx))).rows[0];
  return { has_registers: Boolean(row?.registers), has_districts: Boolean(row?.districts) };
}

function own(ctx: Context): { id: string; email: string } {
  const { user_id, email } = ctx.actor;
  if (!user_id || !email) throw new ApiError('unauthenticated', 'No user logged in');
  return { id: user_id, email };
}

function gone(): never {
  throw new ApiError('conflict', 'A user with this email address already exists', { failure: createFailure });
}
