import { runLinesMax } from '../../../../contract/fields/limits.ts';
import { requirePermission } from '../../../kernel/access.ts';
import { type Context, reader } from '../../../kernel/context.ts';
import { matchingUsers } from '../../users/list/matching-users.service.ts';
import type { UserRequest } from '../line-request.pure.ts';
import { type LineRow, lastLine, listKeys, type NewLine } from '../run-lines.repository.ts';
import type { RunRow } from '../runs.repository.ts';

export const notInFile = 'Not in the file';
export const notInFileUnsure =
  'Not in the file. Some lines could not be matched to a user, so missing users are not deactivated.';

/** Planning added the line. */
export function isNotInFile(run: Pick<RunRow, 'kind'>, row: Pick<LineRow, 'cells'>): boolean {
  return run.kind === 'import' && row.cells === null;
}

/** Users in scope whom no line names. Never the actor. */
export async function missingUsers(ctx: Context, run: RunRow): Promise<NewLine[]> {
  const db = reader(ctx);
  const active = await matchingUsers(requirePermission(ctx, 'users.read'), activeUsers, runLinesMax);
  const named = await listKeys(
    db,
    run.id,
    active.map(({ id }) => keyOf(id)),
  );
  const missing = active.filter(({ id }) => !named.has(keyOf(id)) && id !== ctx.actor.user_id);
  const last = await lastLine(db, run.id);
  const request: UserRequest = { fields: { is_active: false } };
  return missing.map(({ id, name }, index) => ({
    ...{ line: last + index + 1, request, subject_id: id, subject_name: name, reason: notInFile },
  }));
}

const activeUsers = { status: { isNot: false, values: ['active'] } };
const keyOf = (id: string) => `id:${id}`;
