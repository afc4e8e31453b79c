import { bulkActs, bulkPermissions } from '../../../../contract/access/acts.ts';
import { reasons } from '../../../../contract/access/reasons.ts';
import { runLinesMax } from '../../../../contract/fields/limits.ts';
import type { Received } from '../../../../contract/http/endpoint.ts';
import {
  type ListSelection,
  locationSelectionQuery,
  userSelectionQuery,
} from '../../../../contract/lists/list.ts';
import type { LocationRef } from '../../../../contract/locations.ts';
import type * as contract from '../../../../contract/runs.ts';
import type { BulkAct, ListedSubject, Run } from '../../../../contract/runs.ts';
import { type Authorized, requirePermission } from '../../../kernel/access.ts';
import { reader } from '../../../kernel/context.ts';
import { refuseFor, when } from '../../../kernel/rules.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { readListQuery } from '../../../platform/http/receive.ts';
import { findDistrictName } from '../../districts/districts.facts.service.ts';
import { matchingLocations } from '../../locations/locations-list.service.ts';
import { whyUnknownRole } from '../../roles/roles.rules.ts';
import { allRoles } from '../../roles/roles.service.ts';
import { matchingUsers } from '../../users/list/users-list.service.ts';
import { namesInScope, requireOwnLocations } from '../../users/users.service.ts';
import { namesOf, presentRun } from '../present.service.ts';
import { insertLines } from '../run-lines.repository.ts';
import { beginRun, startRun } from '../start-run.service.ts';
import { requestOf, titleOf } from './request-of-act.pure.ts';

/**
 * @throws ApiError 403 without the permissions of the act; 400 for an act of another list, for roles and locations that
 * do not exist for the actor, and for an empty or too large selection.
 */
export function createRun(
  ctx: Authorized<'signed_in'>,
  { id, ...body }: Received<typeof contract.createRun>['body'],
): Promise<Run> {
  return beginRun(ctx, async (ctx) => {
    const { about, act, selection } = body;
    if (bulkActs[act.act].about !== about) {
      throw invalid({ path: 'act', message: `There is no such act for ${about}` });
    }
    for (const permission of bulkPermissions(act.act)) requirePermission(ctx, permission);
    const names = await namesOfLinks(ctx, act);
    const { rows, left_out } = await selectRows(ctx, about, selection);
    if (rows.length === 0) {
      const isNone = left_out > 0 ? `do not exist, or are not at your locations` : 'match no more';
      throw invalid({ path: 'selection', message: `The selected ${about} ${isNone}` });
    }
    if (rows.length > runLinesMax) {
      const most = runLinesMax.toLocaleString('en-US');
      throw invalid({ path: 'selection', message: `Select at most ${most} ${about}` });
    }
    const run = await startRun(
      ctx,
      {
        ...{ id, body: body, about, kind: 'bulk', state: 'planning', act },
        left_out,
        title: titleOf(act, rows.length, names),
      },
      async (run_id) => {
        const request = requestOf(act);
        const lines = rows.map(({ id, name }, index) => ({
          ...{ line: index + 1, request, subject_id: id, subject_name: name },
        }));
        await insertLines(ctx.tx, run_id, lines);
        return lines.length;
      },
    );
    return presentRun(ctx, run);
  });
}

/** @throws ApiError 400 for one that does not exist for the actor. */
async function namesOfLinks(ctx: Authorized, act: BulkAct): Promise<Map<string, string>> {
  if (act.act === 'district') {
    const { district_id } = act;
    const name = district_id === null ? null : await findDistrictName(reader(ctx), district_id);
    if (district_id !== null && name === null)
      throw invalid({ path: 'act', message: 'This district does not exist' });
    return new Map(district_id === null || name === null ? [] : [[district_id, name]]);
  }
  if (act.act === 'cover') return namesOfUser(ctx, act.user_id);
  if (act.act !== 'roles' && act.act !== 'locations') return new Map();
  const { add, remove, replace } = act;
  if (replace ? add.length + remove.length > 0 : add.length + remove.length === 0) {
    throw invalid({ path: 'act', message: `Choose the ${act.act} to add, to remove, or to replace with` });
  }
  const ids = [...new Set([...add, ...remove, ...(replace ?? [])])];
  if (act.act === 'locations') {
    const locations = await requireOwnLocations(ctx, ids);
    return new Map(locations.map((location) => [location.id, location.name]));
  }
  const names = new Map((await allRoles(ctx)).map((role) => [role.id, role.name]));
  refuseFor(whyUnknownRole(ids, names), 'validation_failed', { path: 'act' });
  return names;
}

async function namesOfUser(ctx: Authorized, id: string): Promise<Map<string, string>> {
  const names = await namesInScope(ctx, [id]);
  refuseFor(when(!names.has(id), reasons.userMissing), 'validation_failed', { path: 'act', denial: true });
  return names;
}

type SelectedRow = Pick<LocationRef, 'id' | 'name'>;

/**
 * At most one row more than a run may have. Rows that do not exist for the actor are only counted: lines for them would
 * let a user store as many as they like. @throws ApiError 400 for a query that the list would refuse.
 */
export async function selectRows(
  ctx: Authorized,
  about: ListedSubject,
  selection: ListSelection,
): Promise<{ rows: SelectedRow[]; left_out: number }> {
  if ('query' in selection) return { rows: await matching(ctx, about, selection), left_out: 0 };
  const ids = [...new Set(selection.ids)];
  const names = await namesOf(ctx, about, ids);
  const rows = ids.flatMap((id) => {
    const name = names.get(id);
    return name === undefined ? [] : { id, name };
  });
  return { rows, left_out: ids.length - rows.length };
}

async function matching(
  ctx: Authorized,
  about: ListedSubject,
  { query, except }: Extract<ListSelection, { query: string }>,
): Promise<SelectedRow[]> {
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
