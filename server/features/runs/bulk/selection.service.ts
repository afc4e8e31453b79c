import * as z from 'zod/mini';
import { runLinesMax } from '../../../../contract/fields/limits.ts';
import { locationSelectionQuery, userSelectionQuery } from '../../../../contract/lists/list.ts';
import type { ListedSubject, RunSelection } from '../../../../contract/runs.ts';
import { requirePermission } from '../../../kernel/access.ts';
import type { Context } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';
import { listLocationRefs } from '../../locations/locations.service.ts';
import { matchingLocations } from '../../locations/matching-locations.service.ts';
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
  ctx: Context,
  about: ListedSubject,
  selection: RunSelection,
): Promise<{ rows: Selected[]; left_out: number }> {
  if ('query' in selection) return { rows: await matching(ctx, about, selection.query), left_out: 0 };
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

function matching(ctx: Context, about: ListedSubject, query: string): Promise<Selected[]> {
  const limit = runLinesMax + 1;
  return about === 'users'
    ? matchingUsers(requirePermission(ctx, 'users.read'), readQuery(userSelectionQuery, query), limit)
    : matchingLocations(
        requirePermission(ctx, 'locations.read'),
        readQuery(locationSelectionQuery, query),
        limit,
      );
}

/** As the list's endpoint would: with a filter that is ignored, more rows would change than the actor saw. */
function readQuery<Schema extends z.ZodMiniType>(schema: Schema, query: string): z.output<Schema> {
  const result = z.safeParse(schema, parametersOf(query));
  if (result.success) return result.data;
  const issues = result.error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? `The list has no filter called ${issue.keys.join(', ')}`
      : `The list does not understand ${issue.path.join('.')}: ${issue.message}`,
  );
  throw invalid(...issues.map((message) => ({ path: 'selection', message })));
}

/** A parameter that stands twice becomes a list, which no filter takes. */
function parametersOf(query: string): Record<string, string | string[]> {
  try {
    decodeURIComponent(query);
  } catch {
    throw invalid({ path: 'selection', message: 'The query of the list contains a % without a code' });
  }
  // The & keeps a leading ?, which belongs to the name of the first parameter.
  const all = new URLSearchParams(`&${query}`);
  const names = [...new Set(all.keys())];
  const entries = names.map((name) => {
    const values = all.getAll(name);
    return [name, values.length > 1 ? values : (values[0] ?? '')] as const;
  });
  return Object.fromEntries(entries);
}
