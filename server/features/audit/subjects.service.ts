import type { AuditSubjectType } from '../../../contract/audit.ts';
import type { Endpoint } from '../../../contract/http/endpoint.ts';
import type { App } from '../../kernel/context.ts';
import { ApiError } from '../../platform/http/errors.ts';

/** Null for a path that names no row. */
export function subjectTypeOf(
  { auditSubjects }: Pick<App, 'auditSubjects'>,
  { path }: Pick<Endpoint, 'path'>,
): AuditSubjectType | null {
  const collection = path.split('/')[2] ?? '';
  const found = Object.entries(auditSubjects).find(([, { collections }]) => collections.includes(collection));
  return (found?.[0] as AuditSubjectType | undefined) ?? null;
}

/**
 * Empty when it does not exist. Ignores the scope, so only entries that need access to all locations use it. The same
 * query runs for users and locations that do not exist, so that the time of a refusal reveals nothing.
 */
export async function findName(app: App, type: AuditSubjectType, id: string): Promise<string> {
  return app.auditSubjects[type].findName(app, id).catch(ignoreMissing);
}

function ignoreMissing(error: unknown): string {
  if (error instanceof ApiError && error.code === 'not_found') return '';
  throw error;
}
