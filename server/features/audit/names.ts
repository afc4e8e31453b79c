import type { AuditSubjectType } from '../../../contract/audit.ts';
import { type Authorized, systemContext } from '../../kernel/access.ts';
import type { App } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { listLocationRefs } from '../locations/locations.service.ts';
import { getRole } from '../roles/roles.service.ts';
import { namesInScope } from '../users/users.service.ts';

type Everything = Authorized<'users.read'> & Authorized<'roles.read'>;

const finders: Partial<Record<AuditSubjectType, (ctx: Everything, id: string) => Promise<string>>> = {
  user: async (ctx, id) => (await namesInScope(ctx, [id])).get(id) ?? '',
  location: async (ctx, id) => (await listLocationRefs(ctx, [id]))[0]?.name ?? '',
  role: async (ctx, id) => (await getRole(ctx, id)).name,
};

/**
 * What something is called now, whoever asks; empty when it does not exist. Only for entries that those who
 * have access to all locations read. Of users and locations it asks the database the same single question whether they exist or
 * not, so that the time of a refusal does not tell. (Roles are no secret to whoever can name one.)
 */
export async function findName(app: App, type: AuditSubjectType, id: string): Promise<string> {
  const everything = systemContext(app) as Everything;
  return (await finders[type]?.(everything, id).catch(ignoreMissing)) ?? '';
}

function ignoreMissing(error: unknown): string {
  if (error instanceof ApiError && error.code === 'not_found') return '';
  throw error;
}
