import { reasons } from '../../../../contract/access/reasons.ts';
import { numberKey } from '../../../../contract/lists/search-key.ts';
import { requirePermission } from '../../../kernel/access.ts';
import { readCoverFacts } from '../../covers/covers.facts.service.ts';
import { createCovers, endCover } from '../../covers/covers.service.ts';
import { offeredDistricts } from '../../districts/districts.service.ts';
import {
  findLocationsByKeys,
  type LocationFacts,
  lockLocationRow,
  readLocationFacts,
  readNumberHolders,
} from '../../locations/locations.facts.service.ts';
import {
  closeLocation,
  createLocation,
  deleteLocation,
  reopenLocation,
  updateLocation,
} from '../../locations/locations.service.ts';
import { moveLocation } from '../../locations/move-location.service.ts';
import { decideLocation, type LocationAct, missingForLocation } from '../decide/decide-location.rules.ts';
import { readLocationLine } from '../import/cells/cells.pure.ts';
import { likeNumbers } from '../import/cells/meanings.pure.ts';
import { locationMatcher, placeKey } from '../import/choose-match.pure.ts';
import type { LocationKeys, LocationRequest } from '../line-request.pure.ts';
import type { Subject } from './subject.pure.ts';

export const locationSubject: Subject<LocationRequest, LocationKeys, LocationFacts, LocationAct> = {
  noun: 'location',
  missing: reasons.locationMissing,
  keyColumns: ['id', 'number', 'name', 'zip'],

  keysOf: ({ id, number, name, zip }) => [
    ...(id ? [{ key: `id:${id}`, what: 'id' }] : []),
    ...(number ? [{ key: `number:${numberKey(number)}`, what: 'number' }] : []),
    // Without a number, a line finds its location by name and ZIP code.
    ...(!id && !number && name && zip
      ? [{ key: `name:${placeKey({ name, zip })}`, what: 'name and ZIP code' }]
      : []),
  ],

  read: readLocationLine,

  async match(ctx, keys) {
    const like = keys.flatMap(({ number = '' }) => likeNumbers(number));
    const candidates = [...keys, ...like.map((number) => ({ number }))];
    return keys.map(locationMatcher(await findLocationsByKeys(ctx, candidates)));
  },

  nameOf: (keys, request) => request?.fields.name ?? keys.name ?? keys.number ?? '',

  whyIncomplete: missingForLocation,

  async load(ctx, lines) {
    const ids = lines.flatMap((line) => line.subject_id ?? []);
    const states = await readLocationFacts(ctx, ids);
    const numbers = lines.map((line) => line.request.fields.number);
    const numberHolder = await readNumberHolders(ctx, numbers);
    const isMoving = lines.some(({ request }) => request.fields.district_id !== undefined);
    const districts = new Map(
      (isMoving ? await offeredDistricts(ctx, []) : []).map(({ value, name }) => [value, name]),
    );
    const districtName = (id: string | null) => (id === null ? null : (districts.get(id) ?? null));
    const lent = lines.map(({ request }) => (request.cover ?? request.endCover)?.user_id).find(Boolean);
    const covering = lent ? await readCoverFacts(ctx, lent, ids) : null;
    const rules = { actor: ctx.actor, numberHolder, districtName, covering, now: ctx.app.now() };
    return { states, decide: (request, location) => decideLocation(request, location, rules) };
  },

  lock: lockLocationRow,

  async apply(ctx, act, id) {
    switch (act.act) {
      case 'create':
        return createLocation(requirePermission(ctx, 'locations.create'), { ...act.input, id });
      case 'update':
        return updateLocation(requirePermission(ctx, 'locations.update'), id, act.changes, null);
      case 'move':
        return moveLocation(requirePermission(ctx, 'districts.manage'), id, act.district_id, null);
      case 'close':
        return closeLocation(requirePermission(ctx, 'locations.update'), id, act.closed_on);
      case 'reopen':
        return reopenLocation(requirePermission(ctx, 'locations.update'), id);
      case 'delete':
        await deleteLocation(requirePermission(ctx, 'locations.delete'), id);
        return {};
      case 'cover':
        await createCovers(requirePermission(ctx, 'users.assign_locations'), {
          ...{ ...act.cover, location_ids: [id] },
        });
        return {};
      case 'endCover':
        await endCover(requirePermission(ctx, 'users.assign_locations'), act.id);
        return {};
    }
  },
};
