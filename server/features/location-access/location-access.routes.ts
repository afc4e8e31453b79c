import * as contract from '../../../contract/location-access.ts';
import type { Routes } from '../../kernel/http/router.ts';
import * as access from './location-access.service.ts';

export function locationAccessRoutes(routes: Routes) {
  routes.add(contract.listLocationUsers, (ctx, { params, query }) =>
    access.listLocationUsers(ctx, params.id, query),
  );
  routes.add(contract.assignUser, (ctx, { params }) => access.assignUser(ctx, params.id, params.user_id));
  routes.add(contract.removeUser, (ctx, { params }) => access.removeUser(ctx, params.id, params.user_id));
}
