import type { RunSubject } from '../../../contract/runs.ts';
import type { Context } from '../../kernel/context.ts';
import { listLocationRefs } from '../locations/locations.service.ts';
import { namesInScope } from '../users/users.service.ts';

/** The users or locations among the ids that are in the reader's scope. */
export async function visibleSubjects(
  ctx: Context,
  about: RunSubject,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (about === 'users') return new Set((await namesInScope(ctx, ids)).keys());
  return new Set((await listLocationRefs(ctx, ids)).map((location) => location.id));
}
