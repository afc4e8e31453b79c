import * as contract from '../../../contract/reach.ts';
import type { Routes } from '../../kernel/http/router.ts';
import * as reach from './reach.service.ts';

export function reachRoutes(routes: Routes) {
  routes.add(contract.listLocationPeople, (ctx, { params, query }) =>
    reach.listLocationPeople(ctx, params.id, query),
  );
  routes.add(contract.assignPerson, (ctx, { params }) => reach.assignPerson(ctx, params.id, params.user_id));
  routes.add(contract.removePerson, (ctx, { params }) => reach.removePerson(ctx, params.id, params.user_id));
}
