import * as districts from '../../../contract/districts.ts';
import * as contract from '../../../contract/locations.ts';
import { systemContext } from '../../kernel/access.ts';
import { firstCursor } from '../../kernel/changes/cursor.ts';
import type { AuditSubject } from '../../kernel/context.ts';
import type { Routes } from '../../kernel/http/router.ts';
import * as locations from './locations.service.ts';
import * as list from './locations-list.service.ts';
import { moveLocation, previewDistrictMove } from './move-location.service.ts';
import { listSamePlaces } from './same-places.service.ts';

export function locationRoutes(routes: Routes) {
  routes.add(contract.listLocations, async (ctx, { query }) => {
    const first = await firstCursor(ctx, query);
    return { ...(await list.listLocations(ctx, query)), ...first };
  });
  routes.add(contract.countLocations, async (ctx, { query }) => ({
    count: await list.countLocations(ctx, query),
  }));
  routes.add(contract.listLocationValues, (ctx, { query }) => list.listLocationValues(ctx, query));
  routes.add(contract.listSamePlaces, (ctx, { query }) => listSamePlaces(ctx, query));
  routes.add(contract.getLocationPosition, (ctx, { params, query }) =>
    list.getLocationPosition(ctx, params.id, query),
  );
  routes.add(contract.getLocation, (ctx, { params }) => locations.getLocation(ctx, params.id));
  routes.add(contract.createLocation, (ctx, { body }) => locations.createLocation(ctx, body));
  routes.add(contract.updateLocation, (ctx, { params, body, ifMatch }) =>
    locations.updateLocation(ctx, params.id, body, ifMatch),
  );
  routes.add(contract.closeLocation, (ctx, { params, body }) =>
    locations.closeLocation(ctx, params.id, body.closed_on),
  );
  routes.add(contract.reopenLocation, (ctx, { params }) => locations.reopenLocation(ctx, params.id));
  routes.add(districts.previewDistrictMove, (ctx, { params, query }) =>
    previewDistrictMove(ctx, params.id, query.district_id ?? null),
  );
  routes.add(districts.moveLocation, (ctx, { params, body, ifMatch }) =>
    moveLocation(ctx, params.id, body.district_id, ifMatch),
  );
  routes.add(contract.deleteLocation, (ctx, { params }) => locations.deleteLocation(ctx, params.id));
}

export const locationSubject: AuditSubject = {
  collections: ['locations'],
  findName: async (app, id) => (await locations.listLocationRefs(systemContext(app), [id]))[0]?.name ?? '',
};
