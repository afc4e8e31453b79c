import * as contract from '../../../contract/user-access.ts';
import type { Routes } from '../../kernel/http/router.ts';
import { getOwnAccess, getUserAccess } from './user-access.service.ts';

export function userAccessRoutes(routes: Routes) {
  routes.add(contract.getUserAccess, (ctx, { params }) => getUserAccess(ctx, params.id));
  routes.add(contract.getOwnAccess, (ctx) => getOwnAccess(ctx));
}
