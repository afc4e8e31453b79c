import type { AuditSubjectType } from '../../../contract/audit.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { type Authorized, systemContext } from '../../kernel/access.ts';
import type { App } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';
import { listLocationRefs } from '../locations/locations.service.ts';
import { getRole } from '../roles/roles.service.ts';
import { namesInScope } from '../users/users.service.ts';

type Everything = Authorized<'users.read'> & Authorized<'roles.read'>;

interface Subject {
  /** The endpoints about it begin with /api/ and one of these. */
  collections: readonly string[];
  findName(ctx: Everything, id: string): Promise<string>;
}

/** Everything that an audit entry may be about; one that is missing does not compile. */
const subjects: Record<AuditSubjectType, Subject> = {
  user: {
    collections: ['users'],
    findName: async (ctx, id) => (await namesInScope(ctx, [id])).get(id) ?? '',
  },
  location: {
    collections: ['locations'],
    findName: async (ctx, id) => (await listLocationRefs(ctx, [id]))[0]?.name ?? '',
  },
  role: { collections: ['roles'], findName: async (ctx, id) => (await getRole(ctx, id)).name },
  settings: { collections: ['mails', 'profile'], findName: async () => '' },
};

/** What the endpoint is about, by its path; null for one that names no row. */
export function subjectTypeOf({ path }: Pick<Endpoint, 'path'>): AuditSubjectType | null {
  const collection = path.split('/')[2] ?? '';
  const found = Object.entries(subjects).find(([, { collections }]) => collections.includes(collection));
  return (found?.[0] as AuditSubjectType | undefined) ?? null;
}

/**
 * The current name of a subject; empty when it does not exist. It ignores the scope, so only entries that need access
 * to all locations use it. For users and locations the query is the same whether they exist or not, so that the time
 * of a refusal gives nothing away. (Role names are visible to everybody who can refer to a role.)
 */
export async function findName(app: App, type: AuditSubjectType, id: string): Promise<string> {
  const everything = systemContext(app) as Everything;
  return subjects[type].findName(everything, id).catch(ignoreMissing);
}

function ignoreMissing(error: unknown): string {
  if (error instanceof ApiError && error.code === 'not_found') return '';
  throw error;
}
