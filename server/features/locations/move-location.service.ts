import { movedUsersNamed } from '../../../contract/districts.ts';
import { displayName } from '../../../contract/users.ts';
import { type Authorized, requireAct, scopeOf } from '../../kernel/access.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { change } from '../../kernel/change.ts';
import { now, reader } from '../../kernel/context.ts';
import { updateStamp } from '../../kernel/edit.ts';
import { changedBy, refuseStale } from '../../kernel/stale.ts';
import { ApiError } from '../../platform/http/errors.ts';
import { findDistrictName, lockDistricts } from '../districts/districts.facts.service.ts';
import { enterDistrict, requireDistrict } from './district-users.service.ts';
import * as repository from './locations.repository.ts';
import { notFound } from './locations.service.ts';

/** Named only to actors who may see users. @throws ApiError 404, 403; 400 for an unknown district. */
export async function previewDistrictMove(
  ctx: Authorized<'districts.manage'>,
  id: string,
  district_id: string | null,
) {
  requireAct(ctx, 'manageDistricts');
  const db = reader(ctx);
  const scope = scopeOf(ctx);
  if (!(await repository.findLocation(db, scope, id))) notFound();
  const name = district_id === null ? null : await findDistrictName(db, district_id);
  requireDistrict(new Map(name === null ? [] : [[district_id ?? '', name]]), district_id);
  const { gain, lose } = await repository.listMoved(db, scope, { id, district_id, at: now(ctx) });
  const mayName = ctx.actor.permissions.has('users.read');
  const present = (moved: typeof gain) => {
    const active = moved.filter((user) => user.is_active);
    const named = mayName ? active.slice(0, movedUsersNamed) : [];
    const users = named.map(({ covers_until, ...user }) => {
      return { id: user.id, name: displayName(user), covers_until };
    });
    return { users, total: active.length };
  };
  return { gain: present(gain), lose: present(lose) };
}

/**
 * A closed location is moved too, and repeating it changes nothing. @throws ApiError 404, 403, 412; 400 for an unknown district;
 * 409 when it was moved in the same moment.
 */
export async function moveLocation(
  ctx: Authorized<'districts.manage'>,
  id: string,
  district_id: string | null,
  ifMatch: string | null,
) {
  requireAct(ctx, 'manageDistricts');
  return change(ctx, {}, async (ctx) => {
    const { tx } = ctx;
    const scope = scopeOf(ctx);
    const { district_id: from } = (await repository.findLocation(tx, scope, id)) ?? notFound();
    const districts = await lockDistricts(ctx, [from, district_id]);
    const row = (await repository.lockLocation(tx, scope, id)) ?? notFound();
    if (row.district_id === district_id) return { district_id, updated_at: row.updated_at };
    await refuseStale(ctx, row, ifMatch);
    if (row.district_id !== from) {
      const by = await changedBy(ctx, row);
      throw new ApiError('conflict', `${by} changed this location in the same moment. Look again.`);
    }
    const name = requireDistrict(districts, district_id);
    const stamp = updateStamp(ctx, row);
    repository.updateLocation(tx, id, { district_id, ...stamp });
    const { lose, gained, lost } = await enterDistrict(ctx, id, district_id);
    audit(ctx, {
      action: 'location.moved',
      subject: { type: 'location', id, name: row.name },
      details: {
        before: { district: from === null ? null : districts.get(from) },
        after: { district: name },
        ...{ gained, lost },
      },
      location_ids: [id],
      // The district of a location is one of each of its users, too.
      changed_users: [...lose, ...(await repository.listUserIds(tx, id))],
    });
    return { district_id, updated_at: stamp.updated_at };
  });
}
