import * as contract from '../../../contract/roles.ts';
import type { Routes } from '../../platform/router.ts';
import * as roles from './roles.service.ts';

export function roleRoutes(routes: Routes) {
  routes.add(contract.listRoles, async (ctx) => ({ roles: await roles.listRoles(ctx) }));
  routes.add(contract.getRole, (ctx, { params }) => roles.getRole(ctx, params.id));
}
