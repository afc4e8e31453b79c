import { randomUUID } from 'node:crypto';
import { reasons } from '../../../../contract/access/reasons.ts';
import { fold, numberKey } from '../../../../contract/lists/search-key.ts';
import { requirePermission } from '../../../kernel/access.ts';
import type { InTransaction } from '../../../kernel/context.ts';
import { lockLocationRow } from '../../locations/locations.facts.service.ts';
import {
  closeLocation,
  createLocation,
  deleteLocation,
  reopenLocation,
  updateLocation,
} from '../../locations/locations.service.ts';
import { decideLocation, type LocationAct } from '../decide/decide-location.rules.ts';
import { loadLocations } from '../decide/load-locations.service.ts';
import type { LocationRequest } from '../line-request.pure.ts';
import { readLocationLines } from './read-lines.service.ts';
import type { Subject } from './subject.pure.ts';

export const locationSubject: Subject<LocationRequest, LocationAct> = {
  noun: 'location',
  missing: reasons.locationMissing,
  ask: readLocationLines,

  async load(ctx, lines) {
    const { states, rules } = await loadLocations(ctx, lines);
    return {
      states,
      decide: (request, id) => decideLocation(request, (id && states.get(id)) || null, rules),
      admins: new Set(),
    };
  },

  lock: lockLocationRow,

  keys({ fields: { number, name, zip } }, id) {
    const key = numberKey(number ?? null);
    const isNamed = !id && name && zip;
    return [
      ...(id ? [{ key: `id:${id}`, what: 'is about the same location' }] : []),
      ...(key ? [{ key: `number:${key}`, what: 'has the same number' }] : []),
      // Without a number, a line finds its location by name and ZIP code.
      ...(isNamed && !key
        ? [{ key: `name:${fold(name)} ${fold(zip)}`, what: 'is about the same location' }]
        : []),
    ];
  },

  async apply(ctx, acts, state) {
    let location = state ?? { id: randomUUID(), updated_at: '' };
    for (const act of acts) location = { ...location, ...(await applyAct(ctx, act, location.id)) };
    return location;
  },
};

async function applyAct(ctx: InTransaction, act: LocationAct, id: string): Promise<{ updated_at?: string }> {
  switch (act.act) {
    case 'create':
      return versionOf(
        await createLocation(requirePermission(ctx, 'locations.create'), { ...act.input, id }),
      );
    case 'update':
      return versionOf(
        await updateLocation(requirePermission(ctx, 'locations.update'), id, act.changes, null),
      );
    case 'close':
      return versionOf(await closeLocation(requirePermission(ctx, 'locations.update'), id, act.closed_on));
    case 'reopen':
      return versionOf(await reopenLocation(requirePermission(ctx, 'locations.update'), id));
    case 'delete':
      await deleteLocation(requirePermission(ctx, 'locations.delete'), id);
      return {};
  }
}

const versionOf = ({ updated_at }: { updated_at: string }) => ({ updated_at });
