import type { AuditSubjectType } from '../../../contract/audit.ts';
import type { Endpoint } from '../../../contract/http/endpoint.ts';
import type { App } from '../../kernel/context.ts';
import { ApiError } from '../../kernel/errors.ts';

/** The subject of an endpoint, from its path; null for a path that names no row. */
export function subjectTypeOf(
  { auditSubjects }: Pick<App, 'auditSubjects'>,
  { path }: Pick<Endpoint, 'path'>,
): AuditSubjectType | null {
  const collection = path.split('/')[2] ?? '';
  const found = Object.entries(auditSubjects).find(([, { collections }]) => collections.includes(collection));
  return (found?.[0] as AuditSubjectType | undefined) ?? null;
}

/**
 * The current name of a subject; empty when it does not exist. It ignores the scope, so only entries that need access
 * to all locations use it. For users and locations the same query runs whether they exist or not, so that the time of
 * a refusal reveals nothing. (Role names are visible to every user who can refer to a role.)
 */
export async function findName(app: App, type: AuditSubjectType, id: string): Promise<string> {
  return app.auditSubjects[type].findName(app, id).catch(ignoreMissing);
}

function ignoreMissing(error: unknown): string {
  if (error instanceof ApiError && error.code === 'not_found') return '';
  throw error;
}
