import * as contract from '../../../contract/location-access.ts';
import type { Routes } from '../../kernel/http/router.ts';
import { whileSeen } from '../locations/locations.service.ts';
import { addLocation, removeLocation } from '../users/assign/one-location.service.ts';
import * as access from './location-access.service.ts';

export function locationAccessRoutes(routes: Routes) {
  routes.add(contract.listLocationUsers, (ctx, { params, query }) =>
    whileSeen(ctx, params.id, () => access.listLocationUsers(ctx, params.id, query)),
  );
  routes.add(contract.assignUser, (ctx, { params }) => addLocation(ctx, params.user_id, params.id));
  routes.add(contract.removeUser, (ctx, { params }) => removeLocation(ctx, params.user_id, params.id));
}
