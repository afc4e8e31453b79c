import type { AuditSubjectType } from '../../../contract/audit.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { type Authorized, scopeOf, systemContext } from '../../platform/access.ts';
import { audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { ApiError } from '../../platform/errors.ts';
import { listLocationRefs } from '../locations/locations.service.ts';
import { getRole } from '../roles/roles.service.ts';
import { getUser } from '../users/users.service.ts';

/** Somebody who tries in a loop is written down often enough to be seen, and not more. */
const budget = { limit: 30, window_seconds: 60 };

/**
 * Writes down that somebody tried to change what is not theirs to change. Only those who reach every store read
 * it, because it names what the person could not see. A 404 is written down whether or not the thing exists, so
 * that neither the answer nor its time tells; a fault here changes nothing for the caller.
 */
export async function recordDenial(
  ctx: Context,
  endpoint: Endpoint,
  params: unknown,
  error: ApiError,
): Promise<void> {
  // Who reaches everything and finds nothing was not refused.
  if (error.code !== 'forbidden' && scopeOf(ctx).all) return;
  try {
    const { allowed } = await ctx.app.limits.take(`denial:${ctx.actor.user_id}`, budget);
    if (!allowed) return;
    const subject = await subjectOf(ctx, endpoint, (params as { id?: unknown }).id);
    const asked = endpoint.failure.replace(/^Failed to /, '');
    await ctx.app.database.write((tx) =>
      audit(tx, ctx, { action: 'access.denied', subject, details: { asked, reason: error.message } }),
    );
  } catch (fault) {
    ctx.app.log.error({ err: fault, request: ctx.request.id }, 'a refusal could not be written down');
  }
}

type Find = (everything: Authorized<'users.read' | 'roles.read'>, id: string) => Promise<string>;

const subjects: { path: string; type: AuditSubjectType; nameOf: Find }[] = [
  {
    path: '/api/users',
    type: 'user',
    nameOf: async (ctx, id) => {
      const user = await getUser(ctx as Authorized<'users.read'>, id);
      return user.full_name || user.email;
    },
  },
  {
    path: '/api/locations',
    type: 'location',
    nameOf: async (ctx, id) => (await listLocationRefs(ctx, [id]))[0]?.name ?? '',
  },
  {
    path: '/api/roles',
    type: 'role',
    nameOf: async (ctx, id) => (await getRole(ctx as Authorized<'roles.read'>, id)).name,
  },
];

async function subjectOf(ctx: Context, endpoint: Endpoint, id: unknown) {
  const known = subjects.find(({ path }) => endpoint.path.startsWith(path));
  if (!known || typeof id !== 'string' || !/^[0-9a-f-]{36}$/i.test(id)) {
    return { type: known?.type ?? 'settings', id: null, name: '' } as const;
  }
  const name = await known.nameOf(systemContext(ctx.app), id.toLowerCase()).catch(() => '');
  return { type: known.type, id: id.toLowerCase(), name };
}
