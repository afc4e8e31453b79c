import type { AuditSubjectType } from '../../../contract/audit.ts';
import { type Authorized, systemContext } from '../../platform/access.ts';
import type { App } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import { listLocationRefs } from '../locations/locations.service.ts';
import { getRole } from '../roles/roles.service.ts';
import { getUser } from '../users/users.service.ts';

type Everything = Authorized<'users.read'> & Authorized<'roles.read'>;

const finders: Partial<Record<AuditSubjectType, (ctx: Everything, id: string) => Promise<string>>> = {
  user: async (ctx, id) => {
    const user = await getUser(ctx, id);
    return user.full_name || user.email;
  },
  location: async (ctx, id) => (await listLocationRefs(ctx, [id]))[0]?.name ?? '',
  role: async (ctx, id) => (await getRole(ctx, id)).name,
};

/**
 * What something is called now, whoever asks; empty when it does not exist. Only for entries that those who
 * reach every store read.
 */
export async function findName(app: App, type: AuditSubjectType, id: string): Promise<string> {
  const everything = systemContext(app) as Everything;
  return (await finders[type]?.(everything, id).catch(ignoreMissing)) ?? '';
}

function ignoreMissing(error: unknown): string {
  if (error instanceof ApiError && error.code === 'not_found') return '';
  throw error;
}
