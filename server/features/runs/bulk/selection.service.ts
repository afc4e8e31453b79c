import { runLinesMax } from '../../../../contract/fields/limits.ts';
import {
  type ListSelection,
  locationSelectionQuery,
  userSelectionQuery,
} from '../../../../contract/lists/list.ts';
import type { ListedSubject } from '../../../../contract/runs.ts';
import { type Authorized, requirePermission } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { readListQuery } from '../../../platform/http/list-query.ts';
import { listLocationRefs } from '../../locations/locations.service.ts';
import { matchingLocations } from '../../locations/locations-list.service.ts';
import { matchingUsers } from '../../users/list/matching-users.service.ts';
import { namesInScope } from '../../users/users.service.ts';

interface Selected {
  id: string;
  name: string;
}

/**
 * At most one row more than a run may have. Rows that do not exist for the actor are only counted: lines for them would
 * let a user store as many as they like. @throws ApiError 400 for a query that the list would refuse.
 */
export async function selectRows(
  ctx: Authorized,
  about: ListedSubject,
  selection: ListSelection,
): Promise<{ rows: Selected[]; left_out: number }> {
  if ('query' in selection) return { rows: await matching(ctx, about, selection), left_out: 0 };
  const ids = [...new Set(selection.ids)];
  const names =
    about === 'users'
      ? await namesInScope(ctx, ids)
      : new Map((await listLocationRefs(ctx, ids)).map(({ id, name }) => [id, name]));
  const rows = ids.flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : { id, name };
  });
  return { rows, left_out: ids.length - rows.length };
}

async function matching(
  ctx: Context,
  about: ListedSubject,
  { query, except }: Extract<ListSelection, { query: string }>,
): Promise<Selected[]> {
  const limit = runLinesMax + 1 + except.length;
  const rows =
    about === 'users'
      ? await matchingUsers(
          requirePermission(ctx, 'users.read'),
          readListQuery(userSelectionQuery, query, 'selection'),
          limit,
        )
      : await matchingLocations(
          requirePermission(ctx, 'locations.read'),
          readListQuery(locationSelectionQuery, query, 'selection'),
          limit,
        );
  const excepted = new Set(except);
  return rows.filter(({ id }) => !excepted.has(id));
}
